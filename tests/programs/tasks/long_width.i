extern void reach_error(void);
int main(void) {
    unsigned long x = 0;
    x--;
    if (x == 4294967295u)
        reach_error();
    return 0;
}
