// exit: 2
#include "heureka_sets.h"
Set s;
int main(void) {
    return &s != 0;
}
