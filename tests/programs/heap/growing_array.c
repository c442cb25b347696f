// verdict: SAFE
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int capacity = 2, used = 0;
    int *a = malloc(capacity * sizeof(int));
    for (int i = 0; i < 10; i++) {
        if (used == capacity) {
            int *wider = malloc(2 * capacity * sizeof *wider);
            for (int j = 0; j < used; j++)
                wider[j] = a[j];
            free(a);
            a = wider;
            capacity *= 2;
        }
        a[used++] = i * 3;
    }
    assert(capacity == 16 && used == 10);
    assert(a[0] == 0 && a[9] == 27);
    free(a);
    return 0;
}
