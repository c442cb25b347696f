// verdict: SAFE
// options: --engine arrays
// unchecked: sets have no implementation in C
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <heureka_sets.h>

Set s;
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) if (__VERIFIER_nondet_int()) s = SetAdd(s, i);
  if (!SetNotEmptyTest(s)) {
    for (int i = 0; i < n; i++) if (SetInTest(s, i)) reach_error();
  }
}
