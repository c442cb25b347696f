/* A signal of input length is smoothed with its neighbours; the result stays between the least and
   the greatest value. The mistake: at the right border the neighbour behind the end is taken as
   zero. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "smoothed_signal_bug.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 3 && n <= 1000);
    int signal[n];
    int smooth[n];
    int least = 1000;
    int most = -1000;
    for (int i = 0; i < n; i++) {
        signal[i] = __VERIFIER_nondet_int();
        assume_abort_if_not(signal[i] >= -1000 && signal[i] <= 1000);
        if (signal[i] < least) {
            least = signal[i];
        }
        if (signal[i] > most) {
            most = signal[i];
        }
    }
    for (int i = 0; i < n; i++) {
        int left = i > 0 ? signal[i - 1] : signal[0];
        int right = i + 1 < n ? signal[i + 1] : 0;
        smooth[i] = (left + 2 * signal[i] + right) / 4;
    }
    int k = __VERIFIER_nondet_int();
    assume_abort_if_not(k >= 0 && k < n);
    __VERIFIER_assert(smooth[k] >= least);
    __VERIFIER_assert(smooth[k] <= most);
    return 0;
}
