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
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const operations[])(int, int) = { add, sub, &mul };
int main(void) {
    unsigned which = __VERIFIER_nondet_uint() % 3;
    int r = operations[which](6, 3);
    __VERIFIER_assert(r == 9 || r == 3);
    __VERIFIER_assert((*operations[1])(r, r) == 0);
    return 0;
}
