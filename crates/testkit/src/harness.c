/* Runs a test program many times, each run in a child with its own inputs, to confirm what the program claims of
   itself. The program's main is renamed; its errors call heureka_error with their line. Usage: harness RESULT RUNS
   [INPUT...], the inputs for the first run only. Lines in the file RESULT: "error LINE", "undefined", "timeout",
   "signal NUMBER"; nothing for a run that ends. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int heureka_program_main(int argc, char **argv);

static unsigned long long state;
static long long fixed[256];
static int fixed_count, fixed_next, style, result;

static unsigned long long draw(void) {
    unsigned long long z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static long long input(long long low, unsigned long long high) {
    if (fixed_next < fixed_count)
        return fixed[fixed_next++];
    switch ((style + draw() % 2) % 6) {
    case 0: return draw() % 3;
    case 1: return low < 0 ? (long long)(draw() % 21) - 10 : (long long)(draw() % 11);
    case 2: return draw() % 200;
    case 3: return draw() % 2 ? low + (long long)(draw() % 3) : (long long)(high - draw() % 3);
    case 4: return low < 0 ? (long long)(draw() % 2001) - 1000 : (long long)(draw() % 1001);
    default: return (long long)draw();
    }
}

#define NONDET(name, type, low, high) \
    type __VERIFIER_nondet_##name(void) { return (type)input(low, high); }
NONDET(int, int, INT_MIN, INT_MAX)
NONDET(uint, unsigned, 0, UINT_MAX)
NONDET(unsigned_int, unsigned, 0, UINT_MAX)
NONDET(long, long, LONG_MIN, LONG_MAX)
NONDET(ulong, unsigned long, 0, ULONG_MAX)
NONDET(longlong, long long, LLONG_MIN, LLONG_MAX)
NONDET(ulonglong, unsigned long long, 0, ULLONG_MAX)
NONDET(short, short, SHRT_MIN, SHRT_MAX)
NONDET(ushort, unsigned short, 0, USHRT_MAX)
NONDET(char, char, CHAR_MIN, CHAR_MAX)
NONDET(uchar, unsigned char, 0, UCHAR_MAX)
NONDET(size_t, unsigned long, 0, ULONG_MAX)
NONDET(u8, unsigned char, 0, UCHAR_MAX)
NONDET(u16, unsigned short, 0, USHRT_MAX)
NONDET(u32, unsigned, 0, UINT_MAX)
_Bool __VERIFIER_nondet_bool(void) { return input(0, 1) & 1; }
float __VERIFIER_nondet_float(void) { return (float)input(-1000, 1000); }
double __VERIFIER_nondet_double(void) { return (double)input(-1000, 1000) / 8; }

void __VERIFIER_assume(int condition) {
    if (!condition)
        _exit(0);
}

void heureka_error(int line) {
    char text[32];
    int length = snprintf(text, sizeof text, "error %d\n", line);
    if (write(result, text, length) != length)
        _exit(97);
    _exit(99);
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    (void)expression, (void)file, (void)function;
    heureka_error((int)line);
}

int main(int argc, char **argv) {
    result = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
    int runs = atoi(argv[2]);
    for (int i = 3; i < argc && fixed_count < 256; i++)
        fixed[fixed_count++] = atoll(argv[i]);
    for (int run = 0; run < runs; run++) {
        pid_t child = fork();
        if (child == 0) {
            state = run;
            style = run;
            if (run > 0)
                fixed_count = 0;
            signal(SIGABRT, SIG_DFL);
            setrlimit(RLIMIT_CPU, &(struct rlimit){ 2, 4 });
            heureka_program_main(0, 0);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 98)
            dprintf(result, "undefined\n");
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
            dprintf(result, "timeout\n");
        else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGABRT)
            dprintf(result, "signal %d\n", WTERMSIG(status));
    }
    return 0;
}
