// verdict: SAFE
// options: --property bounds
#include <stdlib.h>
static int last(const int *a, int n) {
    return a[n - 1];
}
int main(void) {
    int *a = calloc(4, sizeof(int));
    int r = last(a, 4);
    free(a);
    return r;
}
