// verdict: SAFE
// options: --engine linear
// undefined: yes
// unchecked: gcc has no such builtin
#include <assert.h>
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    __builtin_assume(x > 3);
    assert(x != 3);
    return 0;
}
