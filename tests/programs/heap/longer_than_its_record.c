// verdict: UNKNOWN
// A block may have more bytes than its record, so that the array at the end is longer than it says.
#include <assert.h>
#include <stdlib.h>

struct message {
    int length;
    int words[1];
};

int main(void) {
    struct message *one = malloc(sizeof(struct message));
    one->words[0] = 1;
    assert(one->words[0] == 1);
    struct message *four = malloc(sizeof(struct message) + 3 * sizeof(int));
    four->words[3] = 1;
    assert(four->words[3] == 2);
    return 0;
}
