/* A machine whose transitions are in a table: state 3 is a trap that is reached only by two ones in
   a row. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "table_driven_machine.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int next[4][2] = {{0, 1}, {0, 3}, {0, 1}, {3, 3}};
    int state = 0;
    int ones = 0;
    int seen_two = 0;
    while (__VERIFIER_nondet_bool()) {
        int bit = __VERIFIER_nondet_bool();
        ones = bit ? ones + 1 : 0;
        if (ones == 2) {
            seen_two = 1;
            ones = 1;
        }
        state = next[state][bit];
        __VERIFIER_assert((state == 3) == seen_two);
    }
    return 0;
}
