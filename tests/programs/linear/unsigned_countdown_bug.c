// verdict: UNSAFE 12
// options: --engine linear --quiet
#include <assert.h>
int main(void)
{
    unsigned u = 3;
    int rounds = 0;
    while (u < 10) {
        u = u - 1;
        rounds = rounds + 1;
    }
    assert(rounds == 3 && u == 4294967295u);
    return 0;
}
