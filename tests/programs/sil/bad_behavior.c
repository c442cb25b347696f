// exit: 2
// options: --engine sil
/*@ behavior positive: assumes n > 0; ensures \result > 0; */
int f(int n) { return n; }
int main(void) { return f(1); }
