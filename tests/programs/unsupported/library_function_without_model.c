// verdict: UNKNOWN
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(strtol("12", 0, 8) == 10);
    return 0;
}
