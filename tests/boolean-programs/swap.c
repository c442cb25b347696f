/* Two copies that follow each other: what becomes of one predicate is the other one before. Fails for x = 7. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    while (__VERIFIER_nondet_int()) {
        int old = x;
        x = y;
        y = old;
    }
    if (x == 7) {
        if (y != 0)
            ERROR: ;
        y = x;
    }
    if (y == 7 && x != 7 && x + y > 7)
        goto ERROR;
    if (x == 7 && y == 7)
        goto ERROR;
    return 0;
}
