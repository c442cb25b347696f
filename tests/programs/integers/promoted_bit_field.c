// verdict: SAFE
// options: --engine bmc --quiet
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { }

struct part {
    unsigned small : 5;
};

int main(void) {
    struct part part;
    part.small = __VERIFIER_nondet_uint();
    if ((0, part.small) - 32 >= 0)
        reach_error();
    if (-(1 ? part.small : part.small) > 0)
        reach_error();
    if ((unsigned)part.small - 32 < 32)
        reach_error();
    return 0;
}
