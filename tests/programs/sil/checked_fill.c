// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
extern void __VERIFIER_assert(int);
/*@ requires \valid(a + (0 .. n - 1)) && n >= 0; */
void checked_fill(int *a, int n, int x)
{
    int i;
    for (i = 0; i < n; i++)
        a[i] = x;
    for (i = 0; i < n; i++)
        __VERIFIER_assert(a[i] == x);
}
