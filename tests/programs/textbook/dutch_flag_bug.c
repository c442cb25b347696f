// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a[8];
    for (int i = 0; i < 8; i++)
        a[i] = __VERIFIER_nondet_uint() % 3;
    int low = 0, mid = 0, high = 7;
    while (mid < high) {
        unsigned t = a[mid];
        switch (t) {
        case 0:
            a[mid++] = a[low];
            a[low++] = t;
            break;
        case 1:
            mid++;
            break;
        default:
            a[mid] = a[high];
            a[high--] = t;
        }
    }
    for (int i = 0; i < 7; i++)
        __VERIFIER_assert(a[i] <= a[i + 1]);
    return 0;
}
