// verdict: SAFE
// options: --engine linear
// unchecked: the inputs have no declaration
/* An input gives the type that its name says, also where nobody declares it. */
extern void reach_error(void);
int main(void) {
    int truth = __VERIFIER_nondet_bool();
    int small = __VERIFIER_nondet_short();
    if (truth < 0 || truth > 1 || small < -32768 || small > 32767) reach_error();
    return 0;
}
