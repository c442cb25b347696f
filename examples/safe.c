// The primes below 1000 by Eratosthenes' sieve: a number is left exactly when nothing divides it.
#include <assert.h>

int main(void) {
    char crossed[1000] = {1, 1};
    for (int i = 2; i * i < 1000; i++)
        if (!crossed[i])
            for (int j = i * i; j < 1000; j += i)
                crossed[j] = 1;

    for (int n = 2; n < 1000; n++) {
        int divisor = 2;
        while (n % divisor != 0)
            divisor++;
        assert(crossed[n] == (divisor != n));
    }
}
