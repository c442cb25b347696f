//! Programs over arrays whose length is an input: one verdict for all lengths from 1 to N at once.
//!
//! Each comes in three ways to have such an array: the first cells of an array of N, an array of variable length, and a
//! block from `malloc`. Only with the first does the number of cells not depend on the input.

use crate::arrays::MOST;
use crate::{Expected, Family, fill};

/// Each program with each storage.
pub const ANY_LENGTH: &[Family] = &[
    family("any_init", "length cells are set and looked at", |n, e| init(Storage::Array, n, e)),
    family("any_init_vla", "the same, array of variable length", |n, e| init(Storage::Variable, n, e)),
    family("any_init_malloc", "the same, heap block", |n, e| init(Storage::Heap, n, e)),
    family("any_copy", "length cells are copied; the copy is equal", |n, e| copy(Storage::Array, n, e)),
    family("any_copy_vla", "the same, arrays of variable length", |n, e| copy(Storage::Variable, n, e)),
    family("any_copy_malloc", "the same, heap blocks", |n, e| copy(Storage::Heap, n, e)),
    family("any_max", "no cell of length is greater than the greatest", |n, e| max(Storage::Array, n, e)),
    family("any_max_vla", "the same, array of variable length", |n, e| max(Storage::Variable, n, e)),
    family("any_max_malloc", "the same, heap block", |n, e| max(Storage::Heap, n, e)),
    family("any_find", "the first of length cells that holds an input", |n, e| find(Storage::Array, n, e)),
    family("any_find_vla", "the same, array of variable length", |n, e| find(Storage::Variable, n, e)),
    family("any_find_malloc", "the same, heap block", |n, e| find(Storage::Heap, n, e)),
    family("any_partition", "length cells are copied to one of two arrays, by sign", |n, e| {
        partition(Storage::Array, n, e)
    }),
    family("any_partition_vla", "the same, arrays of variable length", |n, e| partition(Storage::Variable, n, e)),
    family("any_partition_malloc", "the same, heap blocks", |n, e| partition(Storage::Heap, n, e)),
];

/// Where the cells are.
#[derive(Clone, Copy)]
enum Storage {
    Array,
    Variable,
    Heap,
}

/// A family; with one cell some bugs would not show.
const fn family(name: &'static str, summary: &'static str, text: fn(u64, Expected) -> String) -> Family {
    Family { name, summary, least: 2, most: MOST, cells: |_| None, text }
}

/// The program that makes the arrays of these names and executes the statements.
fn program(storage: Storage, arrays: &[&str], statements: &str) -> String {
    const TEXT: &str = "\
#include <assert.h>
$HEADER
#define N $N

extern int __VERIFIER_nondet_int(void);
$GLOBALS
int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length < 1 || length > N)
        return 0;
$LOCALS
$STATEMENTS    return 0;
}
";
    let lines = |line: fn(&str) -> String| arrays.iter().map(|name| line(name)).collect::<String>();
    let (header, globals, locals) = match storage {
        Storage::Array => ("", lines(|name| format!("int {name}[N];\n")), String::new()),
        Storage::Variable => ("", String::new(), lines(|name| format!("    int {name}[length];\n"))),
        Storage::Heap => {
            let block = |name: &str| {
                format!(
                    "    int *{name} = malloc(length * sizeof(int));\n    \
                         if (!{name})\n        \
                             return 0;\n"
                )
            };
            ("#include <stdlib.h>\n", String::new(), lines(block))
        }
    };
    TEXT.replace("$HEADER", header)
        .replace("$GLOBALS", &globals)
        .replace("$LOCALS", &locals)
        .replace("$STATEMENTS", statements)
}

/// What the program says of cells that hold inputs.
const INPUT: &str = "    \
    for (int i = 0; i < length; i++)
        a[i] = __VERIFIER_nondet_int();
";

fn init(storage: Storage, n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = $LINE; i < length; i++)
        a[i] = 7;
    for (int i = 0; i < length; i++)
        assert(a[i] == 7);
";
    fill(&program(storage, &["a"], STATEMENTS), n, expected, "0", "1")
}

fn copy(storage: Storage, n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = 0; i < length; i++)
        b[i] = a[$LINE];
    for (int i = 0; i < length; i++)
        assert(b[i] == a[i]);
";
    let statements = [INPUT, STATEMENTS].concat();
    fill(&program(storage, &["a", "b"], &statements), n, expected, "i", "0")
}

fn max(storage: Storage, n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int max = $LINE;
    for (int i = 1; i < length; i++)
        if (a[i] > max)
            max = a[i];
    for (int i = 0; i < length; i++)
        assert(a[i] <= max);
";
    let statements = [INPUT, STATEMENTS].concat();
    fill(&program(storage, &["a"], &statements), n, expected, "a[0]", "0")
}

fn find(storage: Storage, n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int wanted = __VERIFIER_nondet_int();
    int found = $LINE;
    while (found < length && a[found] != wanted)
        found++;
    assert(found == length || a[found] == wanted);
    for (int i = 0; i < found; i++)
        assert(a[i] != wanted);
";
    let statements = [INPUT, STATEMENTS].concat();
    fill(&program(storage, &["a"], &statements), n, expected, "0", "1")
}

fn partition(storage: Storage, n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int left = 0, right = 0;
    for (int i = 0; i < length; i++) {
        int x = a[i];
        if ($LINE)
            b[left++] = x;
        else
            c[right++] = x;
    }
    for (int i = 0; i < left; i++)
        assert(b[i] >= 0);
    for (int i = 0; i < right; i++)
        assert(c[i] < 0);
";
    let statements = [INPUT, STATEMENTS].concat();
    fill(&program(storage, &["a", "b", "c"], &statements), n, expected, "x >= 0", "x > 0")
}
