// verdict: UNKNOWN
#include <assert.h>
extern void configure(int *settings);
int main(void) {
    int settings[2] = { 1, 2 };
    configure(settings);
    assert(settings[0] == 1);
    return 0;
}
