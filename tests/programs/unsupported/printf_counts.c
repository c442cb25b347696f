// verdict: UNKNOWN
// unchecked: compiled C may refuse it
#include <assert.h>
#include <stdio.h>
int main(void) {
    int written = 0;
    printf("three%n\n", &written);
    assert(written == 0);
    return 0;
}
