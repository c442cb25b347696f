// A machine with four states; the number of turns says which one it is in.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int state = 0, open = 0;

    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case 0:
            assert(open == 0);
            open = 1;
            state = 1;
            break;
        case 1:
            state = __VERIFIER_nondet_int() ? 2 : 3;
            break;
        case 2:
            assert(open == 1);
            state = 1;
            break;
        default:
            open = 0;
            state = 0;
            break;
        }
    }
    return 0;
}
