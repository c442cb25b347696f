// verdict: UNSAFE 10
// A bit-field of few bits is promoted to int, and after a cast it is unsigned.
extern void reach_error(void);
struct flags { unsigned level : 5; };
int main(void) {
    struct flags f = { 3 };
    if (-1 >= f.level)
        return 1;
    if (-1 >= (unsigned)f.level)
        reach_error();
    return 0;
}
