// verdict: UNSAFE 16
#include <assert.h>
static int in[8], out[8], ins, outs;
static void enqueue(int v) { in[ins++] = v; }
static int dequeue(void) {
    if (outs == 0)
        while (ins > 0)
            out[outs++] = in[--ins];
    return out[--outs];
}
int main(void) {
    enqueue(1);
    enqueue(2);
    assert(dequeue() == 1);
    enqueue(3);
    assert(dequeue() == 3);
    assert(dequeue() == 3);
    assert(ins == 0 && outs == 0);
    return 0;
}
