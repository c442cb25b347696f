/* Quicksort by recursion on six inputs. The mistake: the recursion on the left half leaves out its
   last cell. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "quicksort_recursive_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 6

int a[SIZE];

void sort(int low, int high) {
    if (low >= high) {
        return;
    }
    int pivot = a[high];
    int border = low;
    for (int i = low; i < high; i++) {
        if (a[i] < pivot) {
            int t = a[i];
            a[i] = a[border];
            a[border] = t;
            border++;
        }
    }
    a[high] = a[border];
    a[border] = pivot;
    sort(low, border - 2);
    sort(border + 1, high);
}

int main(void) {
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    sort(0, SIZE - 1);
    for (int i = 0; i + 1 < SIZE; i++) {
        __VERIFIER_assert(a[i] <= a[i + 1]);
    }
    return 0;
}
