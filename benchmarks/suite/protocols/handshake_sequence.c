/* A connection opens by three messages and closes by two; data is counted only while it is open. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "handshake_sequence.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

enum { CLOSED, ASKED, ANSWERED, OPEN, CLOSING };

int main(void) {
    int state = CLOSED;
    int data = 0;
    int opened = 0;
    while (__VERIFIER_nondet_bool() && opened < 10000) {
        int message = __VERIFIER_nondet_int();
        switch (state) {
        case CLOSED:
            if (message == 1) {
                state = ASKED;
            }
            break;
        case ASKED:
            state = message == 2 ? ANSWERED : CLOSED;
            break;
        case ANSWERED:
            if (message == 3) {
                state = OPEN;
                opened++;
                data = 0;
            } else {
                state = CLOSED;
            }
            break;
        case OPEN:
            if (message == 4) {
                state = CLOSING;
            } else if (data < 1000) {
                data++;
            }
            break;
        default:
            if (message == 5) {
                state = CLOSED;
                data = 0;
            }
            break;
        }
        __VERIFIER_assert(data == 0 || state == OPEN || state == CLOSING);
        __VERIFIER_assert(data == 0 || opened > 0);
        __VERIFIER_assert(state >= CLOSED && state <= CLOSING);
    }
    return 0;
}
