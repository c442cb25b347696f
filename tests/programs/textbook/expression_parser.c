// verdict: SAFE
#include <assert.h>
static const char *input;
static int sum(void);
static int atom(void) {
    if (*input == '(') {
        input++;
        int v = sum();
        input++;
        return v;
    }
    int v = 0;
    while (*input >= '0' && *input <= '9')
        v = v * 10 + *input++ - '0';
    return v;
}
static int product(void) {
    int v = atom();
    while (*input == '*') {
        input++;
        v *= atom();
    }
    return v;
}
static int sum(void) {
    int v = product();
    while (*input == '+' || *input == '-')
        if (*input++ == '+')
            v += product();
        else
            v -= product();
    return v;
}
int main(void) {
    input = "2*(3+4)-10*1+1";
    assert(sum() == 5 && *input == 0);
    return 0;
}
