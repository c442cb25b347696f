// verdict: SAFE
#include <assert.h>
#include <stddef.h>

#pragma pack(push, 1)
struct wire {
    char kind;
    int length;
    short check;
};
#pragma pack(2)
struct half {
    char kind;
    int length;
    unsigned low : 7;
    unsigned high : 30;
};
#pragma pack(pop)
struct plain {
    char kind;
    int length;
};

int main(void) {
    assert(sizeof(struct wire) == 7 && offsetof(struct wire, length) == 1);
    assert(sizeof(struct half) == 12 && offsetof(struct half, length) == 2);
    assert(sizeof(struct plain) == 8 && offsetof(struct plain, length) == 4);
    return 0;
}
