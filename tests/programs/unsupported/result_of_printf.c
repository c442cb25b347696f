// verdict: UNKNOWN
// unchecked: it depends on what is printed
#include <assert.h>
#include <stdio.h>
int main(void) {
    int length = printf("%d\n", 42);
    assert(length <= 3);
    return 0;
}
