// verdict: UNSAFE 6
// unchecked: a compiler does not link it
extern void assert(int);
int main(void) {
    int x = 2;
    assert(x == 3);
    return 0;
}
