// verdict: UNSAFE 6
// options: --property bounds
int seats[4];
int main(void) {
    int row = 4;
    (void)seats[row];
    return 0;
}
