// exit: 2
// options: --engine sil
/*@ ensures sorted(a, n); */
void f(int *a, int n) { }
