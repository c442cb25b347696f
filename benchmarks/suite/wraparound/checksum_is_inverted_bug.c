/* A checksum in 32 bits, and its complement, which together give all ones; then the message is
   taken away again. The mistake: the bytes are taken as signed when they are taken away. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "checksum_is_inverted_bug.c", 0, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define LENGTH 12

int main(void) {
    unsigned char message[LENGTH];
    unsigned int sum = 1;
    for (int i = 0; i < LENGTH; i++) {
        message[i] = __VERIFIER_nondet_uchar();
        sum += message[i];
    }
    unsigned int inverse = ~sum;
    __VERIFIER_assert(sum + inverse == 4294967295u);
    for (int i = 0; i < LENGTH; i++) {
        sum -= (unsigned int)(signed char)message[i];
    }
    __VERIFIER_assert(sum == 1);
    return 0;
}
