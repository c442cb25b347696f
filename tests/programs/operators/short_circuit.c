// verdict: SAFE
#include <assert.h>
int calls;
static int yes(void) { calls++; return 2; }
static int no(void) { calls++; return 0; }
int main(void) {
    int r = no() && yes();
    assert(r == 0 && calls == 1);
    r = yes() || no();
    assert(r == 1 && calls == 2);
    r = yes() && yes() && no() && yes();
    assert(r == 0 && calls == 5);
    return 0;
}
