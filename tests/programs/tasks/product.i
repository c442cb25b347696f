extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100000)
        return 0;
    int y = x * x;
    return y == 3;
}
