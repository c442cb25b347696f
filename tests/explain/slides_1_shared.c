/* The first example of paper 002 with the globals in place of the parameters: the summary edge is the one of the slides,
 * x = 1, x' = 1, y = 0, y' = 1. */
int x, y;

void p()
{
    y = y + x;
}

int main()
{
    x = 0;
    y = 0;
    while (x < 1) {
        x = x + 1;
        p();
    }
    ;
}
