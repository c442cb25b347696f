// verdict: UNSAFE 19
// options: --engine sil
// unchecked: contracts have no main
/*@ requires \valid(a + (0 .. n - 1)) && n >= 0; */
void partition(int *a, int *b, int *c, int n)
{
    int i = 0, j = 0, k = 0;
    while (i < n) {
        if (a[i] >= 1) {
            b[j] = a[i];
            j++;
        } else {
            c[k] = a[i];
            k++;
        }
        i++;
    }
    //@ assert \forall integer x; 0 <= x < j ==> b[x] >= 0;
    //@ assert \forall integer x; 0 <= x < k ==> c[x] < 0;
}
