// verdict: UNSAFE 13
#include <assert.h>
int g;
static long table[5];
static struct { int a; char b[3]; } s;
extern int later;
int twice(void) { return later * 2; }
int later = 21;
int main(void) {
    assert(g == 0 && s.a == 0 && s.b[2] == 0);
    for (int i = 0; i < 5; i++)
        assert(table[i] == 0);
    assert(twice() == 0);
    return 0;
}
