/* Arrays that are written on one of two paths. */
extern void assert(int);

int main(void) {
    int a[2], t;
    if (a[0] > a[1]) {
        t = a[0];
        a[0] = a[1];
        a[1] = t;
    }
    assert(a[0] <= a[1]);
    return 0;
}
