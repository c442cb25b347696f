//! The benchmarks of paper 004, §3.3 ("Building SMT-based Software Model Checkers"): programs whose arrays grow with N;
//! and the programs with arrays that the papers print, Figure 1 of paper 000 and Figure 6 of paper 004.
//!
//! The papers name the algorithms of the benchmarks and count the cells of their arrays. How they were read:
//! - What an array holds at the start is an input: a loop fills it.
//! - string_copy and string_compare work up to the terminator, as `strcpy` and `strcmp` do.
//! - gray_code goes through the reflected code of nine digits from 0 to 2 with Knuth's loopless algorithm (The Art of
//!   Computer Programming, 7.2.1.1, algorithm H): nine digits, nine directions and ten focus pointers are the paper's 28
//!   cells, and N is the number of steps.
//! - partition works in place with two indices; so there is one array, as in the paper.
//! - The figures have the size of the array as N.

use crate::{Expected, Family, fill};

/// The families in the order of the paper's table.
pub const ARRAYS: &[Family] = &[
    Family {
        name: "string_copy",
        summary: "copies a string of at most N-1 characters; the copy is equal",
        least: 2,
        most: MOST,
        cells: |n| Some(2 * n),
        text: string_copy,
    },
    Family {
        name: "string_compare",
        summary: "compares two strings of at most N-1 characters; if it says so they are equal",
        least: 2,
        most: MOST,
        cells: |n| Some(2 * n),
        text: string_compare,
    },
    Family {
        name: "gray_code",
        summary: "N steps through a Gray code; every digit stays in its range",
        least: 3,
        most: MOST,
        cells: |_| Some(28),
        text: gray_code,
    },
    Family {
        name: "partition",
        summary: "negative numbers of N to the left, in place; each part has what it should",
        least: 1,
        most: MOST,
        cells: Some,
        text: partition,
    },
    sort("bubble_sort", "N numbers by bubble sort; the result is sorted", bubble_sort),
    sort("insertion_sort", "N numbers by insertion sort; the result is sorted", insertion_sort),
    sort("selection_sort", "N numbers by selection sort; the result is sorted", selection_sort),
];

/// The figures that show the method.
pub const FIGURES: &[Family] = &[
    Family {
        name: "figure_1",
        summary: "Figure 1 of paper 000: a search stops at the second of N cells",
        least: 3,
        most: MOST,
        cells: Some,
        text: figure_1,
    },
    Family {
        name: "figure_6",
        summary: "Figure 6 of paper 004: the same without a test for the end",
        least: 3,
        most: MOST,
        cells: Some,
        text: figure_6,
    },
];

/// Cells up to here have an index of type `int`, with room for one more.
pub(crate) const MOST: u64 = 1_000_000_000;

/// A sort of one array, which has two cells or more.
const fn sort(name: &'static str, summary: &'static str, text: fn(u64, Expected) -> String) -> Family {
    Family { name, summary, least: 2, most: MOST, cells: Some, text }
}

fn string_copy(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
#include <assert.h>

#define N $N

extern char __VERIFIER_nondet_char(void);

char source[N], target[N];

int main(void)
{
    for (int i = 0; i < N - 1; i++)
        source[i] = __VERIFIER_nondet_char();
    source[N - 1] = 0;

    int length = $LINE;
    while (source[length] != 0) {
        target[length] = source[length];
        length++;
    }
    target[length] = 0;

    for (int i = 0; i <= length; i++)
        assert(target[i] == source[i]);
    return 0;
}
";
    fill(TEXT, n, expected, "0", "1")
}

fn string_compare(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
#include <assert.h>

#define N $N

extern char __VERIFIER_nondet_char(void);

char a[N], b[N];

int main(void)
{
    for (int i = 0; i < N - 1; i++) {
        a[i] = __VERIFIER_nondet_char();
        b[i] = __VERIFIER_nondet_char();
    }
    a[N - 1] = 0;
    b[N - 1] = 0;

    int i = 0;
    while (a[i] != 0 && $LINE)
        i++;
    if (a[i] == b[i])
        for (int j = 0; j <= i; j++)
            assert(a[j] == b[j]);
    return 0;
}
";
    fill(TEXT, n, expected, "a[i] == b[i]", "b[i] != 0")
}

