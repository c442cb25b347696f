// verdict: UNSAFE 26
// options: --engine arrays --quiet
// inputs: 5, 0
#include <assert.h>

#define N 6

extern char __VERIFIER_nondet_char(void);

char source[N], target[N];

int main(void)
{
    for (int i = 0; i < N - 1; i++)
        source[i] = __VERIFIER_nondet_char();
    source[N - 1] = 0;

    int length = 1;
    while (source[length] != 0) {
        target[length] = source[length];
        length++;
    }
    target[length] = 0;

    for (int i = 0; i <= length; i++)
        assert(target[i] == source[i]);
    return 0;
}
