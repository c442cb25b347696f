// verdict: UNSAFE 6
// options: --property overflow
static int factorial(int n) {
    int f = 1;
    for (int i = 2; i <= n; i++)
        f *= i;
    return f;
}
int main(void) {
    return factorial(13) == 0;
}
