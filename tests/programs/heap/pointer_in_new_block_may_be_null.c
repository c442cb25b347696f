// verdict: UNSAFE 10
#include <stdlib.h>
extern void reach_error(void);
struct node {
    struct node *next;
};
int main(void) {
    struct node *node = malloc(sizeof *node);
    if (!node->next)
        reach_error();
    return 0;
}
