/* Linear search with a sentinel in the last cell always stops inside the array. The mistake: the
   search begins at cell 1. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sentinel_search_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 100

int main(void) {
    int a[SIZE + 1];
    for (int i = 0; i <= SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    int key = __VERIFIER_nondet_int();
    a[SIZE] = key;
    int i = 1;
    while (a[i] != key) {
        i++;
    }
    __VERIFIER_assert(i <= SIZE);
    __VERIFIER_assert(a[i] == key);
    int wanted = 0;
    for (int j = 0; j < SIZE; j++) {
        if (a[j] == key) {
            wanted = 1;
        }
    }
    if (i < SIZE) {
        __VERIFIER_assert(wanted);
    } else {
        __VERIFIER_assert(!wanted);
    }
    return 0;
}
