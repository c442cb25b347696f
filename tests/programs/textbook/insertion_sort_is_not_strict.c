// verdict: UNSAFE 18
#include <assert.h>
static void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int key = a[i], j = i - 1;
        while (j >= 0 && a[j] > key) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = key;
    }
}
int main(void) {
    int a[8] = { 5, -2, 9, 0, 5, 7, -8, 1 };
    sort(a, 8);
    assert(a[0] == -8 && a[1] == -2 && a[2] == 0 && a[7] == 9);
    for (int i = 0; i + 1 < 8; i++)
        assert(a[i] < a[i + 1]);
    return 0;
}
