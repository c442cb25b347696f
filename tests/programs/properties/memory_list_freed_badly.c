// verdict: UNSAFE 14
// options: --property memory
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = head;
        head = fresh;
    }
    while (head) {
        free(head);
        head = head->next;
    }
    return 0;
}
