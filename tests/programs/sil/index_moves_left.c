// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
/*@ requires n >= 0 && n <= \length(a); ensures \forall integer i; 0 <= i < n ==> a[i] == 0; */
void from_the_right(int *a, int n)
{
    for (int i = n - 1; i >= 0; i--)
        a[i] = 0;
}
