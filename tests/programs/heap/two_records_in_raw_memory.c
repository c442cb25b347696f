// verdict: SAFE
#include <assert.h>
#include <stdlib.h>
struct pair {
    int left, right;
};
int main(void) {
    char *raw = malloc(2 * sizeof(struct pair));
    struct pair *first = (struct pair *)raw;
    struct pair *second = (struct pair *)(raw + sizeof(struct pair));
    first->left = 1;
    second->left = 2;
    assert(first[1].left == 2 && first->left == 1);
    return 0;
}
