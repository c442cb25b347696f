// verdict: SAFE
#include <assert.h>
static int __attribute__((noinline, unused)) helper(int x) { return x + 1; }
extern void die(void) __attribute__((__noreturn__));
struct __attribute__((aligned(16))) wide { int x; };
static int global __attribute__((unused)) = 4;
int main(void) {
    int local __attribute__((aligned(8))) = helper(global);
    __extension__ long long big = 1LL << 40;
    assert(local == 5);
    assert(big == 1099511627776);
    assert(sizeof(struct wide) == 16);
    return 0;
}
