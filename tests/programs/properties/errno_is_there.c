// verdict: SAFE
// options: --property memory
#include <errno.h>
int main(void) {
    int failed = 0;
    errno = 0;
    if (errno)
        failed = 1;
    return failed;
}
