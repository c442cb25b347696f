/* A cube whose cells are the sums of their indices, written with one running value. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "three_dimensions.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define X 12
#define Y 10
#define Z 8

int main(void) {
    int cube[X][Y][Z];
    for (int x = 0; x < X; x++) {
        int value = x;
        for (int y = 0; y < Y; y++) {
            for (int z = 0; z < Z; z++) {
                cube[x][y][z] = value;
                value++;
            }
            value -= Z - 1;
        }
    }
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();
    int k = __VERIFIER_nondet_int();
    assume_abort_if_not(i >= 0 && i < X && j >= 0 && j < Y && k >= 0 && k < Z);
    __VERIFIER_assert(cube[i][j][k] - i - j == k);
    return 0;
}
