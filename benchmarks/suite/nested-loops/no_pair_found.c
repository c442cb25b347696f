/* When the search over pairs finds none, all cells differ. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "no_pair_found.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 12

int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    int found = 0;
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < i; j++) {
            if (a[i] == a[j]) {
                found = 1;
            }
        }
    }
    if (!found) {
        int x = __VERIFIER_nondet_int();
        int y = __VERIFIER_nondet_int();
        assume_abort_if_not(0 <= x && x < y && y < SIZE);
        __VERIFIER_assert(a[x] != a[y]);
    }
    return 0;
}
