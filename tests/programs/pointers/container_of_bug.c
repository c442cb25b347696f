// verdict: UNSAFE 18
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next; };
struct item { int value; struct link link; };
static struct item *add(struct link *list, int value) {
    struct item *new = malloc(sizeof(struct item));
    new->value = value;
    new->link.next = list->next;
    list->next = &new->link;
    return new;
}
int main(void) {
    struct link list = {0};
    add(&list, 1);
    add(&list, 2);
    assert(((struct item *)((char *)list.next - offsetof(struct item, link)))->value == 1);
    return 0;
}
