// verdict: UNKNOWN

# 1 "gone.c"
# 1 "/usr/include/getopt.h" 1 3 4
extern int optind;
# 2 "gone.c" 2
void reach_error(void) { }
int main(void) {
    if (optind == 77)
        reach_error();
    return 0;
}
