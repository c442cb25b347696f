// exit: 2
int main(void) {
    goto nowhere;
    return 0;
}
