// verdict: SAFE
#include <assert.h>
enum op { PUSH, ADD, MUL, NEG, DUP, HALT };
struct instruction { enum op op; int argument; };
static int run(const struct instruction *p) {
    int stack[8], top = 0;
    for (;; p++)
        switch (p->op) {
        case PUSH:
            stack[top++] = p->argument;
            break;
        case ADD:
            top--;
            stack[top - 1] += stack[top];
            break;
        case MUL:
            top--;
            stack[top - 1] *= stack[top];
            break;
        case NEG:
            stack[top - 1] = -stack[top - 1];
            break;
        case DUP:
            stack[top] = stack[top - 1];
            top++;
            break;
        case HALT:
            return stack[top - 1];
        }
}
int main(void) {
    const struct instruction program[] = {
        { PUSH, 3 }, { DUP }, { MUL }, { PUSH, 4 }, { NEG }, { ADD }, { HALT },
    };
    assert(run(program) == 5);
    return 0;
}
