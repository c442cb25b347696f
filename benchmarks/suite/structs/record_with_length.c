/* A record keeps an array together with the number of cells in use; adding and removing keep them
   together. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "record_with_length.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define CAPACITY 8

struct list {
    int item[CAPACITY];
    int used;
};

void add(struct list *l, int value) {
    if (l->used < CAPACITY) {
        l->item[l->used] = value;
        l->used++;
    }
}

void remove_first(struct list *l) {
    if (l->used > 0) {
        for (int i = 0; i + 1 < l->used; i++) {
            l->item[i] = l->item[i + 1];
        }
        l->used--;
    }
}

int main(void) {
    struct list l;
    l.used = 0;
    int next = 0;
    int oldest = 0;
    while (__VERIFIER_nondet_bool() && next < 100000) {
        if (__VERIFIER_nondet_bool()) {
            if (l.used < CAPACITY) {
                add(&l, next);
                next++;
            }
        } else if (l.used > 0) {
            __VERIFIER_assert(l.item[0] == oldest);
            remove_first(&l);
            oldest++;
        }
        __VERIFIER_assert(l.used == next - oldest);
    }
    return 0;
}
