// verdict: SAFE
#include <assert.h>
enum level { LOW, MID, HIGH };
int main(void) {
    enum level l = LOW;
    int wrapped = l - 1 > 0;
    assert(wrapped);
    assert(LOW - 1 < 0);
    assert(sizeof(enum level) == 4);
    return 0;
}
