// exit: 2
int main(void) {
    int x = 1;
    switch (x) {
    case 1:
        return 1;
    case 2 - 1:
        return 2;
    }
    return 0;
}
