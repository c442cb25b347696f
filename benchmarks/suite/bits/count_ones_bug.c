/* Two ways of counting the ones of a word: by clearing the lowest one, and by looking at every bit.
   The mistake: the clearing way works on a signed copy and ends at once when that is negative. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "count_ones_bug.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    unsigned int x = __VERIFIER_nondet_uint();
    int rest = (int)x;
    int fast = 0;
    while (rest > 0) {
        rest &= rest - 1;
        fast++;
    }
    int slow = 0;
    for (int i = 0; i < 32; i++) {
        slow += (x >> i) & 1;
    }
    __VERIFIER_assert(fast == slow);
    return 0;
}
