// exit: 2
#include "heureka_sets.h"
static Set s = SetEmpty();
int main(void) {
    return SetNotEmptyTest(s);
}
