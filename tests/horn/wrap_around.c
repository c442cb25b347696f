// Unsigned numbers wrap: from 0 downwards to the greatest.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = n, steps = 0;
    while (x != 0 && steps < 100) {
        x = x - 1;
        steps = steps + 1;
    }
    if (x + steps != n) reach_error();
    return 0;
}
