/* One token goes round a ring of five stations; exactly one station has it. The mistake: when a
   station keeps the token for too long, a new one is made without taking the old one away. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "token_ring_bug.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define STATIONS 5

int main(void) {
    int has[STATIONS] = {1, 0, 0, 0, 0};
    int at = 0;
    int waited = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            int next = (at + 1) % STATIONS;
            has[at] = 0;
            has[next] = 1;
            at = next;
            waited = 0;
        } else {
            waited++;
            if (waited > 3) {
                waited = 0;
                at = (at + 2) % STATIONS;
                has[at] = 1;
            }
        }
        int tokens = 0;
        for (int i = 0; i < STATIONS; i++) {
            tokens += has[i];
        }
        __VERIFIER_assert(tokens == 1);
    }
    return 0;
}
