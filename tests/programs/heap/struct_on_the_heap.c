// verdict: SAFE
#include <assert.h>
#include <stdlib.h>
struct stack { int top; int data[4]; };
static struct stack *create(void) {
    struct stack *s = malloc(sizeof(struct stack));
    s->top = 0;
    return s;
}
static int push(struct stack *s, int v) {
    if (s->top == 4)
        return 0;
    s->data[s->top++] = v;
    return 1;
}
int main(void) {
    struct stack *s = create(), *t = create();
    int pushed = 0;
    for (int i = 0; i < 6; i++)
        pushed += push(s, i);
    push(t, 99);
    assert(pushed == 4 && s->top == 4 && t->top == 1);
    assert(s->data[3] == 3 && t->data[0] == 99);
    free(s);
    free(t);
    return 0;
}
