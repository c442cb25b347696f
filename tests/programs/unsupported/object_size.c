// verdict: UNKNOWN
#include <assert.h>

int main(void) {
    char buffer[8];
    assert(__builtin_object_size(buffer, 0) == 8);
    return 0;
}
