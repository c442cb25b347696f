// The sum is not what is said of it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int place[5];
    for (int i = 0; i < 5; i++)
        place[i] = 20;
    while (__VERIFIER_nondet_int()) {
        int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
        if (from < 0 || from >= 5 || to < 0 || to >= 5) return 0;
        if (place[from] > 0) {
            place[from]--;
            place[to]++;
        }
    }
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += place[i];
    if (sum > 99) reach_error();
    return 0;
}
