// exit: 2
int main(void) {
    int x = 1;
    if (x) {
        x = 2;
    return x;
}
