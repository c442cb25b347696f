// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned int __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
    unsigned n = 1 + __VERIFIER_nondet_uint() % 10;
    short *a = calloc(n, sizeof(short));
    a[n / 2] += n > 4 ? 7 : 8;
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += a[i];
    __VERIFIER_assert(sum == 7);
    free(a);
    return 0;
}
