// verdict: UNSAFE 6
extern void reach_error(void);
int main(void) {
    int *nowhere;
    if (nowhere == 0)
        reach_error();
    return 0;
}
