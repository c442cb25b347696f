// verdict: SAFE
// options: --engine sil
// unchecked: contracts have no main
#define LENGTH 100000
#define VALUE (3 + 4)
int a[LENGTH];

int main(void)
{
    int i;
    for (i = 0; i < LENGTH; i++)
        a[i] = VALUE;
    //@ assert \forall integer k; 0 <= k < LENGTH ==> a[k] == VALUE;
    return 0;
}
