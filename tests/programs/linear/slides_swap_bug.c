// verdict: UNSAFE 23
// options: --engine linear
/* The second worked example of paper 002. */
int x, y;
void swap(void)
{
    int c;
    c = x;
    x = y;
    y = c;
}
int main(void)
{
    int k;
    k = 0;
    x = 10;
    y = 20;
    while (k < 50) {
        swap();
        k = k + 1;
    }
    if (x == 10) {
        ERROR: ;
    } else {
        ;
    }
    return 0;
}
