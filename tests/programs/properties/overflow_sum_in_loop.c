// verdict: UNSAFE 6
// options: --property overflow
int main(void) {
    int sum = 0;
    for (int i = 0; i < 100000; i++)
        sum += i;
    return sum == 0;
}
