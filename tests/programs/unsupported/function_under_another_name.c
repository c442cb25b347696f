// verdict: UNKNOWN
// unchecked: nothing is asked of compiled C
#include <assert.h>
int calls;
void count(void) { calls++; }
void also_count(void) __attribute__((alias("count")));
int main(void) {
    also_count();
    assert(calls == 0);
    return 0;
}
