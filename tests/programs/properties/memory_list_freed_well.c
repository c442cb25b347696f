// verdict: SAFE
// options: --property memory
extern unsigned int __VERIFIER_nondet_uint(void);
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 6;
    struct node *head = 0;
    while (n--) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = head;
        head = fresh;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
