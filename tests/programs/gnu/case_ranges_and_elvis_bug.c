// verdict: UNSAFE 15
#include <assert.h>
static int kind(int c) {
    switch (c) {
    case 'a' ... 'z':
        return 1;
    case '0' ... '9':
        return 2;
    default:
        return 0;
    }
}
int main(void) {
    int zero = 0, x = 6;
    assert(kind('q') == 1 && kind('5') == 1 && kind('-') == 0);
    assert((zero ?: 9) == 9 && (x++ ?: 9) == 6 && x == 7);
    return 0;
}
