// verdict: SAFE
#include <assert.h>
#define SQUARE(x) ((x) * (x))
#define CONCAT(a, b) a##b
#define TEXT(x) #x
#define DECLARE(type, name, value) type name = value
#if defined(MISSING)
#error not taken
#elif 3 > 2
DECLARE(static int, chosen, 1);
#else
DECLARE(static int, chosen, 2);
#endif
int main(void) {
    int xy = 12;
    assert(SQUARE(1 + 2) == 9);
    assert(CONCAT(x, y) == 12);
    assert(TEXT(ab)[1] == 'b');
    assert(chosen == 1);
    return 0;
}
