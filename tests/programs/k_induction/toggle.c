// verdict: SAFE
// options: --engine bmc --unwind 1
#include <assert.h>

int main(void)
{
    int i, x = 0;
    for (i = 0; i < 1000000; i++) {
        x = 1 - x;
        assert(x == 0 || x == 1);
    }
    return 0;
}
