// verdict: SAFE
#include <assert.h>
int main(void) {
    int odd = 0, seen = 0;
    for (int i = 0; ; i++) {
        seen++;
        if (i % 2 == 0)
            continue;
        if (i > 10)
            break;
        odd += i;
    }
    assert(odd == 25);
    assert(seen == 12);
    return 0;
}
