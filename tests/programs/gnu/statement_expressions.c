// verdict: SAFE
#include <assert.h>
#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
int main(void) {
    int i = 3, j = 7;
    int m = MAX(i++, j--);
    assert(m == 7 && i == 4 && j == 6);
    int s = ({ int t = 0; for (int k = 1; k <= 4; k++) t += k; t; });
    assert(s == 10);
    return 0;
}
