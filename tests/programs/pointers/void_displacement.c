// verdict: SAFE
#include <assert.h>
#include <stddef.h>
struct node { int data; struct { struct node *next; } link; };
int main(void) {
    struct node n;
    n.data = 42;
    void *moved = (void *)&n.link - offsetof(struct node, link);
    struct node *back = moved;
    assert(back->data == 42 && back == &n);
    return 0;
}
