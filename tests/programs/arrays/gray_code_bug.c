// verdict: UNSAFE 26
// options: --engine arrays --quiet
#include <assert.h>

#define N 10
#define DIGITS 9
#define RADIX 3

int digit[DIGITS], direction[DIGITS], focus[DIGITS + 1];

int main(void)
{
    for (int i = 0; i < DIGITS; i++) {
        digit[i] = 0;
        direction[i] = 1;
        focus[i] = i;
    }
    focus[DIGITS] = DIGITS;

    for (int step = 0; step < N; step++) {
        int i = focus[0];
        focus[0] = 0;
        if (i == DIGITS)
            break;
        digit[i] = digit[i] + direction[i];
        assert(0 <= digit[i] && digit[i] < RADIX);
        if (digit[i] == 0 || digit[i] == RADIX) {
            direction[i] = -direction[i];
            focus[i] = focus[i + 1];
            focus[i + 1] = i + 1;
        }
    }
    return 0;
}
