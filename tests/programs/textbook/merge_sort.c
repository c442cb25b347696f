// verdict: SAFE
#include <assert.h>
static void merge_sort(int *a, int n, int *space) {
    if (n < 2)
        return;
    int half = n / 2;
    merge_sort(a, half, space);
    merge_sort(a + half, n - half, space);
    int i = 0, j = half, k = 0;
    while (i < half && j < n)
        space[k++] = a[i] <= a[j] ? a[i++] : a[j++];
    while (i < half)
        space[k++] = a[i++];
    while (j < n)
        space[k++] = a[j++];
    for (k = 0; k < n; k++)
        a[k] = space[k];
}
int main(void) {
    int a[9] = { 9, 8, 7, 1, 2, 3, 6, 5, 4 }, space[9];
    merge_sort(a, 9, space);
    for (int i = 0; i < 9; i++)
        assert(a[i] == i + 1);
    return 0;
}
