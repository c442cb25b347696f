// verdict: UNKNOWN
/* GNU's `?:` without a middle asks whether its operand is zero, also one that is not modelled. */
extern void reach_error(void);
float zero;
int main(void) {
    int x = 0;
    zero ?: (x = 1);
    if (x == 1) reach_error();
    return 0;
}
