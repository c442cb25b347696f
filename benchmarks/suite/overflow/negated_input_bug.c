/* The absolute value of an input, except for the one that has none. The mistake: the smallest value
   is not excluded. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int magnitude = x;
    if (x < 0) {
        magnitude = -x;
    }
    return magnitude == 0;
}
