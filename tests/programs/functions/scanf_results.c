// verdict: SAFE
// unchecked: compiled C needs text to read
#include <assert.h>
#include <stdio.h>
int main(void) {
    int first = 7, second = 8;
    int count = scanf("%2d %*d %d", &first, &second);
    assert(count >= -1 && count <= 2);
    if (count < 1)
        assert(first == 7);
    else
        assert(first >= -9 && first <= 99);
    if (count < 2)
        assert(second == 8);
    return 0;
}
