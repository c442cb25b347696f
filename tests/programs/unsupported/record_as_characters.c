// verdict: UNKNOWN
// unchecked: not modelled; in C the sum is 15
extern void reach_error(void);
struct label { unsigned char text[4]; unsigned char mark; } label = { { 1, 2, 3, 4 }, 5 };
int main(void) {
    unsigned char *bytes = (unsigned char *)&label;
    int sum = 0;
    for (unsigned i = 0; i < sizeof label; i++)
        sum += bytes[i];
    if (sum == 15)
        reach_error();
    return 0;
}
