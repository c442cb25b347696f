// exit: 2
#include "heureka_sets.h"
Set rows[3];
int main(void) {
    return 0;
}
