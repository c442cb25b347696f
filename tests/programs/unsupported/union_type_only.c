// verdict: SAFE
#include <assert.h>
union either { int i; long l; };
typedef union either either_t;
int main(void) {
    int x = 2;
    assert(x * 2 == 4);
    return 0;
}
