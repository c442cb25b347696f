// exit: 2
int main(void) {
    5 = 6;
    return 0;
}
