// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
/*@ requires n > 3 && n < 2; ensures \false; */
int nonsense(int n)
{
    return n;
}
