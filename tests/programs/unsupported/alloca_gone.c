// verdict: UNKNOWN
// options: --property memory
int *kept;
static void f(void) {
    kept = __builtin_alloca(sizeof(int));
    *kept = 1;
}
int main(void) {
    f();
    return *kept;
}
