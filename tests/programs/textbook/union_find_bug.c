// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned parent[6];
static unsigned find(unsigned x) {
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}
int main(void) {
    for (unsigned i = 0; i < 6; i++)
        parent[i] = i;
    int groups = 6;
    for (int step = 0; step < 4; step++) {
        unsigned a = find(__VERIFIER_nondet_uint() % 6), b = find(__VERIFIER_nondet_uint() % 6);
        if (a != b) {
            parent[a] = b;
            groups--;
        }
    }
    __VERIFIER_assert(groups >= 5);
    return 0;
}