fn gray_code(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
#include <assert.h>

#define N $N
#define DIGITS 9
#define RADIX 3

int digit[DIGITS], direction[DIGITS], focus[DIGITS + 1];

int main(void)
{
    for (int i = 0; i < DIGITS; i++) {
        digit[i] = 0;
        direction[i] = 1;
        focus[i] = i;
    }
    focus[DIGITS] = DIGITS;

    for (int step = 0; step < N; step++) {
        int i = focus[0];
        focus[0] = 0;
        if (i == DIGITS)
            break;
        digit[i] = digit[i] + direction[i];
        assert(0 <= digit[i] && digit[i] < RADIX);
        if (digit[i] == 0 || digit[i] == $LINE) {
            direction[i] = -direction[i];
            focus[i] = focus[i + 1];
            focus[i + 1] = i + 1;
        }
    }
    return 0;
}
";
    fill(TEXT, n, expected, "RADIX - 1", "RADIX")
}

fn partition(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
#include <assert.h>

#define N $N

extern int __VERIFIER_nondet_int(void);

int a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();

    int left = 0, right = N - 1;
    while (left <= right) {
        int x = a[left], y = a[right];
        if (x < 0) {
            left++;
        } else if ($LINE) {
            right--;
        } else {
            a[left] = y;
            a[right] = x;
            left++;
            right--;
        }
    }

    for (int i = 0; i < left; i++)
        assert(a[i] < 0);
    for (int i = left; i < N; i++)
        assert(a[i] >= 0);
    return 0;
}
";
    fill(TEXT, n, expected, "y >= 0", "y > 0")
}

/// The program that fills an array, sorts it as `statements` say, and looks at neighbours.
pub(crate) fn sorting(statements: &str) -> String {
    const TEXT: &str = "\
#include <assert.h>

#define N $N

extern int __VERIFIER_nondet_int(void);

int a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();

$STATEMENTS
    for (int i = 0; i < N - 1; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
";
    TEXT.replace("$STATEMENTS", statements)
}

fn bubble_sort(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = 0; i < N - 1; i++) {
        for (int j = 0; j < $LINE; j++) {
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
        }
    }
";
    fill(&sorting(STATEMENTS), n, expected, "N - 1 - i", "N - 2 - i")
}

fn insertion_sort(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = 1; i < N; i++) {
        int x = a[i];
        int j = i - 1;
        while ($LINE && a[j] > x) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = x;
    }
";
    fill(&sorting(STATEMENTS), n, expected, "j >= 0", "j > 0")
}

pub(crate) fn selection_sort(n: u64, expected: Expected) -> String {
    const STATEMENTS: &str = "    \
    for (int i = 0; i < N - 1; i++) {
        int least = i;
        for (int j = i + 1; j < $LINE; j++)
            if (a[j] < a[least])
                least = j;
        int t = a[i];
        a[i] = a[least];
        a[least] = t;
    }
";
    fill(&sorting(STATEMENTS), n, expected, "N", "N - 1")
}

fn figure_1(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
int main(void)
{
    int i, a[$N];
    $LINE;
    i = 0;
    while (a[i] != 1 && i < $N) {
        a[i] = 2 * i;
        i = i + 1;
    }
    if (i > 1) {
        ERROR: ;
    }
    return 0;
}
";
    fill(TEXT, n, expected, "a[1] = 1", "a[2] = 1")
}

fn figure_6(n: u64, expected: Expected) -> String {
    const TEXT: &str = "\
#include <assert.h>

int main(void)
{
    int i, a[$N];
    $LINE;
    i = 0;
    while (a[i] != 9) {
        a[i] = 2 * i;
        i = i + 1;
    }
    assert(i <= 1);
    return 0;
}
";
    fill(TEXT, n, expected, "a[1] = 9", "a[2] = 9")
}
