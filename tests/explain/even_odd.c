/* Mutual recursion: the summary edges say which numbers are even. */
#include <assert.h>

int odd(unsigned n);

int even(unsigned n)
{
    if (n == 0)
        return 1;
    return odd(n - 1);
}

int odd(unsigned n)
{
    if (n == 0)
        return 0;
    return even(n - 1);
}

int main(void)
{
    int answer = even(7);
    assert(answer == 0);
    return 0;
}
