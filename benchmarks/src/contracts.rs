//! Functions over arrays of any length with contracts in ACSL: the programs of paper 001, and more in its fragment.
//!
//! Invariant: a text compiles as C. The safe one keeps its contract for all arguments and all lengths of its arrays; the
//! unsafe one differs in one place and breaks it for arrays of at most four cells.

use crate::Expected;

/// A function with a contract.
#[derive(Clone, Copy, Debug)]
pub struct ContractProgram {
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Control states and counters of the automaton behind the main loop in Table 1 of paper 001.
    pub table: Option<(u32, u32)>,
    /// The text; `@` stands for the place that differs.
    text: &'static str,
    safe: &'static str,
    buggy: &'static str,
}

impl ContractProgram {
    pub fn program(&self, expected: Expected) -> String {
        let part = match expected {
            Expected::Safe => self.safe,
            Expected::Unsafe => self.buggy,
        };
        self.text.replace('@', part).replace("//#", "//@").replace("/*#", "/*@")
    }
}

/// The programs of Table 1 of paper 001, then others.
pub const CONTRACTS: &[ContractProgram] = &[
    ContractProgram {
        name: "init",
        summary: "sets every cell to zero",
        table: Some((4, 8)),
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> a[i] == 0; */
void init(int *a, int n)
{
    int i;
    for (i = @; i < n; i++)
        a[i] = 0;
}
",
        safe: "0",
        buggy: "1",
    },
    ContractProgram {
        name: "partition",
        summary: "copies what is not negative to one array, what is negative to another",
        table: Some((4, 24)),
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0; */
void partition(int *a, int *b, int *c, int n)
{
    int i = 0, j = 0, k = 0;
    while (i < n) {
        if (a[i] >= @) {
            b[j] = a[i];
            j++;
        } else {
            c[k] = a[i];
            k++;
        }
        i++;
    }
    //# assert \forall integer x; 0 <= x < j ==> b[x] >= 0;
    //# assert \forall integer x; 0 <= x < k ==> c[x] < 0;
}
",
        safe: "0",
        buggy: "1",
    },
    ContractProgram {
        name: "insert",
        summary: "inserts a number at its place in a sorted array",
        table: Some((7, 19)),
        text: r"/*# requires n >= 0 && n < \length(a);
    requires \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] <= a[i + 1]; */
void insert(int *a, int n, int x)
{
    int i = 0, t = x, u;
    while (i < n && a[i] @ x)
        i++;
    while (i < n) {
        u = a[i];
        a[i] = t;
        t = u;
        i++;
    }
    a[n] = t;
}
",
        safe: "<=",
        buggy: ">=",
    },
    ContractProgram {
        name: "rotate",
        summary: "moves every cell one place to the left, and the first one to the end",
        table: Some((4, 15)),
        text: r"/*# requires n >= 1 && n <= \length(a);
    ensures \forall integer i; 0 <= i < n - 1 ==> a[i] == \old(a[i + 1]);
    ensures a[n - 1] == \old(a[0]); */
void rotate(int *a, int n)
{
    int i, first = a[@];
    for (i = 0; i < n - 1; i++)
        a[i] = a[i + 1];
    a[n - 1] = first;
}
",
        safe: "0",
        buggy: "n - 1",
    },
    ContractProgram {
        name: "copy",
        summary: "copies one array to another",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> b[i] == a[i]; */
void copy(int *a, int *b, int n)
{
    int i;
    for (i = 0; i < n@; i++)
        b[i] = a[i];
}
",
        safe: "",
        buggy: " - 1",
    },
    ContractProgram {
        name: "copy_with_offset",
        summary: "copies the cells from the second on to the front of another array",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> b[i] == a[i + 1]; */
void copy_with_offset(int *a, int *b, int n)
{
    int i;
    for (i = 0; i < n; i++)
        b[i] = a[i@];
}
",
        safe: " + 1",
        buggy: "",
    },
    ContractProgram {
        name: "shift_right",
        summary: "moves every cell one place to the right, by a variable",
        table: None,
        text: r"/*# requires n >= 1 && n <= \length(a);
    ensures \forall integer i; 0 <= i < n - 1 ==> a[i + 1] == \old(a[i]); */
void shift_right(int *a, int n)
{
    int i, u, t = a[0];
    for (i = 0; i < n - 1; i++) {
        u = a[i + 1];
        a[i + 1] = t;
        t = @;
    }
}
",
        safe: "u",
        buggy: "a[i]",
    },
    ContractProgram {
        name: "increment_all",
        summary: "adds one to every cell",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]) + 1; */
