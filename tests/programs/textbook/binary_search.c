// verdict: SAFE
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern int __VERIFIER_nondet_int(void);
static int search(const int *a, int n, int key) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int mid = low + (high - low) / 2;
        if (a[mid] == key)
            return mid;
        if (a[mid] < key)
            low = mid + 1;
        else
            high = mid - 1;
    }
    return -1;
}
int main(void) {
    int a[7] = { 1, 3, 5, 7, 9, 11, 13 };
    int key = __VERIFIER_nondet_int() % 16;
    int at = search(a, 7, key);
    __VERIFIER_assert(at == -1 || a[at] == key);
    __VERIFIER_assert(at != -1 || key < 0 || key % 2 == 0 || key > 13);
    return 0;
}
