// verdict: UNKNOWN
#include <assert.h>
#include <stdarg.h>
static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = 0;
    while (n-- > 0)
        s += va_arg(list, int);
    va_end(list);
    return s;
}
int main(void) {
    assert(sum(3, 1, 2, 3) == 6);
    return 0;
}
