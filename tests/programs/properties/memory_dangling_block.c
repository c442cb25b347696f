// verdict: UNSAFE 12
// options: --property memory
int main(void) {
    int *kept = 0;
    for (int i = 0; i < 3; i++) {
        int here = i;
        if (i == 1) {
            kept = &here;
            break;
        }
    }
    return *kept;
}
