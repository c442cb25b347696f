// verdict: UNKNOWN
// options: --property memory
#include <stdlib.h>
int main(void) {
    return strtol((char *)0, (char **)0, 10) == 3;
}
