// verdict: UNKNOWN
// unchecked: nobody else sets errno here
#include <assert.h>
#include <errno.h>
int main(void) {
    errno = 0;
    assert(errno == 0);
    return 0;
}
