// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned int __VERIFIER_nondet_uint(void);
#include <stdlib.h>
struct node { unsigned value; struct node *next; };
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 8;
    struct node *head = 0;
    for (unsigned i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = i;
        fresh->next = head;
        head = fresh;
    }
    unsigned expected = n;
    while (head) {
        struct node *next = head->next;
        expected--;
        __VERIFIER_assert(head->value == n - 1 - expected);
        free(head);
        head = next;
    }
    __VERIFIER_assert(expected == 0);
    return 0;
}
