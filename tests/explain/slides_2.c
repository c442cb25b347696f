/* Paper 002, "Overview of the procedure", the second example: swap has two summary edges, whatever the number of calls. */
int x, y;

void swap()
{
    int c;
    c = x;
    x = y;
    y = c;
}

int main()
{
    int k;
    k = 0; x = 10; y = 20;
    while (k < 50) {
        swap();
        k = k + 1;
    }
}
