// exit: 2
int main(void) {
    const char *s = "no end;
    return s[0];
}
