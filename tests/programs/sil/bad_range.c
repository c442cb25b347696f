// exit: 2
// options: --engine sil
/*@ requires \forall integer i; a[i] == 0; */
void f(int *a, int n) { }
