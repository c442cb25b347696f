/* A header of eight bytes with a magic word, a version, a length and a sum: a version over 3 is
   never accepted. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "header_with_sum.c", 0, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned char h[8];
    for (int i = 0; i < 8; i++) {
        h[i] = __VERIFIER_nondet_uchar();
    }
    int accepted = 0;
    if (h[0] == 'H' && h[1] == 'k' && h[2] == 'a') {
        unsigned char sum = 0;
        for (int i = 0; i < 7; i++) {
            sum = (unsigned char)(sum * 3 + h[i]);
        }
        if (sum == h[7]) {
            if (h[3] <= 3) {
                accepted = 1;
            }
        }
    }
    if (accepted) {
        __VERIFIER_assert(h[0] == 'H');
        __VERIFIER_assert(h[3] <= 3);
    }
    return 0;
}
