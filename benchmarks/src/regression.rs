//! The twelve programs of Table 2 of paper 000 ("Model Checking Linear Programs with Arrays"), regression tests of its
//! tool of which the paper gives the names and the verdicts. They are written after their names, the size of their arrays
//! is N, and each comes with the other verdict too.
//!
//! Where the paper says that a bounded model checker runs out of memory (wrong_loop, loop_on_input and
//! simple_control_on_input) there is a loop whose rounds nothing bounds.

use crate::arrays::{MOST, sorting};
use crate::{Expected, Family, fill};

/// The programs in the order of the paper's table.
pub const REGRESSION: &[Family] = &[
    Family {
        name: "array_init",
        summary: "N cells are set and looked at",
        least: 1,
        most: MOST,
        cells: Some,
        text: array_init,
    },
    Family {
        name: "array_init_assign",
        summary: "N cells are set, then the middle one is set to something else",
        least: 2,
        most: MOST,
        cells: Some,
        text: array_init_assign,
    },
    Family {
        name: "complex_guard",
        summary: "a guard of a loop reads N cells in several ways",
        least: 3,
        most: MOST,
        cells: Some,
        text: complex_guard,
    },
    Family {
        name: "simple_swap",
        summary: "the first and the last of N cells change places",
        least: 2,
        most: MOST,
        cells: Some,
        text: simple_swap,
    },
    Family {
        name: "sequential_swap_call",
        summary: "a procedure changes the first and the last of N cells, twice",
        least: 2,
        most: MOST,
        cells: Some,
        text: sequential_swap_call,
    },
    Family {
        name: "simple_array_inversion",
        summary: "N cells are copied in the opposite order",
        least: 2,
        most: MOST,
        cells: |n| Some(2 * n),
        text: simple_array_inversion,
    },
    Family {
        name: "bubblesort_inner_loop",
        summary: "one round of bubble sort: the greatest of N is last, but they are not sorted",
        least: 3,
        most: MOST,
        cells: Some,
        text: bubblesort_inner_loop,
    },
    Family {
        name: "bubblesort",
        summary: "rounds of bubble sort until nothing changes; N cells are sorted",
        least: 2,
        most: MOST,
        cells: Some,
        text: bubblesort,
    },
    Family {
        name: "array_max",
        summary: "no cell of N is greater than the greatest",
        least: 2,
        most: MOST,
        cells: Some,
        text: array_max,
    },
    Family {
        name: "wrong_loop",
        summary: "a walk round N cells that should end after one round",
        least: 1,
        most: MOST,
        cells: Some,
        text: wrong_loop,
    },
    Family {
        name: "loop_on_input",
        summary: "inputs say how many of N cells are set",
        least: 1,
        most: MOST,
        cells: Some,
        text: loop_on_input,
    },
    Family {
        name: "simple_control_on_input",
        summary: "an input, asked for until it is right, says which of N cells is set",
        least: 1,
        most: MOST,
        cells: Some,
        text: simple_control_on_input,
    },
];

/// The program of these declarations and of these statements of `main`.
fn program(declarations: &str, statements: &str) -> String {
    const TEXT: &str = "\
#include <assert.h>

#define N $N

extern int __VERIFIER_nondet_int(void);

$DECLARATIONS
int main(void)
{
$STATEMENTS    return 0;
}
";
    TEXT.replace("$DECLARATIONS", declarations).replace("$STATEMENTS", statements)
}

/// The one array of most programs.
const A: &str = "int a[N];\n";

fn array_init(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = $LINE; i < N; i++)
        a[i] = 7;
    for (int i = 0; i < N; i++)
        assert(a[i] == 7);
";
    fill(&program(A, STATEMENTS), n, expected, "0", "1")
}

fn array_init_assign(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = 0; i < N; i++)
        a[i] = 7;
    a[N / 2] = 3;
    for (int i = 0; i < N; i++)
        assert($LINE);
";
    fill(&program(A, STATEMENTS), n, expected, "a[i] == (i == N / 2 ? 3 : 7)", "a[i] == 7")
}

fn complex_guard(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int i = 0;
    $LINE;
    a[2] = 2;
    while (i < N && !(a[i] == 1 && i > 0) && (a[i] != 2 || i < 2)) {
        if (i == 0 || i > 2)
            a[i] = 2 * i;
        i++;
    }
    assert(i == 1);
";
    fill(&program(A, STATEMENTS), n, expected, "a[1] = 1", "a[1] = 0")
}

fn simple_swap(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    a[0] = x;
    a[N - 1] = y;
    int t = a[0];
    a[0] = a[N - 1];
    a[N - 1] = $LINE;
    assert(a[0] == y && a[N - 1] == x);
";
    fill(&program(A, STATEMENTS), n, expected, "t", "a[0]")
}

fn sequential_swap_call(n: u64, expected: Expected) -> String {
    const DECLARATIONS: &str = "\
int a[N];

void swap(int i, int j)
{
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
}
";
    const STATEMENTS: &str = "    \
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    a[0] = x;
    a[N - 1] = y;
    swap(0, N - 1);
    swap($LINE);
    assert(a[0] == x && a[N - 1] == y);
";
    fill(&program(DECLARATIONS, STATEMENTS), n, expected, "0, N - 1", "0, 0")
}

fn simple_array_inversion(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int i = 0; i < N; i++)
        b[i] = $LINE;
    for (int i = 0; i < N; i++)
        assert(b[i] == N - 1 - i);
";
    fill(&program("int a[N], b[N];\n", STATEMENTS), n, expected, "a[N - 1 - i]", "a[i]")
}

fn bubblesort_inner_loop(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int j = 0; j < N - 1; j++) {
        if (a[j] > a[j + 1]) {
            int t = a[j];
            a[j] = a[j + 1];
            a[j + 1] = t;
        }
    }
    for (int i = 0; i < N - 1; i++)
        assert($LINE);
";
    fill(&program(A, STATEMENTS), n, expected, "a[i] <= a[N - 1]", "a[i] <= a[i + 1]")
}

fn bubblesort(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int changed = 1;
    while (changed) {
        changed = 0;
        for (int j = 0; j < $LINE; j++) {
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
                changed = 1;
            }
        }
    }
";
    fill(&sorting(STATEMENTS), n, expected, "N - 1", "N - 2")
}

fn array_max(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    int max = a[0];
    for (int i = 1; i < $LINE; i++)
        if (a[i] > max)
            max = a[i];
    for (int i = 0; i < N; i++)
        assert(a[i] <= max);
";
    fill(&program(A, STATEMENTS), n, expected, "N", "N - 1")
}

fn wrong_loop(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int x = 0, i = 0;
    while ($LINE) {
        a[i] = x;
        assert(a[i] < N);
        x++;
        i++;
        if (i == N)
            i = 0;
    }
";
    fill(&program(A, STATEMENTS), n, expected, "x < N", "x >= 0")
}

fn loop_on_input(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        a[i] = 1;
        if (i < N - 1)
            i++;
    }
    assert($LINE);
";
    fill(&program(A, STATEMENTS), n, expected, "i == 0 || a[0] == 1", "a[0] == 1")
}

fn simple_control_on_input(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    int x = -1;
    while (x < 0 || x >= N)
        x = __VERIFIER_nondet_int();
    a[0] = 1;
    a[x] = 2;
    assert($LINE);
";
    fill(&program(A, STATEMENTS), n, expected, "x == 0 || a[0] == 1", "a[0] == 1")
}
