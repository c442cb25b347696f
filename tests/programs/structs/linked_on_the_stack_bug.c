// verdict: UNSAFE 13
#include <assert.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node c = { 3, 0 }, b = { 2, &c }, a = { 1, &b };
    int sum = 0, length = 0;
    for (struct node *p = &a; p; p = p->next) {
        sum = sum * 10 + p->value;
        length++;
    }
    assert(sum == 123 && length == 3);
    a.next->next->value = 7;
    assert(b.value == 7);
    return 0;
}
