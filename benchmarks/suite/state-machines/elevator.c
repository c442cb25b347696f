/* A lift between ten floors with doors: it never moves with open doors and never leaves the
   building. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "elevator.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define TOP 9

int main(void) {
    int floor = 0;
    int open = 0;
    int moving = 0;
    while (__VERIFIER_nondet_bool()) {
        int order = __VERIFIER_nondet_int();
        if (order == 0) {
            if (!moving) {
                open = 1;
            }
        } else if (order == 1) {
            open = 0;
        } else if (order == 2) {
            if (!open && floor < TOP) {
                moving = 1;
            }
        } else if (order == 3) {
            if (!open && floor > 0) {
                moving = -1;
            }
        } else if (moving != 0) {
            __VERIFIER_assert(!open);
            floor += moving;
            __VERIFIER_assert(floor >= 0 && floor <= TOP);
            moving = 0;
        }
    }
    return 0;
}
