// verdict: UNKNOWN
// unchecked: the value is whatever happens to be there
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int cell;
static int *find(void) {
    if (__VERIFIER_nondet_int())
        return 0;
}
int main(void) {
    assert(find() == 0);
    return 0;
}
