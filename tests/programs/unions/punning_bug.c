// verdict: UNSAFE 9
#include <assert.h>
union word { int i; signed char bytes[4]; };
int main(void) {
    union word w;
    w.i = 0;
    for (int k = 0; k < 4; k++)
        w.bytes[k] = -1;
    assert(w.i != -1);
    return 0;
}
