// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
/*@ requires n >= 0 && 2 * n <= \length(a); ensures n > 0 ==> a[0] == 0; */
void every_other(int *a, int n)
{
    for (int i = 0; i < 2 * n; i += 2)
        a[i] = 0;
}
