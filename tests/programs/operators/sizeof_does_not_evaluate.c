// verdict: SAFE
#include <assert.h>
int calls;
static int count(void) { return ++calls; }
int main(void) {
    int i = 1, a[7];
    unsigned long s = sizeof(i++) + sizeof(count());
    assert(s == 8 && i == 1 && calls == 0);
    assert(sizeof a / sizeof a[0] == 7);
    assert(sizeof(char[3][5]) == 15);
    assert(sizeof(a + 0) == 8);
    assert(sizeof "hello" == 6);
    assert(sizeof(int) - 5 > 0);
    return 0;
}
