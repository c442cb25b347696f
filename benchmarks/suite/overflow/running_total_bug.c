/* A total of inputs that is cut off before it can overflow. The mistake: the cut is made after the
   sum was taken. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

int main(void) {
    int total = 0;
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        assume_abort_if_not(x >= 0);
        int sum = total + x;
        total = sum < 0 ? 2147483647 : sum;
    }
    return 0;
}
