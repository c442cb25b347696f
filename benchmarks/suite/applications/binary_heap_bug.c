/* A heap in an array: five inputs are put in and come out in order. The mistake: on the way down
   the left child is taken when it is smaller than the value, even if the right one is smaller
   still. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "binary_heap_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 5

int heap[SIZE];
int used;

void put(int value) {
    int at = used;
    used++;
    while (at > 0 && heap[(at - 1) / 2] > value) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = value;
}

int take(void) {
    int top = heap[0];
    used--;
    int value = heap[used];
    int at = 0;
    while (2 * at + 1 < used) {
        int child = 2 * at + 1;
        if (child + 1 < used && heap[child + 1] < heap[child] && heap[child] >= value) {
            child++;
        }
        if (heap[child] >= value) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = value;
    return top;
}

int main(void) {
    for (int i = 0; i < SIZE; i++) {
        put(__VERIFIER_nondet_int());
    }
    int before = take();
    while (used > 0) {
        int now = take();
        __VERIFIER_assert(before <= now);
        before = now;
    }
    return 0;
}
