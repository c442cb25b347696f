// verdict: SAFE
// undefined: yes
#include <stdio.h>
extern void reach_error(void);
int main(void) {
    int nobody = 0;
    printf("%d", 5 / nobody);
    reach_error();
    return 0;
}
