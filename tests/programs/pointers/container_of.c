// verdict: SAFE
#include <assert.h>
#include <stddef.h>
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
struct link { struct link *next; };
struct item { int value; struct link link; short tail; };
int main(void) {
    struct item a, b;
    int sum = 0;
    a.value = 1;
    b.value = 2;
    a.link.next = &b.link;
    b.link.next = 0;
    for (struct link *p = &a.link; p; p = p->next)
        sum += container_of(p, struct item, link)->value;
    assert(sum == 3);
    b.tail = 7;
    assert(*(short *)((char *)&b + offsetof(struct item, tail)) == 7);
    return 0;
}
