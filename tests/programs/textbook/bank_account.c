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
struct account { long balance; int refused; };
static void withdraw(struct account *a, int amount) {
    if (amount < 0 || amount > a->balance) {
        a->refused++;
        return;
    }
    a->balance -= amount;
}
int main(void) {
    struct account a = { 100, 0 };
    for (int i = 0; i < 4; i++)
        withdraw(&a, __VERIFIER_nondet_int());
    __VERIFIER_assert(a.balance >= 0 && a.balance <= 100);
    return 0;
}
