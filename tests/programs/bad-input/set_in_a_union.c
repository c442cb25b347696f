// exit: 2
#include "heureka_sets.h"
union value {
    int number;
    Set set;
};
int main(void) {
    return 0;
}
