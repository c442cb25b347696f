/* The program Q of Figures 1 and 2 of paper 004. */
extern void assert(int);

int main(void) {
    int a[10], i, x;
    i = a[0];
    i = i + 1;
    if (x > 0) {
        if (x < 10)
            x = x + 1;
        else
            x = x - 1;
    }
    assert(x > 0 && x < 10);
    a[x] = i;
}
