// verdict: UNSAFE 30
#include <assert.h>
#include <stdlib.h>
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return t;
}
static int collect(const struct tree *t, int *out) {
    if (!t)
        return 0;
    int n = collect(t->left, out);
    out[n++] = t->key;
    return n + collect(t->right, out + n);
}
int main(void) {
    const int keys[6] = { 4, 2, 6, 1, 3, 5 };
    struct tree *root = 0;
    int sorted[6];
    for (int i = 0; i < 6; i++)
        root = insert(root, keys[i]);
    assert(collect(root, sorted) == 6);
    for (int i = 0; i < 6; i++)
        assert(sorted[i] == keys[i]);
    return 0;
}
