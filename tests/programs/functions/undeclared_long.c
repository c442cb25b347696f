// verdict: UNSAFE 7
// unchecked: the input has no declaration
/* A long is not cut to an int because nobody declares what gives it. */
extern void reach_error(void);
int main(void) {
    long large = __VERIFIER_nondet_long();
    if (large > 2147483647) reach_error();
    return 0;
}
