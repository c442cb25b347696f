// exit: 2
int f(int x);
long f(int x, int y);
int main(void) {
    return f(1);
}
