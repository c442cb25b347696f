// verdict: SAFE
#include <assert.h>
int main(void) {
    int i, j, found = 0;
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            if (i * j == 42) {
                found = 1;
                goto done;
            }
done:
    assert(found && i == 6 && j == 7);
    return 0;
}
