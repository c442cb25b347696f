// verdict: UNKNOWN
#include <assert.h>
#include <stdio.h>
int main(void) {
    char text[8] = "";
    sprintf(text, "%d", 42);
    assert(text[0] == 0);
    return 0;
}
