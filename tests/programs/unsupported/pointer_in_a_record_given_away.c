// verdict: UNKNOWN
// unchecked: there is nothing to link
#include <assert.h>
struct handle { int *place; };
extern void use(struct handle);
int main(void) {
    int x = 1;
    struct handle h = {&x};
    use(h);
    assert(x == 1);
    return 0;
}
