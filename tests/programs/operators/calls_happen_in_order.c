// verdict: UNSAFE 11
#include <assert.h>
int log_[4], n;
static int mark(int v) { log_[n++] = v; return v; }
int main(void) {
    int a = mark(1);
    a = (mark(2), mark(3));
    a = a + (mark(4) ? 1 : 0);
    assert(n == 4 && a == 4);
    for (int i = 0; i < 4; i++)
        assert(log_[i] == 4 - i);
    return 0;
}
