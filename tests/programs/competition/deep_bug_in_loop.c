// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
int main(void) {
    unsigned x = 1;
    for (int i = 0; i < 5000; i++) {
        x = x * 1103515245u + 12345u;
        if (i == 4999)
            __VERIFIER_assert((x & 1) == 0);
    }
    return 0;
}
