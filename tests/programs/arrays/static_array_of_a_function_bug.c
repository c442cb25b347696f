// verdict: UNSAFE 14
// options: --engine arrays --quiet
#include <assert.h>
int next(void)
{
    static int calls[3];
    for (int i = 0; i < 3; i++)
        calls[i]++;
    return calls[1];
}
int main(void)
{
    next();
    assert(next() == 1);
    return 0;
}
