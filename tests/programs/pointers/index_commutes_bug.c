// verdict: UNSAFE 5
#include <assert.h>
int main(void) {
    int a[4] = { 5, 6, 7, 8 }, i = 2;
    assert(i[a] == 6 && 3[a] == 8);
    assert(&i[a] == a + 2);
    assert(*&a[1] == 6 && &*a == a);
    int *middle = &a[2];
    assert(middle[-2] + middle[1] == 13);
    return 0;
}
