// verdict: SAFE
#include <assert.h>
void *memcpy();
int main(void) {
    int from = 3, to = 4;
    memcpy(&to, &from, sizeof from);
    assert(to == 3);
    return 0;
}
