// verdict: UNSAFE 6
// options: --engine sil
// unchecked: contracts have no main
/*@ requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures 0 <= \result <= n;
    ensures \forall integer i; 0 <= i < \result ==> a[i] != x;
    ensures \result < n ==> a[\result] == x; */
int find_first(int *a, int n, int x)
{
    int i;
    for (i = 1; i < n; i++)
        if (a[i] == x)
            return i;
    return n;
}
