/* Groups of elements as trees of parents; joined by input and compared with a table of who is
   connected. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "groups_by_roots.c", 0, "reach_error"); }
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

#define SIZE 4
#define JOINS 3

int parent[SIZE];
int connected[SIZE][SIZE];

int root(int x) {
    while (parent[x] != x) {
        x = parent[x];
    }
    return x;
}

int main(void) {
    for (int i = 0; i < SIZE; i++) {
        parent[i] = i;
        for (int j = 0; j < SIZE; j++) {
            connected[i][j] = i == j;
        }
    }
    for (int round = 0; round < JOINS; round++) {
        int p = __VERIFIER_nondet_int();
        int q = __VERIFIER_nondet_int();
        assume_abort_if_not(p >= 0 && p < SIZE && q >= 0 && q < SIZE);
        int a = root(p);
        int b = root(q);
        if (a != b) {
            parent[a] = b;
        }
        int with_p[SIZE];
        int with_q[SIZE];
        for (int i = 0; i < SIZE; i++) {
            with_p[i] = connected[p][i];
            with_q[i] = connected[q][i];
        }
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                if ((with_p[i] && with_q[j]) || (with_q[i] && with_p[j])) {
                    connected[i][j] = 1;
                }
            }
        }
    }
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            __VERIFIER_assert((root(i) == root(j)) == connected[i][j]);
        }
    }
    return 0;
}
