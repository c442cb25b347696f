//! The programs of paper 003 §4: N regions of memory are allocated, then freed, with and without a check for leaks.
//!
//! Figure 5 of the paper keeps the allocated regions in a finite set, Figure 6 guesses one of them and follows that by
//! splitting paths ("trick"). A region is a number. Unsafe programs free the first region twice or, if leaks are checked,
//! forget the last one. The functions of sets (Figure 4) have no bodies, so that the programs with sets do not run.
//!
//! Beyond the paper, whose sets are not built in loops: up to N regions, allocated in one loop and freed in another, as numbers
//! and as handles that an array keeps. Unsafe ones forget the first region.

use crate::{Expected, Family};

const MOST: u64 = 10_000;

pub const SETS: &[Family] = &[
    Family {
        name: "regions_in_set_leaks",
        summary: "N regions allocated and freed, in a set; nothing leaks (Figure 5 of paper 003)",
        least: 1,
        most: MOST,
        cells: |_| None,
        text: |n, expected| regions(SET, true, n, expected),
    },
    Family {
        name: "regions_in_set",
        summary: "the same without a check for leaks: nothing is freed twice",
        least: 1,
        most: MOST,
        cells: |_| None,
        text: |n, expected| regions(SET, false, n, expected),
    },
    Family {
        name: "regions_by_trick_leaks",
        summary: "N regions allocated and freed, one of them guessed; nothing leaks (Figure 6 of paper 003)",
        least: 1,
        most: MOST,
        cells: |_| Some(0),
        text: |n, expected| regions(TRICK, true, n, expected),
    },
    Family {
        name: "regions_by_trick",
        summary: "the same without a check for leaks: nothing is freed twice",
        least: 1,
        most: MOST,
        cells: |_| Some(0),
        text: |n, expected| regions(TRICK, false, n, expected),
    },
    Family {
        name: "regions_in_loops",
        summary: "up to N regions allocated in one loop and freed in another, in a set; nothing leaks",
        least: 1,
        most: MOST_IN_LOOPS,
        cells: |_| None,
        text: |n, expected| loops("", "i", n, expected),
    },
    Family {
        name: "regions_by_handles",
        summary: "the same, with the regions as handles that an array keeps",
        least: 1,
        most: MOST_IN_LOOPS,
        cells: |_| None,
        text: |n, expected| loops("        r[i] = base + i;\n", "r[i]", n, expected),
    },
];

const MOST_IN_LOOPS: u64 = 1_000_000;

/// Figures 4 and 5.
const SET: &str = "\
#include <assert.h>

typedef int Set;
Set SetEmpty();
Set SetAdd(Set, ...);
Set SetDel(Set, ...);
int SetInTest(Set, ...);
int SetNotEmptyTest(Set);

int counter = 1;
/* The regions that are allocated. */
Set memory;

int allocate(void)
{
    counter += 1;
    memory = SetAdd(memory, counter);
    return counter;
}

void release(int p)
{
    assert(SetInTest(memory, p));
    memory = SetDel(memory, p);
}

void check_leaks(void)
{
    assert(!SetNotEmptyTest(memory));
}
";

/// Figure 6.
const TRICK: &str = "\
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int counter = 1;
/* One of the regions that are allocated, and one of those that were freed. */
int allocated = 0, freed = 0;

int allocate(void)
{
    counter += 1;
    if (__VERIFIER_nondet_int())
        allocated = counter;
    return counter;
}

void release(int p)
{
    if (allocated == p)
        allocated = 0;
    assert(freed != p);
    if (__VERIFIER_nondet_int())
        freed = p;
}

void check_leaks(void)
{
    assert(allocated == 0);
}
";

fn regions(operations: &str, with_leaks: bool, n: u64, expected: Expected) -> String {
    let allocations: String = (1..=n).map(|at| format!("    int p{at} = allocate();\n")).collect();
    let forgotten = expected == Expected::Unsafe && with_leaks;
    let release = |at: u64| match forgotten && at == n {
        true => format!("    (void)p{at};\n"),
        false => format!("    release(p{at});\n"),
    };
    let mut releases: String = (1..=n).map(release).collect();
    releases.push_str(match (expected, with_leaks) {
        (Expected::Unsafe, false) => "    release(p1);\n",
        _ => "    (void)p1;\n",
    });
    let check = if with_leaks { "    check_leaks();\n" } else { "" };
    format!("{operations}\nint main(void)\n{{\n{allocations}{releases}{check}    return 0;\n}}\n")
}

/// `make` gives region `i` its handle, `region` is what stands for it.
fn loops(make: &str, region: &str, n: u64, expected: Expected) -> String {
    let first = match expected {
        Expected::Safe => 0,
        Expected::Unsafe => 1,
    };
    let handles = match make.is_empty() {
        true => String::new(),
        false => format!(
            "    int r[{n}];\n    int base = __VERIFIER_nondet_int();\n    if (base < 1 || base > 1000)\n        return 0;\n"
        ),
    };
    format!(
        "\
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

typedef int Set;
Set SetEmpty();
Set SetAdd(Set, ...);
Set SetDel(Set, ...);
int SetInTest(Set, ...);
int SetNotEmptyTest(Set);

/* The regions that are allocated. */
Set memory;

int main(void)
{{
    int n = __VERIFIER_nondet_int();
    if (n > {n})
        return 0;
{handles}    for (int i = 0; i < n; i++) {{
{make}        assert(!SetInTest(memory, {region}));
        memory = SetAdd(memory, {region});
    }}
    for (int i = {first}; i < n; i++) {{
        assert(SetInTest(memory, {region}));
        memory = SetDel(memory, {region});
    }}
    assert(!SetNotEmptyTest(memory));
    return 0;
}}
"
    )
}
