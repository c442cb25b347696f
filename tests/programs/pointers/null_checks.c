// verdict: SAFE
#include <assert.h>
#include <stddef.h>
static int read_or(const int *p, int otherwise) { return p ? *p : otherwise; }
static const int *find(const int *a, int n, int key) {
    for (; n > 0; n--, a++)
        if (*a == key)
            return a;
    return NULL;
}
int main(void) {
    int a[3] = { 4, 5, 6 };
    assert(read_or(find(a, 3, 5), -1) == 5);
    assert(read_or(find(a, 3, 7), -1) == -1);
    assert(find(a, 3, 6) == a + 2);
    assert(!find(a, 0, 4));
    return 0;
}
