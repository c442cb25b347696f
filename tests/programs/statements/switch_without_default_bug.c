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
    int x = __VERIFIER_nondet_int();
    int y = 7;
    switch (x) {
    case -1:
    case 0:
    case 1:
        y = x * x;
        break;
    case 100: {
        int z = x / 10;
        y = z;
        break;
    }
    }
    __VERIFIER_assert(y == 0 || y == 1 || y == 10);
    return 0;
}
