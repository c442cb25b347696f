// verdict: UNSAFE 9
// options: --property memory
int main(int argc, char **argv) {
    int *p = 0;
    int n = 0;
    if (argc >= 0)
        p = &(int){3};
    n++;
    return *p + n;
}
