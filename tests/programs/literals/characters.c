// verdict: SAFE
#include <assert.h>
int main(void) {
    assert('a' == 97 && 'Z' == 90 && '0' == 48);
    assert('\n' == 10 && '\t' == 9 && '\\' == 92 && '\'' == 39 && '\0' == 0);
    assert('\x41' == 'A' && '\101' == 'A');
    assert('\xff' == -1);
    char c = 'a';
    c += 'B' - 'A';
    assert(c == 'b');
    return 0;
}
