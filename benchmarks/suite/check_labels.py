#!/usr/bin/env python3
"""Checks the expected verdicts of the suite against compiled C.

Every program is compiled with gcc under AddressSanitizer and UndefinedBehaviorSanitizer and run many times in one process,
on small inputs one after the other and on random ones (tiny, small, large, at the limits of the types, and the constants of
its own text). What must hold:

- a task whose expected verdict is true never fails, and some of its runs come to their end;
- a task whose expected verdict is false fails on inputs that are found here, or that `failing-inputs.txt` names;
- no run has undefined behaviour, but for tasks of memory safety and of overflow whose expected verdict is false, where it is
  the failure; locals that are not initialised and memory that is not set hold a pattern, so that a read of them shows.

Usage: check_labels.py [--seconds S] [--jobs J] [--record] [TEXT...]
TEXT takes only tasks whose path holds one of them; --record writes failing-inputs.txt anew for the tasks that were run.
"""

import argparse
import concurrent.futures
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SUITE = Path(__file__).resolve().parent
RECORD = SUITE / "failing-inputs.txt"

DRIVER = r"""
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

static uint64_t rnd(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state * 0x2545F4914F6CDD1DULL; }
static uint64_t below(uint64_t n) { return (rnd() >> 11) % n; }

static int64_t limits(void) {
    static const int64_t all[] = {INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, -1, 0x7fff, 0x8000, 0xffff, 0x80, 0x7f, 0xff};
    return all[below(12)] + (int64_t)below(3) - 1;
}
static int64_t constant(void) { return N_CONSTANTS > 1 ? constants[below(N_CONSTANTS)] + (int64_t)below(3) - 1 : (int64_t)below(9); }

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
void *suite_calloc(size_t n, size_t size) { void *block = suite_malloc(n * size); memset(block, 0, n * size); return block; }
void suite_free(void *block) {
    for (int i = n_blocks - 1; block && i >= 0; i--)
        if (blocks[i] == block) { blocks[i] = blocks[--n_blocks]; break; }
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

static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }

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
        if (last == FAILED && results[FAILED] == 1) { say("failed"); if (now() - start < seconds - 0.3) start = now() - seconds + 0.3; }
        else if (last == FAILED && results[FAILED] < 200 && n_inputs <= KEPT) say("failed");
    }
    printf("counts %ld %ld %ld %ld %ld\n", results[ENDED], results[ASSUMED], results[CUT], results[FAILED], results[LEAKED]);
    return 0;
}
"""

RENAMED = ["main", "abort", "exit", "malloc", "calloc", "free"]


def tasks(texts):
    for yml in sorted(SUITE.glob("*/*.yml")):
        name = str(yml.relative_to(SUITE).with_suffix(""))
        if not texts or any(text in name for text in texts):
            yield name, yml


def read_task(yml):
    text = yml.read_text()
    source = yml.parent / re.search(r"input_files: '([^']*)'", text).group(1)
    prop = re.search(r"property_file: \S*?([\w-]+)\.prp", text).group(1)
    expected = re.search(r"expected_verdict: (true|false)", text).group(1) == "true"
    return source, prop, expected


def recorded():
    if not RECORD.exists():
        return {}
    lines = (line.split(":", 1) for line in RECORD.read_text().splitlines() if line and not line.startswith("#"))
    return {name: rest.strip() for name, rest in lines}


def compile_program(source, folder):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", source.read_text(), flags=re.S)
    numbers = {int(n, 0) for n in re.findall(r"(?<![\w.])(0x[0-9a-fA-F]+|[1-9][0-9]*)(?=[uUlL]*\b)", text)}
    numbers |= {ord(c) for c in re.findall(r"'([^'\\])'", text)}
    constants = ", ".join(f"(int64_t){n}ULL" for n in sorted(numbers) if n < 1 << 64) or "0"
    driver, program, binary = folder / "driver.c", folder / "program.o", folder / "program"
    driver.write_text(DRIVER.replace("CONSTANTS}", constants + "}", 1))
    flags = ["-g", "-O1", "-fno-pie", "-fno-common", "-fno-builtin", "-fno-omit-frame-pointer", "-std=gnu11"]
    careful = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-ftrivial-auto-var-init=pattern"]
    warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-label", "-Wno-unused-function", "-Wno-sign-compare", "-Wno-type-limits", "-Wno-use-after-free", "-Wno-builtin-declaration-mismatch"]
    # What the sanitizers see is compiled without optimisation of locals; -O2 alone finds more reads before a write.
    subprocess.run(["gcc", "-O2", "-std=gnu11", "-c", *warnings, str(source), "-o", "/dev/null"], check=True, capture_output=True, text=True)
    renamed = [f"-D{name}=suite_{name}" for name in RENAMED] + ["-D__assert_fail=suite_fail"]
    subprocess.run(["gcc", *flags, *careful, *renamed, "-w", "-c", str(source), "-o", str(program)], check=True, capture_output=True, text=True)
    subprocess.run(["objcopy", "--rename-section", ".data=suitedata", "--rename-section", ".bss=suitebss", str(program)], check=True)
    # The driver itself is not watched: it saves and restores the globals with what AddressSanitizer puts between them.
    subprocess.run(["gcc", *flags, "-fno-tree-loop-distribute-patterns", "-w", "-c", str(driver), "-o", str(driver) + ".o"], check=True, capture_output=True, text=True)
    subprocess.run(["gcc", "-fsanitize=address,undefined", "-no-pie", "-rdynamic", str(driver) + ".o", str(program), "-o", str(binary)], check=True, capture_output=True, text=True)
    return binary


