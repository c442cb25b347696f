// verdict: UNSAFE 9
// simulate: unknown
// inputs: 123456789
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x * 2u == 246913578u && x > 0 && x < 1000000000)
        reach_error();
    return 0;
}
