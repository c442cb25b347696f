// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
/*@ requires 0 <= lo <= hi && hi <= \length(a);
    ensures \forall integer i; lo <= i < hi ==> a[i] == 0;
    ensures \forall integer i; 0 <= i < lo ==> a[i] == \old(a[i]);
    ensures \forall integer i; hi <= i < \length(a) ==> a[i] == \old(a[i]); */
void clear_a_window(int *a, int lo, int hi)
{
    int i;
    for (i = lo; i < hi; i++)
        a[i] = 0;
}
