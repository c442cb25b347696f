// verdict: SAFE
#include <assert.h>
static int next(void) {
    static int last = 10;
    last += 5;
    return last;
}
int last = 1;
int main(void) {
    int last = 2;
    assert(next() == 15);
    assert(next() == 20);
    {
        extern int last;
        assert(last == 1);
    }
    assert(last == 2);
    return 0;
}
