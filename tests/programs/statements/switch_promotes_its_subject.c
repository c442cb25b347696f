// verdict: UNSAFE 20
#include <assert.h>
static int hit(unsigned char x) {
    switch (x) {
    case 255:
        return 1;
    case -1:
        return 2;
    }
    return 0;
}
static int wide(unsigned x) {
    switch (x) {
    case -1:
        return 1;
    }
    return 0;
}
int main(void) {
    assert(hit((unsigned char)-1) == 2);
    assert(wide(4294967295u) == 1);
    return 0;
}
