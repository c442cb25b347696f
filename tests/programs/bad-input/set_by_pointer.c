// exit: 2
#include "heureka_sets.h"
static void clear(Set *s) {
    *s = SetEmpty();
}
int main(void) {
    Set s = SetEmpty();
    clear(&s);
    return 0;
}
