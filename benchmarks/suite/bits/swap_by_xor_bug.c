/* Two words are exchanged by three exclusive ors. The mistake: the cells are taken by index; when
   both indices are the same, the value is lost. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "swap_by_xor_bug.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

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

int main(void) {
    unsigned int a[4];
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_uint();
    }
    unsigned int i = __VERIFIER_nondet_uint();
    unsigned int j = __VERIFIER_nondet_uint();
    assume_abort_if_not(i < 4 && j < 4);
    unsigned int x = a[i];
    unsigned int y = a[j];
    a[i] ^= a[j];
    a[j] ^= a[i];
    a[i] ^= a[j];
    __VERIFIER_assert(a[i] == y);
    __VERIFIER_assert(a[j] == x);
    return 0;
}
