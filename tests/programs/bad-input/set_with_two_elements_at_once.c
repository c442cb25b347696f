// exit: 2
#include "heureka_sets.h"
int main(void) {
    Set s = SetAdd(SetEmpty(), 1, 2);
    return SetNotEmptyTest(s);
}
