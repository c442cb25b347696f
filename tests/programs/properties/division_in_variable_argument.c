// verdict: UNSAFE 6
// options: --property div-by-zero
static void note(int count, ...) { (void)count; }
int main(void) {
    int zero = 0;
    note(1, 10 / zero);
    return 0;
}
