// verdict: UNSAFE 7
// options: --property memory
#include <stdlib.h>
int main(void) {
    int x = 1;
    int *p = &x;
    free(p);
    return 0;
}
