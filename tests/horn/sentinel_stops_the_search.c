/* A search stops at the key in the last cell. That cell must be known while another one is looked at. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) {
        abort();
    }
    int a[n + 1];
    int key = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
    }
    a[n] = key;
    int i = 0;
    while (a[i] != key) {
        i++;
    }
    if (i > n) {
        reach_error();
    }
    return 0;
}
