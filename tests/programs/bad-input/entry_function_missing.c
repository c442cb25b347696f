// exit: 2
// options: --entry start
int main(void) {
    return 0;
}
