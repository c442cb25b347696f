// exit: 2
#include "heureka_sets.h"
int main(void) {
    Set s = 0;
    return SetNotEmptyTest(s);
}
