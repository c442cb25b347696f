/* A lock opens when six inputs, each run through a small function, give the stored numbers; the
   first input is then even. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "combination_lock.c", 0, "reach_error"); }
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

#define PLACES 6

int main(void) {
    int stored[PLACES] = {13, 64, 7, 90, 31, 5};
    int input[PLACES];
    for (int i = 0; i < PLACES; i++) {
        input[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(input[i] >= 0 && input[i] < 97);
    }
    int opens = 1;
    for (int i = 0; i < PLACES; i++) {
        if ((input[i] * 5 + 3 * i) % 97 != stored[i]) {
            opens = 0;
        }
    }
    if (opens) {
        __VERIFIER_assert(input[0] % 2 == 0);
    }
    return 0;
}
