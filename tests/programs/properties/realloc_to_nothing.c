// verdict: UNKNOWN
// options: --property memory
// unchecked: C leaves it to the library
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    p = realloc(p, 0);
    if (p)
        free(p);
    return 0;
}
