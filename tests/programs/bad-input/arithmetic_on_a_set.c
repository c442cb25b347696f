// exit: 2
#include "heureka_sets.h"
Set s;
int main(void) {
    s = s + 1;
    return 0;
}
