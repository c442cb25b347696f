// verdict: SAFE
// options: --property overflow
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char c = x;
    x = x * x + 1;
    c += 200;
    short s = x;
    s++;
    return x == c + s;
}
