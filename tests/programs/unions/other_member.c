// verdict: UNKNOWN
#include <assert.h>
union { int *place; long number; } u;
int main(void) {
    int x = 1;
    u.place = &x;
    assert(u.number == 0);
    return 0;
}
