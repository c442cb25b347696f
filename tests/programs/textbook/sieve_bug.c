// verdict: UNSAFE 14
#include <assert.h>
int main(void) {
    _Bool composite[60] = { 1, 1 };
    int primes = 0;
    for (int i = 2; i < 60; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = i * i; j < 60; j += i)
            composite[j] = 1;
    }
    assert(primes == 17);
    assert(!composite[57]);
    return 0;
}
