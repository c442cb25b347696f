// verdict: SAFE
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    assert(ffs(0) == 0 && ffs(12) == 3 && ffs(-1) == 1);
    assert(ffsl(0) == 0 && ffsl(1L << 20) == 21);
    assert(ffsll(0) == 0 && ffsll(1LL << 60) == 61);
    assert(__builtin_ffsll(-2LL) == 2);
    return 0;
}
