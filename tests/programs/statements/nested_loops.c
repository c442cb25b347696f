// verdict: SAFE
#include <assert.h>
int main(void) {
    int count = 0;
    for (int i = 0; i < 6; i++)
        for (int j = i; j < 6; j++) {
            int k = j;
            while (k-- > i)
                count++;
        }
    assert(count == 35);
    return 0;
}
