// exit: 2
// options: --engine sil
int main(void)
{
    int x = 1;
    if (x)
        //@ assert x == 1;
        x = 2;
    return x;
}
