// exit: 2
#include "heureka_sets.h"
int main(void) {
    Set s = SetEmpty(), t = SetEmpty();
    s = SetAdd(s, t);
    return 0;
}
