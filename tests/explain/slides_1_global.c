/* The first example of paper 002 with a procedure that changes the global, as the slides' pictures have it: the summary
 * edge of p is x = 1, y = 0 and then x' = 1, y' = 1 (here a and b hold the values of x and y). The slides print these
 * entry values in main, too, behind the call; there they belong to p, and main only keeps x' = 1 and y' = 1. */
int x, y;

void p(int a, int b)
{
    y = b + a;
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
