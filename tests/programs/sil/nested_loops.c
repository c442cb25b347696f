// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
/*@ requires n >= 0 && n <= \length(a);
    ensures \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]; */
void sort(int *a, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
}
