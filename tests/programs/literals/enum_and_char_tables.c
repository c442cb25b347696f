// verdict: SAFE
#include <assert.h>
enum token { END, NUMBER, PLUS, BAD };
static const unsigned char class_of[256] = { ['0'] = NUMBER, ['1'] = NUMBER, ['+'] = PLUS, [0] = END, [255] = BAD };
int main(void) {
    const char *s = "1+0\377";
    int seen[4] = { 0 };
    for (; *s; s++)
        seen[class_of[(unsigned char)*s]]++;
    assert(seen[NUMBER] == 2 && seen[PLUS] == 1 && seen[BAD] == 1);
    return 0;
}
