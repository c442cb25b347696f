// verdict: UNSAFE 6
#include <assert.h>
int main(void) {
    const char *p = "heap" "sort";
    char copy[] = "abc";
    assert(p[0] == 'h' && p[4] == 's' && p[8] == 't');
    assert(sizeof copy == 4 && copy[3] == '\0');
    copy[1] = 'X';
    assert(copy[0] == 'a' && copy[1] == 'X');
    assert("xyz"[2] == 'z');
    assert("\x41\102"[1] == 'B');
    return 0;
}
