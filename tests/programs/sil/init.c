// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
/*@ requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> a[i] == 0; */
void init(int *a, int n)
{
    int i;
    for (i = 0; i < n; i++)
        a[i] = 0;
}
