// verdict: UNSAFE 6
#include <assert.h>
int main(void) {
    int a = 1, b = 2;
    int c = (a += 5, b = a * 2, b - 1);
    assert(a == 6 && b == 12 && c == 12);
    for (a = 0, b = 10; a < b; a++, b--)
        ;
    assert(a == 5 && b == 5);
    return 0;
}
