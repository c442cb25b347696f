// Binary search in a sorted array. Every element should be found where it is, but one comparison is wrong.
#include <assert.h>

int __VERIFIER_nondet_int(void);  // any int at all

int search(const int *a, int n, int key) {
    int low = 0, high = n - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
            return middle;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void) {
    int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    int i = __VERIFIER_nondet_int();
    if (0 <= i && i < 8)
        assert(search(primes, 8, primes[i]) == i);
}
