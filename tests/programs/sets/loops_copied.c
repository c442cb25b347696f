// verdict: SAFE
// options: --engine arrays
// unchecked: sets have no implementation in C
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <heureka_sets.h>

Set busy, backup;
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) busy = SetAdd(busy, i);
  backup = busy;
  for (int i = 0; i < n; i++) busy = SetDel(busy, i);
  if (SetNotEmptyTest(busy)) reach_error();
  busy = backup;
  for (int i = 0; i < n; i++) if (!SetInTest(busy, i)) reach_error();
}
