// verdict: UNSAFE 11
// options: --property memory
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof(int));
  int *q = malloc(4);
  *p = 3; *q = 4;
  if (__VERIFIER_nondet_int()) free(p);
  free(q);
  free(p);
  return 0;
}
