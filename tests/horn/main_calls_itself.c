/* The entry function calls itself: it comes back as often as it was called. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int down;
int up;

int main(void) {
    int before = down - up;
    if (__VERIFIER_nondet_int() > 0 && down < 1000000) {
        down++;
        main();
        up++;
    }
    if (down - up != before) {
        reach_error();
    }
    return 0;
}
