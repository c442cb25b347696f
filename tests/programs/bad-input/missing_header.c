// exit: 2
#include "there_is_no_such_header.h"
int main(void) {
    return 0;
}
