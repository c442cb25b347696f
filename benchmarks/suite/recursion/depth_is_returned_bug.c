/* A recursion whose depth is decided by input returns how deep it was, and a global counts the
   same. The mistake: one of two branches forgets to count. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "depth_is_returned_bug.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int calls;

int descend(int depth) {
    calls++;
    if (depth >= 50 || !__VERIFIER_nondet_bool()) {
        return depth;
    }
    if (__VERIFIER_nondet_bool()) {
        return descend(depth + 1);
    }
    calls--;
    return descend(depth + 1);
}

int main(void) {
    int deepest = descend(1);
    __VERIFIER_assert(deepest == calls);
    return 0;
}
