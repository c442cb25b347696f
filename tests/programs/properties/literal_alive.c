// verdict: SAFE
// options: --property memory
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int *p = (int[]){i, 2};
        sum += p[0] + p[1];
    }
    return sum;
}
