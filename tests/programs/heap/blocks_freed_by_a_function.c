// verdict: SAFE
// options: --engine arrays --property memory --quiet
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void end(int *block) {
    if (block)
        free(block);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    for (int i = 0; i < n; i++) {
        int *block = malloc(sizeof(int));
        *block = 0;
        end(block);
    }
    return 0;
}
