// verdict: SAFE
#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 3, y = 4;
    printf("%d %s %c\n", x, "text", y);
    puts("line");
    putchar('\n');
    fprintf(stderr, "%d\n", x + y);
    assert(x == 3 && y == 4);
    return 0;
}
