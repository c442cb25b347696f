// verdict: UNSAFE 8
// options: --property memory
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof(int));
    *p = 3;
    free(p);
    return *p;
}