void increment_all(int *a, int n)
{
    int i;
    for (i = 0; i < n; i++)
        a[i] = a[i] + @;
}
",
        safe: "1",
        buggy: "2",
    },
    ContractProgram {
        name: "max_so_far",
        summary: "stores the greatest number so far",
        table: None,
        text: r"/*# requires n >= 1 && \valid(a + (0 .. n - 1));
    ensures \forall integer i; 0 <= i < n ==> a[i] <= b[i];
    ensures \forall integer i; 0 <= i < n - 1 ==> b[i] <= b[i + 1]; */
void max_so_far(int *a, int *b, int n)
{
    int i, m = a[0];
    for (i = 0; i < n; i++) {
        if (a[i] @ m)
            m = a[i];
        b[i] = m;
    }
}
",
        safe: ">",
        buggy: "<",
    },
    ContractProgram {
        name: "mark_positives",
        summary: "stores which cells are positive",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> (a[i] > 0 ==> b[i] == 1);
    ensures \forall integer i; 0 <= i < n ==> (a[i] <= 0 ==> b[i] == 0); */
void mark_positives(int *a, int *b, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        if (a[i] >@ 0)
            b[i] = 1;
        else
            b[i] = 0;
    }
}
",
        safe: "",
        buggy: "=",
    },
    ContractProgram {
        name: "compare",
        summary: "says whether two arrays are equal",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \result == 1 ==> (\forall integer i; 0 <= i < n ==> a[i] == b[i]); */
int compare(int *a, int *b, int n)
{
    int i;
    for (i = 0; i < n; i++)
        if (a[i] @ b[i])
            return 0;
    return 1;
}
",
        safe: "!=",
        buggy: "<",
    },
    ContractProgram {
        name: "find_first",
        summary: "finds the first cell with a value",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures 0 <= \result <= n;
    ensures \forall integer i; 0 <= i < \result ==> a[i] != x;
    ensures \result < n ==> a[\result] == x; */
int find_first(int *a, int n, int x)
{
    int i;
    for (i = @; i < n; i++)
        if (a[i] == x)
            return i;
    return n;
}
",
        safe: "0",
        buggy: "1",
    },
    ContractProgram {
        name: "fill_a_prefix",
        summary: "sets the first cells to a value, and leaves the others alone",
        table: None,
        text: r"/*# requires 0 <= k <= n && n <= \length(a);
    ensures \forall integer i; 0 <= i < k ==> a[i] == x;
    ensures \forall integer i; k <= i < n ==> a[i] == \old(a[i]); */
void fill_a_prefix(int *a, int n, int k, int x)
{
    int i;
    for (i = 0; i < @; i++)
        a[i] = x;
}
",
        safe: "k",
        buggy: "n",
    },
    ContractProgram {
        name: "clear_a_window",
        summary: "sets the cells of a window to zero, and leaves the others alone",
        table: None,
        text: r"/*# requires 0 <= lo <= hi && hi <= \length(a);
    ensures \forall integer i; lo <= i < hi ==> a[i] == 0;
    ensures \forall integer i; 0 <= i < lo ==> a[i] == \old(a[i]);
    ensures \forall integer i; hi <= i < \length(a) ==> a[i] == \old(a[i]); */
void clear_a_window(int *a, int lo, int hi)
{
    int i;
    for (i = @; i < hi; i++)
        a[i] = 0;
}
",
        safe: "lo",
        buggy: "0",
    },
    ContractProgram {
        name: "alternate",
        summary: "stores one and zero by turns",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 1; */
void alternate(int *a, int n)
{
    int i, flag = 1;
    for (i = 0; i < n; i++) {
        a[i] = flag;
        if (flag == 1)
            flag = 0;
        else
            flag = @;
    }
}
",
        safe: "1",
        buggy: "2",
    },
    ContractProgram {
        name: "rises",
        summary: "stores where the next number is greater (the running difference, by its sign)",
        table: None,
        text: r"/*# requires n >= 1 && n <= \length(a);
    ensures \forall integer i; 0 <= i < n - 1 ==> (d[i] == 1 ==> a[i] < a[i + 1]);
    ensures \forall integer i; 0 <= i < n - 1 ==> (d[i] == 0 ==> a[i] >= a[i + 1]); */
void rises(int *a, int *d, int n)
{
    int i;
    for (i = 0; i < n - 1; i++) {
        if (a[i] < a[i + 1])
            d[i] = 1;
        else
            d[i] = @;
    }
}
",
        safe: "0",
        buggy: "1",
    },
    ContractProgram {
        name: "running_difference",
        summary: "builds numbers that differ by a constant",
        table: None,
        text: r"/*# requires n >= 1 && n <= \length(a);
    ensures \forall integer i; 0 <= i < n - 1 ==> a[i + 1] == a[i] + 3; */
void running_difference(int *a, int n)
{
    int i;
    for (i = 0; i < n - 1; i++)
        a[i + 1] = a[i] + @;
}
",
        safe: "3",
        buggy: "2",
    },
    ContractProgram {
        name: "merge_flags",
        summary: "stores where two arrays of flags are both set",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> (c[i] == 1 ==> a[i] == 1 && b[i] == 1); */
void merge_flags(int *a, int *b, int *c, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        if (a[i] == 1 @ b[i] == 1)
            c[i] = 1;
        else
            c[i] = 0;
    }
}
",
        safe: "&&",
        buggy: "||",
    },
    ContractProgram {
        name: "three_loops",
        summary: "initialises, copies and increments, one loop after the other",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> b[i] == 6; */
void three_loops(int *a, int *b, int n)
{
    int i;
    for (i = 0; i < n; i++)
        a[i] = 5;
    for (i = 0; i < n; i++)
        b[i] = a[i];
    for (i = @; i < n; i++)
        b[i] = b[i] + 1;
}
",
        safe: "0",
        buggy: "1",
    },
    ContractProgram {
        name: "swap",
        summary: "exchanges the contents of two arrays",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(b[i]);
    ensures \forall integer i; 0 <= i < n ==> b[i] == \old(a[i]); */
void swap(int *a, int *b, int n)
{
    int i, t;
    for (i = 0; i < n; i++) {
        t = a[i];
        a[i] = b[i];
        b[i] = @;
    }
}
",
        safe: "t",
        buggy: "a[i]",
    },
    ContractProgram {
        name: "clip",
        summary: "cuts off what is greater than a limit",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> a[i] <= m; */
void clip(int *a, int n, int m)
{
    int i;
    for (i = 0; i < n; i++)
        if (a[i] > m)
            a[i] = m@;
}
",
        safe: "",
        buggy: " + 1",
    },
    ContractProgram {
        name: "identity",
        summary: "stores every index in its cell",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < n ==> a[i] == i; */
void identity(int *a, int n)
{
    int i;
    for (i = 0; i < n; i++)
        a[i] = i@;
}
",
        safe: "",
        buggy: " + 1",
    },
    ContractProgram {
        name: "compact",
        summary: "copies the numbers that are not zero to the front of another array",
        table: None,
        text: r"/*# requires \valid(a + (0 .. n - 1)) && n >= 0;
    ensures \forall integer i; 0 <= i < \result ==> b[i] != 0;
    ensures 0 <= \result <= n; */
int compact(int *a, int *b, int n)
{
    int i, j = 0;
    for (i = 0; i < n; i++)
        if (a[i] @ 0) {
            b[j] = a[i];
            j++;
        }
    return j;
}
",
        safe: "!=",
        buggy: ">=",
    },
    ContractProgram {
        name: "maximum",
        summary: "finds the greatest number",
        table: None,
        text: r"/*# requires n >= 1 && \valid(a + (0 .. n - 1));
    ensures \forall integer i; 0 <= i < n ==> a[i] <= \result; */
int maximum(int *a, int n)
{
    int i, m = a[0];
    for (i = 1; i < n; i++)
        if (a[i] > m)
            m = a[i]@;
    return m;
}
",
        safe: "",
        buggy: " - 1",
    },
    ContractProgram {
        name: "two_bounds",
        summary: "fills the front with one value and the rest with another",
        table: None,
        text: r"/*# requires 0 <= k <= n && n <= \length(a);
    ensures \forall integer i; 0 <= i < k ==> a[i] == 1;
    ensures \forall integer i; k <= i < n ==> a[i] == 2; */
void two_bounds(int *a, int n, int k)
{
    int i = 0;
    while (i < k) {
        a[i] = 1;
        i++;
    }
    while (i < n@) {
        a[i] = 2;
        i++;
    }
}
",
        safe: "",
        buggy: " - 1",
    },
    ContractProgram {
        name: "checked_fill",
        summary: "fills an array and checks it in a loop",
        table: None,
        text: r"extern void __VERIFIER_assert(int);
/*# requires \valid(a + (0 .. n - 1)) && n >= 0; */
void checked_fill(int *a, int n, int x)
{
    int i;
    for (i = 0; i < n; i++)
        a[i] = x;
    for (i = 0; i < n; i++)
        __VERIFIER_assert(a[i] == x@);
}
",
        safe: "",
        buggy: " + 1",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_and_unsafe_differ_in_one_place() {
        for program in CONTRACTS {
            assert_eq!(program.text.matches('@').count(), 1, "{}", program.name);
            assert_ne!(program.program(Expected::Safe), program.program(Expected::Unsafe));
            assert!(program.program(Expected::Safe).contains("@ "), "{} has a specification", program.name);
        }
        assert!(CONTRACTS.len() >= 24);
    }
}
