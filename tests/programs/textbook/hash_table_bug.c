// verdict: UNSAFE 24
#include <assert.h>
#define SLOTS 7
static int keys[SLOTS], values[SLOTS];
static _Bool full[SLOTS];
static int slot(int key) {
    int s = (unsigned)key % SLOTS;
    while (full[s] && keys[s] != key)
        s = (s + 1) % SLOTS;
    return s;
}
static void set(int key, int value) {
    int s = slot(key);
    full[s] = 1;
    keys[s] = key;
    values[s] = value;
}
int main(void) {
    set(1, 10);
    set(8, 80);
    set(15, 150);
    set(8, 81);
    assert(values[slot(1)] == 10 && values[slot(8)] == 81 && values[slot(15)] == 150);
    assert(slot(15) == 1 && !full[slot(4)]);
    return 0;
}
