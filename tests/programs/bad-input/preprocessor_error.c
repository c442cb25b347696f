// exit: 2
#define WIDTH 12
#if WIDTH != 8
#error "this needs a width of 8"
#endif
int main(void) {
    return 0;
}
