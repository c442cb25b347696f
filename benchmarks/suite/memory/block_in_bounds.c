/* A block of input length is written four bytes at a time, and then the rest one by one. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 1 && n <= 1000);
    char *p = malloc((unsigned long)n);
    int i = 0;
    while (i + 3 < n) {
        p[i] = 1;
        p[i + 1] = 2;
        p[i + 2] = 3;
        p[i + 3] = 4;
        i += 4;
    }
    while (i < n) {
        p[i] = 0;
        i++;
    }
    free(p);
    return 0;
}
