// exit: 2
#include "heureka_sets.h"
Set s, t;
int main(void) {
    return s == t;
}
