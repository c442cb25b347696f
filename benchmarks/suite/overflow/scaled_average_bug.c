/* An average that is scaled up by ten before the division, for values that are small enough. The
   mistake: the bounds of the values forget that there are two of them. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    int result = 0;
    int scaled = 0;
    if (first >= -200000000 && first <= 200000000 && second >= -200000000 && second <= 200000000) {
        scaled = 10 * (first + second);
        result = scaled / 2;
    }
    return result == scaled;
}
