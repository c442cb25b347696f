// verdict: UNSAFE 8
// inputs: 12
// simulate: unknown
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static void require(int condition) {
    if (!condition)
        exit(1);
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    require(x > 10);
    if (x == 11)
        abort();
    __VERIFIER_assert(x > 12);
    return 0;
}
