// verdict: UNKNOWN
// options: --property bounds
// unchecked: nothing is asked of compiled C
#include <stdlib.h>
struct packet { int length; int data[]; };
int main(void) {
    struct packet *p = malloc(sizeof(struct packet) + 4 * sizeof(int));
    p->data[4] = 1;
    free(p);
    return 0;
}
