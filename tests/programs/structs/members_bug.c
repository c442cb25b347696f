// verdict: UNSAFE 15
#include <assert.h>
struct date { unsigned char day, month; short year; };
int main(void) {
    struct date d = { 31, 12, 1999 };
    d.day++;
    if (d.day > 31) {
        d.day = 1;
        d.month++;
    }
    if (d.month > 12) {
        d.month = 1;
        d.year++;
    }
    assert(d.day == 1 && d.month == 1 && d.year == 1999);
    return 0;
}
