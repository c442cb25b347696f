// exit: 2
#include "heureka_sets.h"
struct graph {
    int size;
    Set nodes;
};
int main(void) {
    return 0;
}
