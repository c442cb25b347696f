// verdict: UNSAFE 9
// options: --property memory
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *copy = malloc(5);
    const char *text = "hello";
    for (int i = 0; i < 6; i++)
        copy[i] = text[i];
    free(copy);
    return 0;
}
