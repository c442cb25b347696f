// exit: 2
int main(void) {
    char c = 'a;
    return c;
}
