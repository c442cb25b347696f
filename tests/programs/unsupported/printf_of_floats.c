// verdict: SAFE
#include <assert.h>
#include <stdio.h>
int main(void) {
    double pi = 3.14159;
    int cents = 314;
    printf("%.2f %d\n", pi, cents);
    assert(cents == 314);
    return 0;
}
