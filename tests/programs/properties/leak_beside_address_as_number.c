// verdict: UNSAFE 6
// options: --engine auto --property memory
/* The byte that is stored is not modelled, but nothing depends on it: the portfolio confirms the leak. */
#include <stdlib.h>

int main(void) {
    char *area = malloc(10);
    char *other = malloc(10);
    area[3] = (char)(long)other;
    free(area);
    return 0;
}
