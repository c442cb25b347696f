/* A date is packed into 16 bits and taken apart again. The mistake: years from 64 on do not fit
   into their six bits. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "pack_and_unpack_bug.c", 0, "reach_error"); }
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
    unsigned int year = __VERIFIER_nondet_uint();
    unsigned int month = __VERIFIER_nondet_uint();
    unsigned int day = __VERIFIER_nondet_uint();
    assume_abort_if_not(year < 128 && month >= 1 && month <= 12 && day >= 1 && day <= 31);
    unsigned short packed = (unsigned short)((year << 10) | (month << 5) | day);
    __VERIFIER_assert((packed & 31) == day);
    __VERIFIER_assert(((packed >> 5) & 15) == month);
    __VERIFIER_assert((unsigned int)(packed >> 10) == year);
    return 0;
}
