// exit: 2
int main(void) {
    int x = 1;
    /* this comment has no end
    return x;
}
