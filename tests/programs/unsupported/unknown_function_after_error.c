// verdict: UNSAFE 7
// unchecked: the function has no body to link
#include <assert.h>
extern void configure(int *settings);
int main(void) {
    int settings[2] = { 1, 2 };
    assert(settings[1] == 1);
    configure(settings);
    return 0;
}
