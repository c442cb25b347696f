// verdict: UNSAFE 10
// options: --property memory
static int *keep;
static void store(void) {
    int local = 4;
    keep = &local;
}
int main(void) {
    store();
    return *keep;
}
