// The length is a number: it becomes a parameter.
extern void reach_error(void);
int main(void) {
    int a[4000];
    for (int i = 0; i < 4000; i++)
        a[i] = 2 * i;
    for (int i = 0; i < 4000; i++)
        if (a[i] != 2 * i) reach_error();
    return 0;
}
