// verdict: UNSAFE 7
// options: --property memory
#include <string.h>
int main(int argc, char **argv) {
    char a[2];
    char *p = argc > 1 ? a : "xy";
    memset(p, 0, 1);
    return 0;
}
