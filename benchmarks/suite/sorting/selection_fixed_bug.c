/* Selection sort of seven inputs. The mistake: the search for the smallest cell starts after the
   next cell. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "selection_fixed_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 7

int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < SIZE; i++) {
        int least = i;
        for (int j = i + 2; j < SIZE; j++) {
            if (a[j] < a[least]) {
                least = j;
            }
        }
        int t = a[i];
        a[i] = a[least];
        a[least] = t;
    }
    for (int i = 1; i < SIZE; i++) {
        __VERIFIER_assert(a[i - 1] <= a[i]);
    }
    return 0;
}
