// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
/*@ requires n >= 0 && n <= \length(a); ensures \forall integer i; 0 <= i < n ==> b[i] == 2 * a[i]; */
void twice(int *a, int *b, int n)
{
    for (int i = 0; i < n; i++)
        b[i] = a[i] + a[i];
}
