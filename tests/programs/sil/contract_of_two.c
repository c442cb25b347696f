// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
/*@ requires n >= 0 && n <= \length(a); ensures \forall integer i; 0 <= i < n ==> a[i] == 1; */
void ones(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 1;
}

/*@ requires n >= 1 && n <= \length(b); ensures \result == 1; */
int first_of_ones(int *b, int n)
{
    for (int i = 0; i < n; i++)
        b[i] = 1;
    return b[0];
}
