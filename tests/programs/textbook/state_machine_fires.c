// verdict: UNSAFE 6
extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}
extern int __VERIFIER_nondet_int(void);
enum state { IDLE, ARMED, FIRED, LOCKED };
int main(void) {
    enum state s = IDLE;
    int shots = 0;
    for (int i = 0; i < 10; i++) {
        int event = __VERIFIER_nondet_int() & 3;
        switch (s) {
        case IDLE:
            if (event == 1)
                s = ARMED;
            break;
        case ARMED:
            if (event == 2) {
                s = FIRED;
                shots++;
            } else if (event == 3)
                s = IDLE;
            break;
        case FIRED:
            s = shots >= 3 ? LOCKED : IDLE;
            break;
        case LOCKED:
            break;
        }
    }
    __VERIFIER_assert(shots == 0);
    return 0;
}
