// verdict: SAFE
#include <assert.h>
static int heap[10], used;
static void insert(int v) {
    int i = used++;
    while (i > 0 && heap[(i - 1) / 2] > v) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = v;
}
static int take(void) {
    int top = heap[0], v = heap[--used], i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= used)
            break;
        if (child + 1 < used && heap[child + 1] < heap[child])
            child++;
        if (heap[child] >= v)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = v;
    return top;
}
int main(void) {
    const int in[7] = { 5, 3, 8, 1, 9, 2, 7 };
    for (int i = 0; i < 7; i++)
        insert(in[i]);
    int last = -1;
    for (int i = 0; i < 7; i++) {
        int v = take();
        assert(v > last);
        last = v;
    }
    assert(last == 9 && used == 0);
    return 0;
}
