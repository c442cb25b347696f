// verdict: SAFE
extern int __VERIFIER_nondet_int(void);
void reach_error() { __builtin_trap(); }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 0)
        reach_error();
    return 0;
}
