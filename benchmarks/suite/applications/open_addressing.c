/* A hash table of eight places with linear probing: keys that were put in are found, also after
   others were removed. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "open_addressing.c", 0, "reach_error"); }
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

#define PLACES 8

enum { EMPTY, USED, REMOVED };

int state[PLACES];
int key[PLACES];

int find(int k) {
    int at = k % PLACES;
    for (int i = 0; i < PLACES; i++) {
        if (state[at] == EMPTY) {
            return -1;
        }
        if (state[at] == USED && key[at] == k) {
            return at;
        }
        at = (at + 1) % PLACES;
    }
    return -1;
}

void put(int k) {
    if (find(k) >= 0) {
        return;
    }
    int at = k % PLACES;
    for (int i = 0; i < PLACES; i++) {
        if (state[at] != USED) {
            state[at] = USED;
            key[at] = k;
            return;
        }
        at = (at + 1) % PLACES;
    }
}

void drop(int k) {
    int at = find(k);
    if (at >= 0) {
        state[at] = REMOVED;
    }
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    assume_abort_if_not(a >= 0 && a <= 100 && b >= 0 && b <= 100 && c >= 0 && c <= 100);
    assume_abort_if_not(a != b && b != c && a != c);
    put(a);
    put(b);
    put(c);
    __VERIFIER_assert(find(a) >= 0 && find(b) >= 0 && find(c) >= 0);
    drop(b);
    __VERIFIER_assert(find(b) < 0);
    __VERIFIER_assert(find(a) >= 0);
    __VERIFIER_assert(find(c) >= 0);
    put(b);
    __VERIFIER_assert(find(b) >= 0);
    return 0;
}
