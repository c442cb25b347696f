/* A list of input length whose values count down from the front. */
#include <stdlib.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "list_any_length.c", 0, "reach_error"); }
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
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 1 && n <= 1000);
    struct node *head = 0;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof(struct node));
        p->value = i;
        p->next = head;
        head = p;
    }
    int expected = n - 1;
    while (head != 0) {
        __VERIFIER_assert(head->value == expected);
        expected--;
        struct node *next = head->next;
        free(head);
        head = next;
    }
    __VERIFIER_assert(expected == -1);
    return 0;
}
