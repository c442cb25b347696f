// verdict: UNSAFE 13
/* Groups as trees of parents, joined twice by input, but not at their roots. */
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 5

int parent[SIZE];

void check(int right) {
    if (!right) {
        __assert_fail("right", "members_of_groups_bug.c", 0, "check");
    }
}

int root(int member) {
    while (parent[member] != member) {
        member = parent[member];
    }
    return member;
}

int main(void) {
    int joined[2][2];
    for (int i = 0; i < SIZE; i++) {
        parent[i] = i;
    }
    for (int round = 0; round < 2; round++) {
        for (int side = 0; side < 2; side++) {
            int member = __VERIFIER_nondet_uchar();
            if (member >= SIZE) {
                abort();
            }
            joined[round][side] = member;
        }
        parent[joined[round][0]] = root(joined[round][1]);
    }
    for (int round = 0; round < 2; round++) {
        check(root(joined[round][0]) == root(joined[round][1]));
    }
    return 0;
}
