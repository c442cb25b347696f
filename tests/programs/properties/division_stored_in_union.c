// verdict: UNSAFE 6
// options: --property div-by-zero
union { int whole; char first; } u;
int main(void) {
    int parts = 0;
    u.whole = 7 / parts;
    return 0;
}
