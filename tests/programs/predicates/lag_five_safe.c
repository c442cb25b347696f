// verdict: SAFE
// options: --engine predicates

// A writer is always five steps ahead of a reader.
// Property: ahead == behind + 5 after any number of rounds.
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int behind = __VERIFIER_nondet_int();
    int ahead;

    if (behind < -1000 || behind > 1000)
        return 0;
    ahead = behind + 5;
    while (__VERIFIER_nondet_int()) {
        if (ahead >= 1000000 || ahead <= -1000000)
            break;
        if (__VERIFIER_nondet_int() > 0) {
            ahead++;
            behind++;
        } else {
            behind--;
            ahead--;
        }
    }
    if (ahead != behind + 5) {
        reach_error();
        abort();
    }
    return 0;
}
