/* A stack in an array: pushes and pops by input, the depth stays in range, and a popped value is
   the one pushed last. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bounded_stack.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define CAPACITY 16

int main(void) {
    int stack[CAPACITY];
    int depth = 0;
    int last = 0;
    int just_pushed = 0;
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_bool()) {
            if (depth < CAPACITY) {
                stack[depth] = x;
                depth++;
                last = x;
                just_pushed = 1;
            }
        } else if (depth > 0) {
            depth--;
            int top = stack[depth];
            if (just_pushed) {
                __VERIFIER_assert(top == last);
            }
            just_pushed = 0;
        }
        __VERIFIER_assert(depth >= 0 && depth <= CAPACITY);
    }
    return 0;
}
