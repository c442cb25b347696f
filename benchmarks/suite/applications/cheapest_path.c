/* The cheapest way over a grid by tables: no way that an input chooses is cheaper. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "cheapest_path.c", 0, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

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

#define SIDE 4

int main(void) {
    int cost[SIDE][SIDE];
    int best[SIDE][SIDE];
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            cost[i][j] = __VERIFIER_nondet_int();
            assume_abort_if_not(cost[i][j] >= 0 && cost[i][j] <= 100);
        }
    }
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            int before = 0;
            if (i > 0 && j > 0) {
                before = best[i - 1][j] < best[i][j - 1] ? best[i - 1][j] : best[i][j - 1];
            } else if (i > 0) {
                before = best[i - 1][j];
            } else if (j > 0) {
                before = best[i][j - 1];
            }
            best[i][j] = before + cost[i][j];
        }
    }
    int row = 0;
    int column = 0;
    int paid = cost[0][0];
    while (row < SIDE - 1 || column < SIDE - 1) {
        if (column == SIDE - 1 || (row < SIDE - 1 && __VERIFIER_nondet_bool())) {
            row++;
        } else {
            column++;
        }
        paid += cost[row][column];
    }
    __VERIFIER_assert(paid >= best[SIDE - 1][SIDE - 1]);
    return 0;
}
