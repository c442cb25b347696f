// verdict: SAFE
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int even = x % 2 == 0;
    if (even && (x & 1))
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
