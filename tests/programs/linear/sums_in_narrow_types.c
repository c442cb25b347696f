// verdict: SAFE
// options: --engine linear
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The state is one byte, but its sums wrap in 8 and in 32 bits. */
signed char g = 2;
int main(void)
{
    unsigned x = __VERIFIER_nondet_uchar();
    g = 2 * g + x;
    short y = 2 * x + 3;
    g = x + g + x + 3;
    g++;
    g = 3 * x + y;
    long long out = -y + -3 * x + -g;
    if (!(out <= 4294967290LL))
        reach_error();
    return 0;
}
