// verdict: UNSAFE 13
#include <assert.h>
#include <alloca.h>
static int fibonacci(int n) {
    int *f = alloca((n + 2) * sizeof(int));
    f[0] = 0;
    f[1] = 1;
    for (int i = 2; i <= n; i++)
        f[i] = f[i - 1] + f[i - 2];
    return f[n];
}
int main(void) {
    assert(fibonacci(10) == 89);
    assert(fibonacci(0) == 0 && fibonacci(20) == 6765);
    return 0;
}
