// verdict: SAFE
// options: --engine arrays
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int m[200][300];
int main(void)
{
    int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
    if (rows < 0 || rows > 200 || columns < 0 || columns > 200)
        return 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            m[i][j] = i - j;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            assert(m[i][j] == i - j);
    return 0;
}
