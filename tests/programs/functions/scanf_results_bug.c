// verdict: UNSAFE 9
// unchecked: compiled C needs text to read
#include <assert.h>
#include <stdio.h>
int main(void) {
    int number = 0;
    int count = scanf("%d", &number);
    if (count == 1)
        assert(number != 12345);
    return 0;
}
