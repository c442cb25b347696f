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
    int light = 0, cars = 0, crossed = 0;
    for (int t = 0; t < 8; t++) {
        if (__VERIFIER_nondet_int() > 0)
            cars++;
        if (light == 2 && cars > 0) {
            cars--;
            crossed++;
        }
        light = (light + 1) % 3;
    }
    __VERIFIER_assert(crossed <= 2);
    __VERIFIER_assert(cars + crossed <= 8);
    return 0;
}
