// verdict: UNSAFE 5
// options: --property memory
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  int *r[1000];
  for (int i = 0; i < n; i++) r[i] = malloc(sizeof(int));
  for (int i = 1; i < n; i++) free(r[i]);
  return 0;
}
