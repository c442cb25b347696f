/* A loop and a call, where paths meet that do not part in one `if`. */
/* show: --unwind 2 */
extern void assert(int);
extern int __VERIFIER_nondet_int(void);

int twice(int y) {
    if (y < 0)
        return 0;
    return y + y;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), s = 0;
    while (n > 0) {
        s = s + twice(n);
        n = n - 1;
    }
    if (s > 10 || n < -5)
        s = 0;
    assert(s >= 0);
    return 0;
}
