/* A struct is passed by value: the function's changes do not come back. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "struct_by_value.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

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

struct counter {
    int value;
    int limit;
};

struct counter step(struct counter c) {
    if (c.value < c.limit) {
        c.value++;
    }
    return c;
}

void step_in_place(struct counter *c) {
    if (c->value < c->limit) {
        c->value++;
    }
}

int main(void) {
    struct counter c = {0, 0};
    c.limit = __VERIFIER_nondet_int();
    assume_abort_if_not(c.limit >= 0 && c.limit <= 1000);
    while (__VERIFIER_nondet_bool()) {
        int before = c.value;
        if (__VERIFIER_nondet_bool()) {
            struct counter d = step(c);
            __VERIFIER_assert(c.value == before);
            c = d;
        } else {
            step_in_place(&c);
        }
        __VERIFIER_assert(c.value >= before && c.value <= c.limit);
    }
    return 0;
}
