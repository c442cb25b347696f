// verdict: SAFE
// Of the library's variables the streams are never null.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(stderr);
    assert(stdout != NULL && stdin != NULL);
    fprintf(stderr, "%d\n", 1);
    return 0;
}
