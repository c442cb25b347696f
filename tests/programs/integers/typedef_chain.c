// verdict: SAFE
#include <assert.h>
typedef unsigned char byte;
typedef byte octet;
typedef octet row[4];
typedef struct { row cells; int used; } table;
int main(void) {
    table t = { { 250, 251, 252, 253 }, 4 };
    octet sum = 0;
    for (int i = 0; i < t.used; i++)
        sum += t.cells[i];
    assert(sum == (250 + 251 + 252 + 253) % 256);
    assert(sizeof(row) == 4);
    {
        typedef int byte;
        byte inner = 1000;
        assert(inner == 1000);
    }
    return 0;
}
