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
#define SIZE 4
static int data[SIZE];
static unsigned head, tail;
static int put(int v) {
    if (tail - head > SIZE)
        return 0;
    data[tail++ % SIZE] = v;
    return 1;
}
static int get(int *v) {
    if (head == tail)
        return 0;
    *v = data[head++ % SIZE];
    return 1;
}
int main(void) {
    int next = 0, expected = 0, v;
    for (int step = 0; step < 12; step++) {
        if (__VERIFIER_nondet_uint() % 2)
            next += put(next);
        else if (get(&v))
            __VERIFIER_assert(v == expected++);
    }
    __VERIFIER_assert(next - expected >= 0 && next - expected <= SIZE);
    return 0;
}
