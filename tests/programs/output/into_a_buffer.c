// verdict: UNSAFE 10
// unchecked: it depends on the input
// simulate: unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
    char line[20], text[20];
    int count = 0;
    while (count < 3 && fgets(line, sizeof line, stdin) != 0) count++;
    assert(count < 3);
    snprintf(text, sizeof text, "%d lines", count);
    return 0;
}
