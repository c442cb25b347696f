/* A list of nodes on the heap is built at the front and added up; the sum is that of the inputs. */
#include <stdlib.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "list_of_three.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = 0;
    int expected = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof(struct node));
        n->value = __VERIFIER_nondet_int();
        assume_abort_if_not(n->value >= 0 && n->value <= 1000);
        expected += n->value;
        n->next = head;
        head = n;
    }
    int sum = 0;
    for (struct node *p = head; p != 0; p = p->next) {
        sum += p->value;
    }
    __VERIFIER_assert(sum == expected);
    while (head != 0) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
