/* A table and its inverse: now and then one half of a swap is forgotten. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

#define SIZE 10

int to[SIZE];
int from[SIZE];

int main(void) {
    for (int i = 0; i < SIZE; i++) {
        to[i] = i;
        from[i] = i;
    }
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        int q = __VERIFIER_nondet_int();
        if (p < 0 || p >= SIZE || q < 0 || q >= SIZE) {
            abort();
        }
        int t = to[p];
        to[p] = to[q];
        to[q] = t;
        from[to[p]] = p;
        if (q != 7 || p < 3)
            from[to[q]] = q;
    }
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= SIZE) {
        abort();
    }
    if (from[to[k]] != k) {
        reach_error();
    }
    return 0;
}
