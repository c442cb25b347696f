/* The sieve of Eratosthenes below 60, compared with division. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sieve_small.c", 0, "reach_error"); }

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define LIMIT 60

int main(void) {
    int composite[LIMIT] = {0};
    for (int i = 2; i * i < LIMIT; i++) {
        if (!composite[i]) {
            for (int j = i * i; j < LIMIT; j += i) {
                composite[j] = 1;
            }
        }
    }
    for (int i = 2; i < LIMIT; i++) {
        int divided = 0;
        for (int d = 2; d < i; d++) {
            if (i % d == 0) {
                divided = 1;
            }
        }
        __VERIFIER_assert(composite[i] == divided);
    }
    return 0;
}
