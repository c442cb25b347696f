// verdict: UNSAFE 14
#include <assert.h>
static const char *const names[] = { "zero", "one", "two", "three" };
static int length(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}
int main(void) {
    int total = 0;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        total += length(names[i]);
    assert(total == 16);
    assert(names[3][1] == 'h');
    return 0;
}
