// verdict: UNSAFE 8
#include <assert.h>
#include <string.h>
int main(void) {
    char buffer[16] = "abc";
    assert(strlen(buffer) == 3);
    strcpy(buffer + 3, "def");
    assert(strlen(buffer) == 7 && buffer[5] == 'f');
    assert(strcmp(buffer, "abcdef") == 0);
    assert(strcmp("a", "b") < 0);
    buffer[2] = 0;
    assert(strlen(buffer) == 2);
    return 0;
}
