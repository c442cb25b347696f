/* The absolute value of an input, except for the one that has none. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > -2147483647 - 1);
    int magnitude = x;
    if (x < 0) {
        magnitude = -x;
    }
    return magnitude == 0;
}
