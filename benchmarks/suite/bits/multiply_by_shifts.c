/* Multiplication of two bytes by shifting and adding. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "multiply_by_shifts.c", 0, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned int a = __VERIFIER_nondet_uchar();
    unsigned int b = __VERIFIER_nondet_uchar();
    unsigned int product = 0;
    unsigned int shifted = a;
    unsigned int rest = b;
    while (rest != 0) {
        if (rest & 1) {
            product += shifted;
        }
        shifted <<= 1;
        rest >>= 1;
    }
    __VERIFIER_assert(product == a * b);
    return 0;
}
