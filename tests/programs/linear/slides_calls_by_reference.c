// verdict: SAFE
// options: --engine linear
/* The first worked example of paper 002 as its path edges have it: y is 1 after the call, so p changes what it is given. */
int x, y;
void p(int a, int *b)
{
    *b = *b + a;
}
int main(void)
{
    x = 0;
    y = 0;
    while (x < 1) {
        x = x + 1;
        p(x, &y);
    }
    if (x != 1 || y != 1) {
        ERROR: ;
    }
    return 0;
}
