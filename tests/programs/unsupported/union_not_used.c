// verdict: UNSAFE 9
#include <assert.h>
union word { unsigned u; unsigned char bytes[4]; };
struct holder { union word w; int n; };
int main(void) {
    struct holder h;
    h.n = 3;
    h.n++;
    assert(h.n == 3);
    return 0;
}
