// verdict: UNSAFE 7
// options: --property memory
#include <stdlib.h>
struct point { float x, y; };
int main(void) {
    struct point *p = malloc(2 * sizeof(struct point)), q = {1.0f, 2.0f};
    p[2] = q;
    free(p);
    return 0;
}
