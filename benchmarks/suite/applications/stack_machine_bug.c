/* An interpreter for a small stack machine whose program is an input: the stack never leaves its
   array, and the place in the program stays inside. The mistake: the instruction that doubles the
   top of the stack does not look whether there is room. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "stack_machine_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

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

#define LENGTH 6
#define ROOM 4
#define FUEL 30

enum { PUSH, POP, ADD, DOUBLE, JUMP, SKIP };

int main(void) {
    int code[LENGTH];
    int operand[LENGTH];
    unsigned int stack[ROOM];
    for (int i = 0; i < LENGTH; i++) {
        code[i] = __VERIFIER_nondet_int();
        operand[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(code[i] >= PUSH && code[i] <= SKIP);
        assume_abort_if_not(operand[i] >= 0 && operand[i] < LENGTH);
    }
    int place = 0;
    int depth = 0;
    int fuel = FUEL;
    while (place < LENGTH && fuel > 0) {
        fuel--;
        int what = code[place];
        int with = operand[place];
        place++;
        if (what == PUSH) {
            if (depth < ROOM) {
                stack[depth] = (unsigned int)with;
                depth++;
            }
        } else if (what == POP) {
            if (depth > 0) {
                depth--;
            }
        } else if (what == ADD) {
            if (depth >= 2) {
                depth--;
                stack[depth - 1] += stack[depth];
            }
        } else if (what == DOUBLE) {
            if (depth > 0) {
                __VERIFIER_assert(depth < ROOM);
                stack[depth] = stack[depth - 1];
                depth++;
            }
        } else if (what == JUMP) {
            if (depth > 0 && stack[depth - 1] != 0) {
                place = with;
            }
        } else {
            place += with > 2 ? 2 : with;
        }
        __VERIFIER_assert(depth >= 0 && depth <= ROOM);
        __VERIFIER_assert(place >= 0 && place <= LENGTH + 2);
    }
    return 0;
}
