// verdict: UNKNOWN
#include <assert.h>
int main(void) {
    const char *a = "sum", *b = "checksum";
    assert(a != b + 5);
    return 0;
}
