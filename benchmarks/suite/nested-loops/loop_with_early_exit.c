/* A search over pairs leaves both loops by a flag when it has found one; what it found is a pair. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "loop_with_early_exit.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 40

int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    int found = 0;
    int p = -1;
    int q = -1;
    for (int i = 0; i < SIZE && !found; i++) {
        for (int j = i + 1; j < SIZE && !found; j++) {
            if (a[i] == a[j]) {
                found = 1;
                p = i;
                q = j;
            }
        }
    }
    if (found) {
        __VERIFIER_assert(0 <= p && p < q && q < SIZE);
        __VERIFIER_assert(a[p] == a[q]);
    } else {
        __VERIFIER_assert(p == -1 && q == -1);
    }
    return 0;
}
