/* Transfers between the accounts of a bank; the sum over all of them stays. */
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "bank_of_accounts.c", 0, "reach_error"); }
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

#define ACCOUNTS 6

struct account {
    int balance;
    int moves;
};

struct account bank[ACCOUNTS];

void transfer(int from, int to, int amount) {
    int source = bank[from].balance;
    int target = bank[to].balance;
    if (source < amount) {
        return;
    }
    if (from == to) {
        return;
    }
    bank[from].balance = source - amount;
    bank[to].balance = target + amount;
    bank[from].moves = 1;
    bank[to].moves = 1;
}

int main(void) {
    for (int i = 0; i < ACCOUNTS; i++) {
        bank[i].balance = 100;
    }
    for (int round = 0; round < 4; round++) {
        int from = __VERIFIER_nondet_int();
        int to = __VERIFIER_nondet_int();
        int amount = __VERIFIER_nondet_int();
        assume_abort_if_not(from >= 0 && from < ACCOUNTS && to >= 0 && to < ACCOUNTS);
        assume_abort_if_not(amount >= 0 && amount <= 1000);
        transfer(from, to, amount);
    }
    int sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        __VERIFIER_assert(bank[i].balance >= 0);
        sum += bank[i].balance;
    }
    __VERIFIER_assert(sum == 100 * ACCOUNTS);
    return 0;
}
