// verdict: UNSAFE 12
#include <assert.h>
static void swap(void *a, void *b, unsigned long n) {
    char *p = a, *q = b, t;
    for (unsigned long i = 0; i < n; i++)
        t = p[i], p[i] = q[i], q[i] = t;
}
int main(void) {
    long a[2] = {-3, 70000};
    swap(&a[0], &a[1], sizeof(long));
    assert(a[0] == 70000);
    assert(a[1] == 3);
    return 0;
}
