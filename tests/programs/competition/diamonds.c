// verdict: SAFE
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = 0, y = __VERIFIER_nondet_uint();
    while (x < 99) {
        if (y % 2 == 0)
            x += 2;
        else
            x++;
        if (y % 2 == 0)
            x += 2;
        else
            x -= 2;
        if (y % 2 == 0)
            x += 2;
        else
            x += 2;
        if (y % 2 == 0)
            x += 2;
        else
            x -= 2;
        if (x == 4294967295u)
            x = 99;
    }
    __VERIFIER_assert(x % 2 == y % 2 || x == 99);
    return 0;
}
