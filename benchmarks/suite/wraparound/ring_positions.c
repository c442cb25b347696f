/* Two positions in a ring of 2^k places are free-running unsigned counters; their difference is the
   fill, also after a wrap. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "ring_positions.c", 0, "reach_error"); }
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 16

int main(void) {
    unsigned int head = __VERIFIER_nondet_uint();
    unsigned int tail = head;
    unsigned int place = head % SIZE;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (head - tail < SIZE) {
                head++;
                place = place + 1 == SIZE ? 0 : place + 1;
            }
        } else if (head != tail) {
            tail++;
        }
        __VERIFIER_assert(head - tail <= SIZE);
        __VERIFIER_assert(head % SIZE == place);
    }
    return 0;
}
