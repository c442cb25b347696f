/* The first example of paper 002 with a procedure that changes the global, as the slides' pictures have it: behind the
 * call x' = 1 and y' = 1. The slides print the callee's entry values (x = 1, y = 0) in main, too; they belong to the
 * callee, and main only keeps its own. What p does not use, here x, is not in its path edges. */
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
