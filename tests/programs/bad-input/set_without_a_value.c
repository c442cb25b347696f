// exit: 2
#include "heureka_sets.h"
int main(void) {
    Set s;
    return SetInTest(s, 1);
}
