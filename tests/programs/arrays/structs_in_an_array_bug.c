// verdict: UNSAFE 13
// options: --engine arrays --quiet
#include <assert.h>
struct point { int x, y; };
struct point p[1000];
int main(void)
{
    for (int i = 0; i < 1000; i++) {
        p[i].x = i;
        p[i].y = 1 - i;
    }
    for (int i = 0; i < 1000; i++)
        assert(p[i].x + p[i].y == 0);
    return 0;
}
