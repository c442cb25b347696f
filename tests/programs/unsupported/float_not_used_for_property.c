// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) {
    int n = __VERIFIER_nondet_int();
    double average = n / 3.0;
    printf("%f %g\n", average, 2.5);
    __VERIFIER_assert(n < 100);
    return 0;
}
