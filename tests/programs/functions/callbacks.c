// verdict: SAFE
#include <assert.h>
typedef int (*predicate)(int);
static int positive(int x) { return x > 0; }
static int even(int x) { return x % 2 == 0; }
static int count(const int *a, int n, predicate p) {
    int c = 0;
    for (int i = 0; i < n; i++)
        if (p(a[i]))
            c++;
    return c;
}
int main(void) {
    int a[6] = { -2, -1, 0, 1, 2, 3 };
    predicate p = positive;
    assert(count(a, 6, p) == 3);
    p = even;
    assert(count(a, 6, p) == 3);
    assert(count(a, 3, &positive) == 0);
    assert(p != positive);
    return 0;
}
