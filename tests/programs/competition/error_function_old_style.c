// verdict: UNSAFE 7
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error();
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        __VERIFIER_error();
    return 0;
}
