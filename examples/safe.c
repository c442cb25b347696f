// The largest element of an array: nothing in the array is larger.
#include <assert.h>

int __VERIFIER_nondet_int(void);  // any int at all

int main(void) {
    int a[1000];
    for (int i = 0; i < 1000; i++)
        a[i] = __VERIFIER_nondet_int();

    int max = a[0];
    for (int i = 1; i < 1000; i++)
        if (a[i] > max)
            max = a[i];

    for (int i = 0; i < 1000; i++)
        assert(a[i] <= max);
}
