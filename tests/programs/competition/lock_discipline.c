// verdict: SAFE
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
    int locked = 0, requests;
    unsigned rounds = 0;
    do {
        __VERIFIER_assert(!locked);
        locked = 1;
        requests = __VERIFIER_nondet_int();
        if (requests > 0)
            locked = 0;
        rounds++;
    } while (requests > 0 && rounds < 20);
    if (requests <= 0)
        __VERIFIER_assert(locked);
    return 0;
}
