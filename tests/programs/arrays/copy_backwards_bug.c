// verdict: UNSAFE 8
#include <assert.h>
int main(void) {
    int a[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, b[8];
    for (int i = 7; i >= 0; i--)
        b[7 - i] = a[i];
    for (unsigned i = 8; i-- > 0; )
        assert(b[i] == (int)i);
    return 0;
}
