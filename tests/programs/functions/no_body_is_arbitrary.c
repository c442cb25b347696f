// verdict: UNSAFE 8
// unchecked: the function has no body to link
// simulate: unknown
#include <assert.h>
int measure(void);
int main(void) {
    int m = measure();
    assert(m != 12);
    return 0;
}
