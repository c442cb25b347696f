/* A text of 16 characters is packed into runs and unpacked again. The mistake: a run of the
   greatest length is written as one with the length zero. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "pack_runs_and_back_bug.c", 0, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 16
#define LONGEST 8

int main(void) {
    unsigned char text[SIZE];
    unsigned char value[SIZE];
    unsigned char length[SIZE];
    unsigned char back[SIZE];
    for (int i = 0; i < SIZE; i++) {
        text[i] = __VERIFIER_nondet_uchar();
        back[i] = 0;
    }
    int runs = 0;
    int i = 0;
    while (i < SIZE) {
        int n = 1;
        while (n < LONGEST && i + n < SIZE && text[i + n] == text[i]) {
            n++;
        }
        value[runs] = text[i];
        length[runs] = (unsigned char)(n % LONGEST);
        runs++;
        i += n;
    }
    int at = 0;
    for (int r = 0; r < runs; r++) {
        for (int n = 0; n < length[r]; n++) {
            back[at] = value[r];
            at++;
        }
    }
    __VERIFIER_assert(at == SIZE);
    for (int k = 0; k < SIZE; k++) {
        __VERIFIER_assert(back[k] == text[k]);
    }
    return 0;
}
