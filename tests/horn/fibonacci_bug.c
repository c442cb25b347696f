// The sixth number is eight: a tree of calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int fibonacci(int n) {
    if (n < 1) return 0;
    if (n == 1) return 1;
    return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 6 && fibonacci(n) == 8) reach_error();
    return 0;
}
