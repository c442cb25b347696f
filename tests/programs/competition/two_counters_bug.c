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
    int x = 0, y = 50;
    while (x < 100) {
        x++;
        if (x > 50)
            y++;
    }
    __VERIFIER_assert(y == 101);
    return 0;
}
