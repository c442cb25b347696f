/* The sum of at most 20 inputs, each at most a hundred million. The mistake: there may be two more
   of them. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 22);
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        assume_abort_if_not(x >= 0 && x <= 100000000);
        sum += x;
    }
    return sum % 2;
}
