/* The entry function calls itself, and forgets to count one of two ways back. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int down;
int up;

int main(void) {
    int before = down - up;
    int x = __VERIFIER_nondet_int();
    if (x > 0 && down < 1000000) {
        down++;
        main();
        if (x != 77 || down < 3) {
            up++;
        }
    }
    if (down - up != before) {
        reach_error();
    }
    return 0;
}
