// verdict: UNSAFE 14
#include <assert.h>
struct item { int key; char tag; };
static struct item items[] = { { 3, 'c' }, { 1, 'a' }, { 2, 'b' } };
int main(void) {
    int n = sizeof items / sizeof items[0];
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && items[j - 1].key < items[j].key; j--) {
            struct item t = items[j];
            items[j] = items[j - 1];
            items[j - 1] = t;
        }
    for (int i = 0; i < n; i++)
        assert(items[i].tag == 'a' + i);
    return 0;
}
