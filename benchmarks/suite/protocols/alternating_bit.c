/* The alternating-bit protocol over a channel that may lose messages: what is delivered is always
   the next message. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "alternating_bit.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int sending = 0;
    int send_bit = 0;
    int delivered = 0;
    int wanted_bit = 0;
    int full = 0;
    int message = 0;
    int message_bit = 0;
    int ack_full = 0;
    int ack_bit = 0;
    while (__VERIFIER_nondet_bool() && sending < 100000) {
        int event = __VERIFIER_nondet_int();
        if (event == 0 && !full) {
            full = 1;
            message = sending;
            message_bit = send_bit;
        } else if (event == 1) {
            full = 0;
        } else if (event == 2 && full) {
            full = 0;
            if (message_bit == wanted_bit) {
                __VERIFIER_assert(message == delivered);
                delivered++;
                wanted_bit = !wanted_bit;
            }
            ack_full = 1;
            ack_bit = !wanted_bit;
        } else if (event == 3) {
            ack_full = 0;
        } else if (event == 4 && ack_full) {
            ack_full = 0;
            if (ack_bit == send_bit) {
                sending++;
                send_bit = !send_bit;
            }
        }
        __VERIFIER_assert(delivered == sending || delivered == sending + 1);
    }
    return 0;
}
