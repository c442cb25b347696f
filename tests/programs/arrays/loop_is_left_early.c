// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int stop = __VERIFIER_nondet_int();
    if (stop < 0 || stop >= 1000)
        return 0;
    for (int i = 0; i < 1000; i++) {
        if (i == stop)
            break;
        a[i] = 1;
    }
    for (int i = 0; i < stop; i++)
        assert(a[i] == 1);
    return 0;
}
