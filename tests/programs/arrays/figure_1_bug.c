// verdict: UNSAFE 14
// options: --engine arrays --quiet
// unchecked: reads cells that nobody set
int main(void)
{
    int i, a[3];
    a[2] = 1;
    i = 0;
    while (a[i] != 1 && i < 3) {
        a[i] = 2 * i;
        i = i + 1;
    }
    if (i > 1) {
        ERROR: ;
    }
    return 0;
}
