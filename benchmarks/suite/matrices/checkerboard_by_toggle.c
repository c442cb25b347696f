/* A board is coloured by a toggle that changes with every cell. The mistake: with an even width
   every row starts with the same colour, and cells above each other are equal. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "checkerboard_by_toggle.c", 0, "reach_error"); }
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

#define SIZE 64

unsigned char board[SIZE][SIZE];

int main(void) {
    unsigned char colour = 0;
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            board[i][j] = colour;
            colour = 1 - colour;
        }
    }
    int r = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    assume_abort_if_not(r >= 0 && r + 1 < SIZE && c >= 0 && c + 1 < SIZE);
    __VERIFIER_assert(board[r][c] != board[r][c + 1]);
    __VERIFIER_assert(board[r][c] != board[r + 1][c]);
    return 0;
}
