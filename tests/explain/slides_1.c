/* Paper 002, "Overview of the procedure", the first example, in C: p has parameters of its own, so y stays 0.
 * The slides' last pictures let p change y through b; see slides_1_global.c for a program that does what they show. */
int x, y;

void p(int a, int b)
{
    b = b + a;
}

int main()
{
    x = 0;
    y = 0;
    while (x < 1) {
        x = x + 1;
        p(x, y);
    }
    ;
}
