// The result of a call is given to a global that the callee writes, too.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int g;
int h(int n);
int f(int n) {
  if (n <= 0) return 1;
  g = h(n - 1);
  return n;
}
int h(int n) {
  if (n <= 0) return 1;
  g = f(n - 1) + h(n - 2);
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 4);
  int r = f(n);
  if (r == 3 && g != 0) reach_error();
  return 0;
}
