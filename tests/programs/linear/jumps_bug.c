// verdict: UNSAFE 25
// options: --engine linear --quiet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0, odd = 0;
    __VERIFIER_assume(0 <= n && n <= 20);
    do {
        i = i + 1;
        switch (i % 4) {
        case 1:
        case 3:
            odd = odd + 1;
            break;
        case 2:
            continue;
        default:
            if (i > n)
                goto out;
        }
    } while (i < n + 5);
out:
    assert(odd <= i && 2 * odd >= i - 1 && 2 * odd <= i - 1);
    return 0;
}
