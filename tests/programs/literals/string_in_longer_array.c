// verdict: SAFE
#include <assert.h>
int main(void) {
    char text[8] = "hi";
    char exact[2] = "ok";
    unsigned char bytes[4] = "\377\1";
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += text[i];
    assert(sum == 'h' + 'i');
    assert(exact[1] == 'k');
    assert(bytes[0] == 255 && bytes[1] == 1 && bytes[2] == 0);
    return 0;
}
