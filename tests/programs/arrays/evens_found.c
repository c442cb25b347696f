// verdict: UNSAFE 6
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
    int a[5], evens = 0, odds = 0;
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 5; i++)
        if (a[i] % 2 == 0)
            evens++;
        else
            odds++;
    __VERIFIER_assert(evens < 5);
    return 0;
}
