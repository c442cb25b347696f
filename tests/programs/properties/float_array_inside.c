// verdict: SAFE
// options: --property memory
#include <string.h>
int main(void) {
    double a[3], sum = 0.0;
    memset(a, 0, sizeof a);
    for (int i = 0; i < 3; i++)
        sum += a[i];
    return 0;
}
