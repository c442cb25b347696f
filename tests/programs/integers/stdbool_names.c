// verdict: SAFE
#include <stdbool.h>
#include <assert.h>
static bool is_even(unsigned n) {
    return n % 2 == 0;
}
int main(void) {
    bool seen = false;
    for (unsigned i = 0; i < 10; i++)
        if (!is_even(i))
            seen = true;
    assert(seen == true);
    assert(sizeof(bool) == 1);
    return 0;
}
