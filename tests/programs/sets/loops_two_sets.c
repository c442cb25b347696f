// verdict: SAFE
// options: --engine arrays
// unchecked: sets have no implementation in C
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <heureka_sets.h>

Set even, odd;
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) { if (i % 2 == 0) even = SetAdd(even, i); else odd = SetAdd(odd, i); }
  for (int i = 0; i < n; i++) {
    if (SetInTest(even, i) && SetInTest(odd, i)) reach_error();
    if (!SetInTest(even, i) && !SetInTest(odd, i)) reach_error();
    if (SetInTest(even, i)) even = SetDel(even, i); else odd = SetDel(odd, i);
  }
  if (SetNotEmptyTest(even)) reach_error();
  if (SetNotEmptyTest(odd)) reach_error();
}
