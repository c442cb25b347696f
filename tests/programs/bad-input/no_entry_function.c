// exit: 2
int helper(int x) {
    return x + 1;
}
