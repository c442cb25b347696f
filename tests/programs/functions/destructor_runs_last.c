// verdict: UNSAFE 9
#include <assert.h>

int open_files;

__attribute__((destructor)) static void finish(void) {
    // main has opened one and not closed it
    int left = open_files;
    assert(left == 0);
}

int main(void) {
    open_files++;
    return 0;
}
