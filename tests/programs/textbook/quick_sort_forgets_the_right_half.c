// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern int __VERIFIER_nondet_int(void);
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void sort(int *a, int low, int high) {
    if (low >= high)
        return;
    int pivot = a[high], at = low;
    for (int i = low; i < high; i++)
        if (a[i] < pivot)
            swap(&a[i], &a[at++]);
    swap(&a[at], &a[high]);
    sort(a, low, at - 1);
    sort(a, at + 2, high);
}
int main(void) {
    int a[6];
    for (int i = 0; i < 6; i++)
        a[i] = __VERIFIER_nondet_int();
    sort(a, 0, 5);
    for (int i = 0; i < 5; i++)
        __VERIFIER_assert(a[i] <= a[i + 1]);
    return 0;
}
