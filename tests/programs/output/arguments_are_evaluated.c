// verdict: SAFE
#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 3;
    printf("%d\n", x++);
    assert(x == 4);
    if (printf("%d\n", ++x) < 0)
        x = 5;
    assert(x == 5);
    return 0;
}
