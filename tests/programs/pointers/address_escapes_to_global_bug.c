// verdict: UNSAFE 13
#include <assert.h>
int *shared;
static void publish(int *p) { shared = p; }
static void bump(void) { ++*shared; }
int main(void) {
    int local = 5, other = 9;
    publish(&local);
    bump();
    bump();
    publish(&other);
    bump();
    assert(local == 5 && other == 10);
    return 0;
}
