// verdict: UNSAFE 21
// options: --engine arrays --quiet
// inputs: 2, 5, 6
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[200];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 200)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int max = a[0], where = 0;
    for (int i = 1; i < n; i++) {
        if (a[i] > max) {
            max = a[i];
            where = i - 1;
        }
    }
    assert(a[where] == max);
    return 0;
}
