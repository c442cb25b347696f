// verdict: SAFE
// options: --property memory --engine arrays
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 10) return 0;
  int *r[10];
  for (int i = 0; i < n; i++) r[i] = malloc(sizeof(int));
  for (int i = 0; i < n; i++) free(r[i]);
  return 0;
}
