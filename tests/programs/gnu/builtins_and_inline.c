// verdict: SAFE
#include <assert.h>
static __inline int twice(int x) { return 2 * x; }
static inline __attribute__((always_inline)) int thrice(int x) { return 3 * x; }
int main(void) {
    const int *__restrict__ p;
    int a[2] = { 1, 2 };
    p = a;
    assert(twice(p[1]) == 4 && thrice(p[0]) == 3);
    assert(__alignof__(int) == 4);
    return 0;
}
