/* Two pointers into one array, of which one writes and the other reads behind it. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "two_views.c", 0, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
}

#define SIZE 500

int main(void) {
    int a[SIZE];
    int *writer = a;
    int *reader = a;
    int written = 0;
    int read = 0;
    while (read < SIZE) {
        if (written < SIZE && (written == read || __VERIFIER_nondet_bool())) {
            *writer = 3 * written;
            writer++;
            written++;
        } else {
            __VERIFIER_assert(*reader == 3 * read);
            reader++;
            read++;
        }
        __VERIFIER_assert(read <= written);
    }
    return 0;
}
