// verdict: UNSAFE 6
extern void reach_error(void);
static int done;
__attribute__((destructor)) static void look(void) {
    if (done)
        reach_error();
}
int main(void) {
    done = 1;
    return 0;
}
