// verdict: SAFE
// unchecked: sets have no implementation in C
#include "heureka_sets.h"
void reach_error(void);
int main(void) {
    int x = 1, y = 2;
    Set S = SetAdd(SetEmpty(), x);
    x = 3;
    y = 1;
    S = SetDel(S, y);
    if (SetNotEmptyTest(S))
        reach_error();
    return 0;
}
