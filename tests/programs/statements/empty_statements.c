// verdict: SAFE
#include <assert.h>
int main(void) {
    int i;
    for (i = 0; i < 5; i++)
        ;
    ;
    {
    }
    if (i == 5)
        ;
    else
        i = 0;
    while (i-- > 0);
    assert(i == -1);
    return 0;
}
