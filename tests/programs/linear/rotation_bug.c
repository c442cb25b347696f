// verdict: UNSAFE 15
// options: --engine linear --quiet
#include <assert.h>
struct triple { int a, b, c; };
int main(void)
{
    struct triple t = { 1, 2, 3 };
    int i;
    for (i = 0; i < 300; i = i + 1) {
        struct triple old = t;
        t.a = old.b;
        t.b = old.c;
        t.c = old.a;
    }
    assert(t.a == 2);
    return 0;
}
