// verdict: UNSAFE 18
// options: --engine sil
// inputs: 3
extern void abort(void);
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int i = 0, n = 0;
    if (x > 2)
        goto middle;
    for (i = 0; i < 4; i++) {
        n += 2;
    middle:
        n += 1;
    }
    if (n != 12)
        reach_error();
    return 0;
}
