// exit: 2
// options: --engine sil
/*@ requires \result == 1; */
int f(int n) { return n; }
