/* An array of points; every point is put on the line y = 2x + 1 and then moved along it. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "points_on_line.c", 0, "reach_error"); }
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

#define SIZE 100

struct point {
    int x;
    int y;
};

int main(void) {
    struct point p[SIZE];
    for (int i = 0; i < SIZE; i++) {
        p[i].x = i;
        p[i].y = 2 * i + 1;
    }
    int d = __VERIFIER_nondet_int();
    assume_abort_if_not(d >= -1000 && d <= 1000);
    for (int i = 0; i < SIZE; i++) {
        p[i].x += d;
        p[i].y += 2 * d;
    }
    for (int i = 0; i < SIZE; i++) {
        __VERIFIER_assert(p[i].y == 2 * p[i].x + 1);
    }
    return 0;
}
