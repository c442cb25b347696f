// verdict: UNSAFE 8
// options: --property bounds
union word { int i; unsigned char bytes[4]; };
int main(void) {
    union word w;
    w.i = 0;
    for (int k = 0; k <= 4; k++)
        w.bytes[k] = 1;
    return 0;
}
