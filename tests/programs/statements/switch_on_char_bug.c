// verdict: UNSAFE 19
#include <assert.h>
static int value(char digit) {
    switch (digit) {
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        return digit - '0';
    case 'a': case 'A':
        return 10;
    case 'f':
    case 'F':
        return 15;
    }
    return -1;
}
int main(void) {
    assert(value('7') == 7);
    assert(value('A') + value('f') == 25);
    assert(value('\n') == 10);
    return 0;
}
