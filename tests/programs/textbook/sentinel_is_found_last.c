// verdict: UNSAFE 8
// inputs: 15
// simulate: unknown
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[6] = { 4, 8, 15, 16, 23, 0 };
    int key = __VERIFIER_nondet_int();
    a[5] = key;
    int i = 0;
    while (a[i] != key)
        i++;
    __VERIFIER_assert(i == 5 || key == 4);
    return 0;
}
