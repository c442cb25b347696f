/* A loop that goes down in steps until it is below zero. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int step = __VERIFIER_nondet_int();
    assume_abort_if_not(step >= 1 && step <= 1000000000);
    assume_abort_if_not(x >= -1000000000);
    while (x > 0) {
        x -= step;
    }
    return x == 0;
}
