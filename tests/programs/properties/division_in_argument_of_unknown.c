// verdict: UNSAFE 7
// options: --property div-by-zero
// unchecked: the function has no body
void tell(int speed);
int main(void) {
    int seconds = 0;
    tell(100 / seconds);
    return 0;
}
