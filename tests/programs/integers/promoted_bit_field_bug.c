// verdict: UNSAFE 14
// inputs: 33
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { }

struct part {
    unsigned small : 5;
};

int main(void) {
    struct part part;
    part.small = __VERIFIER_nondet_uint();
    if ((0, part.small) - 2 < 0 && part.small == 1)
        reach_error();
    return 0;
}
