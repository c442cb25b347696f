// verdict: SAFE
#include <assert.h>
int main(void) {
    int copied = 0, n = 3;
    switch (11 % 4) {
    case 0:
        do {
            copied++;
    case 3:
            copied++;
    case 2:
            copied++;
    case 1:
            copied++;
        } while (--n > 0);
    }
    assert(copied == 11);
    return 0;
}
