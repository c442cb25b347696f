// verdict: UNSAFE 7
// options: --property bounds
int main(void) {
    int x = 5;
    char *p = (char *)&x;
    for (int i = 0; i <= 4; i++)
        p[i] = 0;
    return x;
}
