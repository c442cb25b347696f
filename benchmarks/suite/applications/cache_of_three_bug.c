/* A cache of three entries that throws out the one that was not used for longest; the three ages
   stay different, and the key that was asked for is in it. The mistake: on a hit the ages of all
   other entries grow, also of those that were older already. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "cache_of_three_bug.c", 0, "reach_error"); }
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

#define ENTRIES 3

int key[ENTRIES];
int age[ENTRIES];

void use(int at) {
    for (int i = 0; i < ENTRIES; i++) {
        if (i != at && age[i] < ENTRIES - 1) {
            age[i]++;
        }
    }
    age[at] = 0;
}

int oldest(void) {
    int at = 0;
    for (int i = 1; i < ENTRIES; i++) {
        if (age[i] > age[at]) {
            at = i;
        }
    }
    return at;
}

void ask(int k) {
    for (int i = 0; i < ENTRIES; i++) {
        if (key[i] == k) {
            use(i);
            return;
        }
    }
    int at = oldest();
    key[at] = k;
    use(at);
}

int main(void) {
    for (int i = 0; i < ENTRIES; i++) {
        key[i] = -1 - i;
        age[i] = i;
    }
    while (__VERIFIER_nondet_bool()) {
        int k = __VERIFIER_nondet_int();
        assume_abort_if_not(k >= 0 && k <= 1000);
        ask(k);
        __VERIFIER_assert(key[0] == k || key[1] == k || key[2] == k);
        __VERIFIER_assert(age[0] != age[1]);
        __VERIFIER_assert(age[1] != age[2]);
        __VERIFIER_assert(age[0] != age[2]);
        __VERIFIER_assert(age[0] + age[1] + age[2] == 3);
    }
    return 0;
}
