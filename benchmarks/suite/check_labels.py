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
DRIVER = SUITE / "driver.c"

FLAGS = ["-g", "-O1", "-fno-pie", "-fno-common", "-fno-builtin", "-fno-omit-frame-pointer", "-std=gnu11"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
WARNINGS += [f"-Wno-{name}" for name in ("unused-label", "unused-function", "sign-compare", "type-limits", "use-after-free")]
# What a failure of each property looks like in the driver's words.
FAILING = {"unreach-call": ["failed"], "valid-memsafety": ["undefined", "leaked"], "no-overflow": ["undefined"]}
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


def gcc(*arguments):
    subprocess.run(["gcc", *map(str, arguments)], check=True, capture_output=True, text=True)


def constants_of(source):
    """The numbers and characters that the program itself names, as good inputs."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", source.read_text(), flags=re.S)
    numbers = {int(n, 0) for n in re.findall(r"(?<![\w.])(0x[0-9a-fA-F]+|[1-9][0-9]*)(?=[uUlL]*\b)", text)}
    numbers |= {ord(c) for c in re.findall(r"'([^'\\])'", text)}
    return ", ".join(f"(int64_t){n}ULL" for n in sorted(numbers) if n < 1 << 64) or "0"


def compile_program(source, folder):
    driver, program, binary = folder / "driver.o", folder / "program.o", folder / "program"
    # Optimised, the compiler sees more reads before a write.
    gcc("-O2", "-std=gnu11", *WARNINGS, "-c", source, "-o", "/dev/null")
    renamed = [f"-D{name}=suite_{name}" for name in RENAMED] + ["-D__assert_fail=suite_fail"]
    gcc(*FLAGS, *SANITIZERS, "-ftrivial-auto-var-init=pattern", *renamed, "-w", "-c", source, "-o", program)
    # The globals of the program get sections of their own, so that the driver can save and restore them.
    sections = ["--rename-section", ".data=suitedata", "--rename-section", ".bss=suitebss"]
    subprocess.run(["objcopy", *sections, str(program)], check=True, capture_output=True, text=True)
    # The driver is not watched: it copies the globals with what AddressSanitizer puts between them.
    gcc(*FLAGS, "-fno-tree-loop-distribute-patterns", f"-DCONSTANTS={constants_of(source)}", "-c", DRIVER, "-o", driver)
    gcc(*SANITIZERS, "-no-pie", "-rdynamic", driver, program, "-o", binary)
    return binary


def run(binary, seconds, *how):
    # 64 MiB of stack for arrays whose length is an input.
    environment = {"ASAN_OPTIONS": "detect_leaks=0:symbolize=0:malloc_context_size=0", "UBSAN_OPTIONS": "print_stacktrace=0"}
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
            failing = FAILING[prop]
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
