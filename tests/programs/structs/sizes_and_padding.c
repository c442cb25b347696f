// verdict: SAFE
#include <assert.h>
#include <stddef.h>
struct mixed { char c; int i; char d; long l; };
struct packed_well { long l; int i; char c, d; };
int main(void) {
    assert(sizeof(struct mixed) == 24);
    assert(sizeof(struct packed_well) == 16);
    assert(offsetof(struct mixed, i) == 4);
    assert(offsetof(struct mixed, l) == 16);
    return 0;
}
