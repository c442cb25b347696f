// verdict: UNSAFE 8
#include <assert.h>
int main(void) {
    int a[5] = { 3, 1, 4, 1, 5 };
    int sum = 0, *p = a, *end = a + 5;
    while (p < end)
        sum += *p++;
    assert(sum == 14 && p - a == 20);
    p--;
    assert(*p == 5 && p[-1] == 1 && *(p - 4) == 3);
    assert(&a[3] > &a[1] && p == &a[4]);
    return 0;
}
