// verdict: SAFE
#include <assert.h>
struct value { int kind; union { int number; int *place; struct { long a, b; } pair; } u; };
static int cell = 5;
static int get(struct value *v) {
    switch (v->kind) {
    case 0: return v->u.number;
    case 1: return *v->u.place;
    default: return (int)(v->u.pair.a + v->u.pair.b);
    }
}
int main(void) {
    struct value v[3];
    v[0].kind = 0;
    v[0].u.number = 3;
    v[1].kind = 1;
    v[1].u.place = &cell;
    v[2].kind = 2;
    v[2].u.pair.a = 4;
    v[2].u.pair.b = 5;
    assert(get(&v[0]) == 3);
    assert(get(&v[1]) == 5);
    assert(get(&v[2]) == 9);
    struct value w = v[1];
    assert(get(&w) == 5);
    w = v[2];
    assert(get(&w) == 9);
    return 0;
}
