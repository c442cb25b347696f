// verdict: UNKNOWN
// unchecked: GNU C, where it stands for what follows
#include <assert.h>
#include <stdlib.h>
struct packet { int length; int data[0]; };
int main(void) {
    struct packet *p = malloc(sizeof(struct packet) + 4 * sizeof(int));
    p->data[3] = 1;
    assert(p->data[3] == 1);
    free(p);
    return 0;
}
