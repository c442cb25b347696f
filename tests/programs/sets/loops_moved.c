// verdict: SAFE
// options: --engine arrays
// unchecked: sets have no implementation in C
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <heureka_sets.h>

Set busy, idle;
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = __VERIFIER_nondet_int();
  if (m < 0 || m > n) return 0;
  for (int i = 0; i < n; i++) busy = SetAdd(busy, i);
  for (int i = 0; i < m; i++) {
    if (!SetInTest(busy, i) || SetInTest(idle, i)) reach_error();
    busy = SetDel(busy, i);
    idle = SetAdd(idle, i);
  }
  for (int i = m; i < n; i++) { if (!SetInTest(busy, i)) reach_error(); busy = SetDel(busy, i); }
  if (SetNotEmptyTest(busy)) reach_error();
  for (int i = 0; i < m; i++) { if (!SetInTest(idle, i)) reach_error(); idle = SetDel(idle, i); }
  if (SetNotEmptyTest(idle)) reach_error();
}
