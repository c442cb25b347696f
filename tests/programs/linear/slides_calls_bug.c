// verdict: UNSAFE 18
// options: --engine linear
/* The first worked example of paper 002: parameters are copies, so y keeps its value. */
int x, y;
void p(int a, int b)
{
    b = b + a;
}
int main(void)
{
    x = 0;
    y = 0;
    while (x < 1) {
        x = x + 1;
        p(x, y);
    }
    if (y != 1) {
        ERROR: ;
    }
    return 0;
}
