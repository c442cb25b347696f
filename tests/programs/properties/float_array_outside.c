// verdict: UNSAFE 7
// options: --property bounds
int main(void) {
    double a[3];
    int i;
    for (i = 0; i <= 3; i++)
        a[i] = 1.0;
    return 0;
}
