/* The other half of check_labels.py: runs one program of the suite again and again, on inputs that it makes up.

   The program's `main`, `abort`, `malloc` and so on are renamed to `suite_main`, `suite_abort` and so on; its globals are
   saved before the first run and restored before every other. CONSTANTS are the numbers of the program's text. A run that
   takes too long is cut. Lines printed: `failed`, `undefined` or `leaked` with the inputs (zeros at the end are left out) or the number of
   the trial, and at the end the counts. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

extern int suite_main(void);
extern char __start_suitedata[] __attribute__((weak)), __stop_suitedata[] __attribute__((weak));
extern char __start_suitebss[] __attribute__((weak)), __stop_suitebss[] __attribute__((weak));
extern void __sanitizer_set_death_callback(void (*)(void));

static const int64_t constants[] = {CONSTANTS};
#define N_CONSTANTS ((int)(sizeof constants / sizeof constants[0]))
#define KEPT 64

static sigjmp_buf out;
enum { ENDED = 1, ASSUMED, CUT, FAILED, LEAKED };
static uint64_t state, trial;
static int mode, fixed, n_fixed;
static int64_t *fixed_values;
static long n_inputs, limit;
static int64_t kept[KEPT];
static int last;
static void *blocks[1 << 16];
static int n_blocks;

static uint64_t rnd(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545F4914F6CDD1DULL;
}

static uint64_t below(uint64_t n) { return (rnd() >> 11) % n; }

static int64_t limits(void) {
    static const uint64_t all[] = {INT32_MAX, 0x80000000u, UINT32_MAX, INT64_MAX, 1ULL << 63, UINT64_MAX,
                                   0x7fff,    0x8000,      0xffff,     0x80,      0x7f,       0xff};
    return (int64_t)(all[below(12)] + below(3) - 1);
}

static int64_t constant(void) { return (int64_t)((uint64_t)constants[below(N_CONSTANTS)] + below(3) - 1); }

static int64_t any(int how) {
    switch (how) {
    case 1: return (int64_t)below(3);
    case 2: return (int64_t)below(17) - 4;
    case 3: return (int64_t)below(101);
    case 4: return (int64_t)rnd();
    case 5: return below(2) ? constant() : (int64_t)below(8);
    case 6: return limits();
    case 7: return "abcd A0z\n0123456789-+()"[below(24)];
    case 8: return below(8) ? 0 : (int64_t)below(200) - 60;
    case 9: return (int64_t)below(1 << (1 + below(30)));
    default: return 0;
    }
}

static int64_t value(void) {
    long i = n_inputs;
    if (fixed) return i < n_fixed ? fixed_values[i] : 0;
    if (i >= limit + 300000) siglongjmp(out, CUT);
    if (i >= limit) return 0;
    if (mode == 0) {
        static const int64_t digits[] = {0, 1, 2, 3, -1};
        uint64_t sequence = trial / 18;
        for (long k = 0; k < i && sequence; k++) sequence /= 5;
        return digits[sequence % 5];
    }
    if (mode <= 9) return any(mode);
    if (mode == 16) return below(trial / 18 % 3 ? 10 : 5000) ? 1 : (int64_t)below(3);
    if (mode == 17) {
        static int64_t pattern[6];
        static int length;
        if (i == 0) {
            length = 1 + (int)below(6);
            for (int k = 0; k < length; k++) pattern[k] = any(1 + (int)below(3) % 2);
        }
        return below(40) ? pattern[i % length] : any(2);
    }
    if (mode == 10) return any(1 + (int)below(9));
    if (mode == 11) return i < 1 + (long)(trial / 18 % 3) ? any(5) : any(2);
    if (mode == 12) return i < 1 + (long)(trial / 18 % 3) ? any(2) : any(1);
    if (mode == 13) return i < 1 + (long)(trial / 18 % 3) ? any(2) : any(8);
    if (mode == 14) return i < 1 + (long)(trial / 18 % 3) ? any(3) : any(10 - (int)below(9));
    return i < 1 + (long)(trial / 18 % 4) ? any(5) : any(6 + (int)below(4));
}

#define INPUT(name, type) \
    type __VERIFIER_nondet_##name(void) { \
        type x = (type)value(); \
        if (n_inputs < KEPT) kept[n_inputs] = (int64_t)x; \
        n_inputs++; \
        return x; \
    }
INPUT(int, int) INPUT(uint, unsigned) INPUT(char, signed char) INPUT(uchar, unsigned char) INPUT(short, short)
INPUT(ushort, unsigned short) INPUT(long, long) INPUT(ulong, unsigned long) INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
_Bool __VERIFIER_nondet_bool(void) {
    int64_t v = value();
    _Bool x = mode == 4 || mode == 6 ? (v >> 3) & 1 : v & 1;
    if (n_inputs < KEPT) kept[n_inputs] = x;
    n_inputs++;
    return x;
}

void suite_abort(void) { siglongjmp(out, ASSUMED); }
void suite_exit(int code) { siglongjmp(out, ASSUMED); }
void suite_fail(const char *a, const char *b, unsigned c, const char *d) { siglongjmp(out, FAILED); }
static void on_alarm(int signal) { siglongjmp(out, CUT); }

void *suite_malloc(size_t n) {
    void *block = malloc(n);
    if (!block || n_blocks >= (1 << 16)) siglongjmp(out, CUT);
    memset(block, 0xA5, n);
    blocks[n_blocks++] = block;
    return block;
}

void *suite_calloc(size_t n, size_t size) {
    void *block = suite_malloc(n * size);
    memset(block, 0, n * size);
    return block;
}

void suite_free(void *block) {
    for (int i = n_blocks - 1; block && i >= 0; i--) {
        if (blocks[i] == block) {
            blocks[i] = blocks[--n_blocks];
            break;
        }
    }
    free(block);
}

static void copy(char *to, const char *from, const char *end) {
    for (; from && from < end; from++, to++) *(volatile char *)to = *from;
}

static void say(const char *what) {
    printf("%s", what);
    if (n_inputs <= KEPT) {
        int n = (int)n_inputs;
        while (n > 0 && kept[n - 1] == 0) n--;
        for (int i = 0; i < n; i++) printf(" %lld", (long long)kept[i]);
    } else if (!fixed) {
        printf(" trial %llu", (unsigned long long)trial);
    }
    printf("\n");
    fflush(stdout);
}
static void on_death(void) { say("undefined"); }
void __ubsan_on_report(void) { say("undefined"); }

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* driver SECONDS [trial NUMBER | inputs V...] */
int main(int argc, char **argv) {
    double seconds = atof(argv[1]), start = now();
    size_t data = __stop_suitedata - __start_suitedata, bss = __stop_suitebss - __start_suitebss;
    char *saved = malloc(data + bss + 1);
    copy(saved, __start_suitedata, __stop_suitedata);
    copy(saved + data, __start_suitebss, __stop_suitebss);
    __sanitizer_set_death_callback(on_death);
    signal(SIGVTALRM, on_alarm);
    uint64_t from = 0, count = UINT64_MAX;
    if (argc > 3 && !strcmp(argv[2], "trial")) { from = strtoull(argv[3], 0, 10); count = 1; }
    if (argc > 2 && !strcmp(argv[2], "inputs")) {
        fixed = 1; n_fixed = argc - 3; count = 1;
        fixed_values = malloc(sizeof(int64_t) * (size_t)(n_fixed + 1));
        for (int i = 0; i < n_fixed; i++) fixed_values[i] = strtoll(argv[i + 3], 0, 10);
    }
    long results[6] = {0};
    for (uint64_t i = 0; i < count && (i == 0 || now() - start < seconds); i++) {
        trial = from + i;
        state = (trial + 1) * 0x9E3779B97F4A7C15ULL;
        rnd(); rnd();
        mode = (int)(trial % 18);
        static const long limits_of_inputs[] = {1000000, 40, 8, 300};
        limit = limits_of_inputs[trial / 18 % 4];
        n_inputs = 0;
        n_blocks = 0;
        copy(__start_suitedata, saved, saved + data);
        copy(__start_suitebss, saved + data, saved + data + bss);
        last = sigsetjmp(out, 1);
        if (!last) {
            struct itimerval timer = {{0, 0}, {0, 60000}};
            setitimer(ITIMER_VIRTUAL, &timer, 0);
            suite_main();
            last = n_blocks ? LEAKED : ENDED;
        }
        struct itimerval none = {{0, 0}, {0, 0}};
        setitimer(ITIMER_VIRTUAL, &none, 0);
        results[last]++;
        if (last == LEAKED && results[LEAKED] == 1) say("leaked");
        while (n_blocks > 0) free(blocks[--n_blocks]);
        if (last == FAILED && (results[FAILED] == 1 || (results[FAILED] < 200 && n_inputs <= KEPT))) say("failed");
        if (last == FAILED && results[FAILED] == 1 && now() - start < seconds - 0.3) {
            /* Some more runs may find shorter inputs. */
            start = now() - seconds + 0.3;
        }
    }
    printf("counts %ld %ld %ld %ld %ld\n", results[ENDED], results[ASSUMED], results[CUT], results[FAILED], results[LEAKED]);
    return 0;
}