def run(binary, seconds, *how):
    # 64 MiB of stack for arrays whose length is an input.
    environment = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0:symbolize=0:malloc_context_size=0", "UBSAN_OPTIONS": "print_stacktrace=0:symbolize=1"}
    command = f"ulimit -s 65536; exec {binary} {seconds} {' '.join(how)}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment, timeout=seconds + 60)
    events = [line for line in done.stdout.splitlines() if line.split(" ")[0] in ("failed", "undefined", "leaked")]
    counts = next((line.split()[1:] for line in done.stdout.splitlines() if line.startswith("counts")), None)
    if counts is None and not any(event.startswith("undefined") for event in events):
        events.append("undefined")
    why = next((line for line in done.stderr.splitlines() if "ERROR" in line or "runtime error" in line), done.stderr[:200])
    return events, [int(n) for n in counts] if counts else None, why


def judge(name, yml, seconds, known):
    """The name, what is wrong (None if nothing), the inputs that fail, and the counts."""
    try:
        source, prop, expected = read_task(yml)
        with tempfile.TemporaryDirectory() as folder:
            binary = compile_program(source, Path(folder))
            events, counts, why = run(binary, seconds)
            failing = {"unreach-call": ["failed"], "valid-memsafety": ["undefined", "leaked"], "no-overflow": ["undefined"]}[prop]
            bad = [event for event in events if event.split(" ")[0] in failing]
            bad = sorted(bad, key=lambda event: ("trial" in event, len(event)))
            if expected:
                undefined = [event for event in events if not event.startswith("leaked")]
                if bad or undefined:
                    return name, f"expected true, but: {(bad or undefined)[0]} ({why})", None, counts
                if counts[0] + counts[2] == 0:
                    return name, "no run comes to its end", None, counts
                return name, None, None, counts
            if prop == "unreach-call" and any(event.startswith("undefined") for event in events):
                return name, f"undefined behaviour: {events[-1]} ({why})", None, counts
            if bad:
                return name, None, bad[0].partition(" ")[2] or "none", counts
            if name in known:
                how = known[name].split()
                how = how if how[:1] == ["trial"] else ["inputs", *([] if how == ["none"] else how)]
                events, counts, why = run(binary, seconds, *how)
                if any(event.split(" ")[0] in failing for event in events):
                    return name, None, known[name], counts
            return name, "expected false, but no inputs that fail were found", None, counts
    except subprocess.CalledProcessError as error:
        return name, f"does not compile: {error.stderr[:1500]}", None, None
    except Exception as error:  # one task must not end the others
        return name, f"{type(error).__name__}: {error}", None, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("texts", nargs="*")
    options = parser.parse_args()
    known = recorded()
    wrong = total = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(judge, name, yml, options.seconds, known) for name, yml in tasks(options.texts)]
        for job in jobs:
            name, problem, inputs, counts = job.result()
            total += 1
            shown = "-" if counts is None else "ended {} assumed {} cut {} failed {} leaked {}".format(*counts)
            if problem:
                wrong += 1
                print(f"WRONG {name}: {problem} [{shown}]", flush=True)
            else:
                print(f"ok    {name}: {shown}" + (f"; fails with: {inputs}" if inputs else ""), flush=True)
                if inputs and options.record:
                    known[name] = inputs
    if options.record:
        lines = ["# Inputs on which the unsafe programs fail, in the order in which they are asked for; zeros follow.",
                 "# `trial N` is the input number N of check_labels.py. Written by check_labels.py --record."]
        # Tasks that are gone, or safe by now, are forgotten.
        bugs = {name for name, yml in tasks([]) if not read_task(yml)[2]}
        lines += [f"{name}: {known[name]}" for name in sorted(known) if name in bugs]
        RECORD.write_text("\n".join(lines) + "\n")
    print(f"{total} tasks, {wrong} wrong")
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main())
