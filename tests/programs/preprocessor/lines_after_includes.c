// verdict: UNSAFE 16
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int main(void) {
    size_t n = sizeof(uint64_t);
    ptrdiff_t d = -1;
    assert(n == 8 && d < 0 && INT_MAX == 0);
    return 0;
}
