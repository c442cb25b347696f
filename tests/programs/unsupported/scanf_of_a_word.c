// verdict: UNKNOWN
// unchecked: what is read is not known
#include <assert.h>
#include <stdio.h>
int main(void) {
    char word[8] = "abcdefg";
    scanf("%5s", word);
    assert(word[1] == 'b');
    return 0;
}
