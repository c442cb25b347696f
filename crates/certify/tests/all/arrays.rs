//! Certificates that speak of cells of arrays: right ones, and damaged ones, which must not pass.

use heureka_certify::{Numbers, Rejected};
use heureka_ir::{Program, Property, text};

use crate::notation::{invariants, judge};

const UNREACH: &[Property] = &[Property::Unreach];
const BOUNDS: &[Property] = &[Property::Unreach, Property::Bounds];

struct Case {
    program: Program,
    properties: &'static [Property],
    certificate: String,
}

fn case(program: &str, properties: &'static [Property], certificate: &str) -> Case {
    let program = text::parse(program).expect("the program is right");
    let case = Case { program, properties, certificate: certificate.to_owned() };
    if let Err(rejected) = case.judge(certificate) {
        panic!("rejected: {rejected}");
    }
    case
}

impl Case {
    fn judge(&self, certificate: &str) -> Result<heureka_certify::Checked, Rejected> {
        judge(&self.program, self.properties, Numbers::Machine, &invariants(&self.program, certificate))
    }

    /// The certificate with another text in one place is wrong, and that is seen.
    fn is_refuted_with(&self, from: &str, to: &str) -> &Case {
        let damaged = self.certificate.replace(from, to);
        assert_ne!(damaged, self.certificate, "`{from}` does not occur");
        match self.judge(&damaged) {
            Err(rejected) if rejected.is_definite() && !matches!(rejected, Rejected::Malformed { .. }) => {}
            judged => panic!("{judged:?} with `{to}` for `{from}`"),
        }
        self
    }

    /// The certificate with another text in one place is not one.
    fn is_malformed_with(&self, from: &str, to: &str) -> &Case {
        let damaged = self.certificate.replace(from, to);
        let judged = self.judge(&damaged);
        assert!(matches!(judged, Err(Rejected::Malformed { .. })), "{judged:?} with `{to}` for `{from}`");
        self
    }

    /// The certificate with another text is right, too.
    fn is_right_with(&self, from: &str, to: &str) -> &Case {
        let other = self.certificate.replace(from, to);
        assert_ne!(other, self.certificate, "`{from}` does not occur");
        if let Err(rejected) = self.judge(&other) {
            panic!("rejected with `{to}` for `{from}`: {rejected}");
        }
        self
    }
}

/// `for (i < n) a[i] = 7; for (i < n) assert(a[i] == 7);`
const FILL: &str = "entry main proc main() { local n: i32 local i: i32 array a: i32[n] = undefined
    entry L0: havoc n from input \"n\" -> L2  exit L1:
    L2: i := 0 -> L3
    L3: assume i < n -> L4  assume n <= i -> L6
    L4: a[i] := 7 -> L5
    L5: i := i + 1 -> L3
    L6: i := 0 -> L7
    L7: assume i < n -> L8  assume n <= i -> L1
    L8: assume a[i] == 7 -> L9  assume a[i] != 7 -> L10
    L9: i := i + 1 -> L7
    L10: error assertion \"a[i] == 7\" }";

const FILLED: &str = "
    ghost k = rigid at l
    ghost l = last i at L8.1
    ghost ak = a k
    L0: *
    L1: *
    L2: *
    L3: 0 <= i, k < i, ak = 7 | 0 <= i, i <= k | 0 <= i, k < 0
    L4: 0 <= i, i < n, k < i, ak = 7 | 0 <= i, i < n, i <= k | 0 <= i, i < n, k < 0
    L5: 0 <= i, i < n, k <= i, ak = 7 | 0 <= i, i < n, i < k | 0 <= i, i < n, k < 0
    L6: ak = 7 | n <= k | k < 0
    L7: 0 <= i, ak = 7 | 0 <= i, n <= k | 0 <= i, k < 0
    L8: 0 <= i, i < n, ak = 7 | 0 <= i, i < n, n <= k | 0 <= i, i < n, k < 0
    L9: 0 <= i, i < n, ak = 7 | 0 <= i, i < n, n <= k | 0 <= i, i < n, k < 0";

#[test]
fn every_cell_is_filled() {
    case(FILL, BOUNDS, FILLED)
        // The invariant of the error may also be said.
        .is_right_with("L9:", "L10: 0 <= i, i < n, l = i, k < i | 0 <= i, i < n, l = i, i < k\n L9:")
        .is_refuted_with("L9:", "L10: 0 <= i, i < n, l = i, k <= i | 0 <= i, i < n, l = i, i < k\n L9:")
        .is_refuted_with("ak = 7", "ak = 8")
        .is_refuted_with("rigid at l", "rigid")
        .is_refuted_with("L8.1", "L8.0")
        .is_refuted_with("last i at L8.1", "last n at L8.1")
        .is_refuted_with("last i at L8.1", "last i at L4")
        .is_refuted_with("a k", "a k+1")
        .is_refuted_with("a k", "a k-1")
        .is_refuted_with("a k", "a 0")
        .is_refuted_with("k <= i, ak = 7", "k <= i")
        .is_refuted_with("L6: ak = 7 | n <= k | k < 0", "L6: ak = 7")
        .is_malformed_with("rigid at l", "rigid at ak")
        .is_right_with("last i at L8.1", "last i at L8.0 or i at L8.1")
        .is_right_with("last i at L8.1", "last i at L8.1 or n at L8.1")
        .is_refuted_with("last i at L8.1", "last n at L8.1 or i at L8.1")
        .is_malformed_with("a k", "a k k")
        .is_malformed_with("a k", "a l");
}

/// `for (i < n) b[i] = a[n - 1 - i]; for (i < n) assert(b[i] == a[n - 1 - i]);`
const INVERT: &str = "entry main proc main() { local n: i32 local i: i32
    array a: i32[n] = undefined array b: i32[n] = undefined
    entry L0: havoc n from input \"n\" -> L2  exit L1:
    L2: i := 0 -> L3
    L3: assume i < n -> L4  assume n <= i -> L6
    L4: b[i] := a[n - 1 - i] -> L5
    L5: i := i + 1 -> L3
    L6: i := 0 -> L7
    L7: assume i < n -> L8  assume n <= i -> L1
    L8: assume b[i] == a[n - 1 - i] -> L9  assume b[i] != a[n - 1 - i] -> L10
    L9: i := i + 1 -> L7
    L10: error assertion \"inverted\" }";

const INVERTED: &str = "
    ghost k = rigid at l
    ghost l = last i at L8.1
    ghost s = rigid at m
    ghost m = last n at L8.1
    ghost ak = a s+-1-k
    ghost bk = b k
    L0: *
    L1: *
    L2: *
    L3: 0 <= i, k < i, bk = ak | 0 <= i, i <= k | 0 <= i, k < 0 | 0 <= i, s < n | 0 <= i, n < s
    L4: 0 <= i, i < n, k < i, bk = ak | 0 <= i, i < n, i <= k | 0 <= i, i < n, k < 0 |
        0 <= i, i < n, s < n | 0 <= i, i < n, n < s
    L5: 0 <= i, i < n, k <= i, bk = ak | 0 <= i, i < n, i < k | 0 <= i, i < n, k < 0 |
        0 <= i, i < n, s < n | 0 <= i, i < n, n < s
    L6: bk = ak | n <= k | k < 0 | s < n | n < s
    L7: 0 <= i, bk = ak | 0 <= i, n <= k | 0 <= i, k < 0 | 0 <= i, s < n | 0 <= i, n < s
    L8: 0 <= i, i < n, bk = ak | 0 <= i, i < n, n <= k | 0 <= i, i < n, k < 0 | 0 <= i, i < n, s < n |
        0 <= i, i < n, n < s
    L9: 0 <= i, i < n, bk = ak | 0 <= i, i < n, n <= k | 0 <= i, i < n, k < 0 | 0 <= i, i < n, s < n |
        0 <= i, i < n, n < s";

#[test]
fn a_cell_may_run_against_a_rigid() {
    case(INVERT, BOUNDS, &INVERTED.replace("|\n", "|"))
        .is_refuted_with("a s+-1-k", "a s+0-k")
        .is_refuted_with("a s+-1-k", "a s+-2-k")
        .is_refuted_with("a s+-1-k", "a -1-k")
        .is_refuted_with("a s+-1-k", "a 9-k")
        .is_refuted_with("a s+-1-k", "a k")
        .is_refuted_with("a s+-1-k", "a s-1")
        .is_refuted_with("a s+-1-k", "a s+-1-s")
        .is_refuted_with("b k", "b s+-1-k")
        .is_refuted_with("rigid at m", "rigid")
        .is_refuted_with("last n at L8.1", "last i at L8.1")
        .is_refuted_with("k <= i, bk = ak", "k <= i, bk < ak")
        .is_malformed_with("a s+-1-k", "a s+-1-l")
        .is_malformed_with("a s+-1-k", "a l+-1-k")
        .is_malformed_with("rigid at m", "rigid at ak");
}

#[test]
fn a_store_that_misses_a_cell_is_seen() {
    let short = FILL.replace("L2: i := 0", "L2: i := 1").replace("L6: i := 0", "L6: i := 1");
    let filled = FILLED.replace("0 <= i", "1 <= i").replace("k < 0", "k < 1");
    case(&short, BOUNDS, &filled);
    let unsafe_program = text::parse(&FILL.replace("L2: i := 0", "L2: i := 1")).unwrap();
    let judged = judge(&unsafe_program, BOUNDS, Numbers::Machine, &invariants(&unsafe_program, FILLED));
    assert!(matches!(judged, Err(Rejected::NotInductive { .. })), "{judged:?}");
}

#[test]
fn integers_without_bounds_have_cells_too() {
    let program = text::parse(FILL).unwrap();
    let filled = invariants(&program, FILLED);
    assert!(judge(&program, UNREACH, Numbers::Integer, &filled).is_ok());
}

/// An unsigned index is never negative, so a rigid that is to equal it need not be.
#[test]
fn rigids_have_the_values_of_what_they_equal() {
    let unsigned = FILL.replace("n: i32", "n: u32").replace("i: i32", "i: u32");
    let filled = FILLED.replace(" | 0 <= i, k < 0", "").replace(" | 0 <= i, i < n, k < 0", "").replace(" | k < 0", "");
    case(&unsigned, BOUNDS, &filled).is_refuted_with("ak = 7", "ak = 8").is_refuted_with("rigid at l", "rigid");
    let signed = text::parse(FILL).unwrap();
    assert!(judge(&signed, BOUNDS, Numbers::Machine, &invariants(&signed, &filled)).is_err());
}

/// `for (i < n) b[i] = a[i]; for (i < n) assert(b[i] == a[i]);`
#[test]
fn a_copy() {
    let program = "global n: i32 = 0 array a: i32[n] = undefined array b: i32[n] = undefined
        entry main proc main() { local i: i32
        entry L0: havoc n from input \"n\" -> L2  exit L1:
        L2: i := 0 -> L3
        L3: assume i < n -> L4  assume n <= i -> L5
        L4: b[i] := a[i] -> L6
        L6: i := i + 1 -> L3
        L5: i := 0 -> L7
        L7: assume i < n -> L8  assume n <= i -> L1
        L8: assume a[i] == b[i] -> L9  assume a[i] != b[i] -> L10
        L9: i := i + 1 -> L7
        L10: error assertion \"a[i] == b[i]\" }";
    let certificate = "
        ghost k = rigid at l
        ghost l = last i at L8.1
        ghost ak = a k
        ghost bk = b k
        L0: *
        L1: *
        L2: *
        L3: 0 <= i, k < i, ak = bk | 0 <= i, i <= k | 0 <= i, k < 0
        L4: 0 <= i, i < n, k < i, ak = bk | 0 <= i, i < n, i <= k | 0 <= i, i < n, k < 0
        L6: 0 <= i, i < n, k <= i, ak = bk | 0 <= i, i < n, i < k | 0 <= i, i < n, k < 0
        L5: ak = bk | n <= k | k < 0
        L7: 0 <= i, ak = bk | 0 <= i, n <= k | 0 <= i, k < 0
        L8: 0 <= i, i < n, ak = bk | 0 <= i, i < n, n <= k | 0 <= i, i < n, k < 0
        L9: 0 <= i, i < n, ak = bk | 0 <= i, i < n, n <= k | 0 <= i, i < n, k < 0";
    case(program, BOUNDS, certificate)
        .is_refuted_with("ghost bk = b k", "ghost bk = b k+1")
        .is_refuted_with("ghost ak = a k", "ghost ak = a 0")
        .is_refuted_with("rigid at l", "rigid")
        .is_refuted_with("ak = bk", "ak = bk + 1");
}

/// `m = a[0]; for (1 <= i < n) if (a[i] > m) m = a[i]; for (i < n) assert(a[i] <= m);`
#[test]
fn the_maximum() {
    let program = "entry main proc main() { local n: i32 local i: i32 local m: i32 array a: i32[n] = undefined
        entry L0: havoc n from input \"n\" -> L2  exit L1:
        L2: assume 0 < n -> L3
        L3: m := a[0] -> L4
        L4: i := 1 -> L5
        L5: assume i < n -> L6  assume n <= i -> L9
        L6: assume m < a[i] -> L7  assume a[i] <= m -> L8
        L7: m := a[i] -> L8
        L8: i := i + 1 -> L5
        L9: i := 0 -> L11
        L11: assume i < n -> L12  assume n <= i -> L1
        L12: assume a[i] <= m -> L13  assume m < a[i] -> L10
        L13: i := i + 1 -> L11
        L10: error assertion \"a[i] <= m\" }";
    let certificate = "
        ghost k = rigid at l
        ghost l = last i at L12.1
        ghost ak = a k
        L0: *
        L1: *
        L2: *
        L3: 0 < n
        L4: 0 < n, k = 0, ak <= m | 0 < n, k < 0 | 0 < n, k > 0
        L5: 1 <= i, 0 <= k, k < i, ak <= m | 1 <= i, k < 0 | 1 <= i, i <= k
        L6: 1 <= i, i < n, 0 <= k, k < i, ak <= m | 1 <= i, i < n, k < 0 | 1 <= i, i < n, i <= k
        L7: 1 <= i, i < n, 0 <= k, k < i, ak <= m, ai > m | 1 <= i, i < n, k < 0 | 1 <= i, i < n, i <= k
        L8: 1 <= i, i < n, 0 <= k, k <= i, ak <= m | 1 <= i, i < n, k < 0 | 1 <= i, i < n, i < k
        L9: ak <= m | k < 0 | n <= k
        L11: 0 <= i, ak <= m | 0 <= i, k < 0 | 0 <= i, n <= k
        L12: 0 <= i, i < n, ak <= m | 0 <= i, i < n, k < 0 | 0 <= i, i < n, n <= k
        L13: 0 <= i, i < n, ak <= m | 0 <= i, i < n, k < 0 | 0 <= i, i < n, n <= k
        ghost ai = a (i)";
    case(program, BOUNDS, certificate)
        .is_refuted_with(", ai > m", "")
        .is_right_with(", ai > m", ", ai >= m")
        .is_refuted_with(", ai > m", ", ai < m")
        .is_refuted_with("a (i)", "a (n)")
        .is_refuted_with("rigid at l", "rigid");
}

/// Figure 1 of paper 000.
#[test]
fn the_first_figure() {
    let program = "entry main proc main() { local i: i32 array a: i32[3] = undefined
        entry L0: a[1] := 1 -> L2  exit L1:
        L2: i := 0 -> L3
        L3: assume a[i] != 1 && i < 3 -> L4  assume !(a[i] != 1 && i < 3) -> L6
        L4: a[i] := 2 * i -> L5
        L5: i := i + 1 -> L3
        L6: assume 1 < i -> L7  assume i <= 1 -> L1
        L7: error assertion \"i <= 1\" }";
    let certificate = "
        ghost a1 = a 1
        L0: *
        L1: *
        L2: a1 = 1
        L3: 0 <= i, i <= 1, a1 = 1
        L4: i = 0, a1 = 1
        L5: i = 0, a1 = 1
        L6: 0 <= i, i <= 1";
    case(program, BOUNDS, certificate)
        .is_refuted_with("a 1", "a 0")
        .is_refuted_with("a1 = 1", "a1 = 2")
        .is_refuted_with("i = 0, a1 = 1\n        L5", "0 <= i, i <= 1, a1 = 1\n        L5");
}

/// A store through another name of the same index, and one beside it.
#[test]
fn equal_indices_are_equal_cells() {
    let program = "array a: u8[10] = zero entry main proc main() { local i: i32 local j: i32
        entry L0: havoc i from input \"i\" -> L2  exit L1:
        L2: assume 0 <= i && i < 5 -> L3
        L3: j := i + 1 -> L4
        L4: a[j - 1] := 9 -> L5
        L5: a[j] := 8 -> L6
        L6: j := j + 1 -> L7
        L7: assume a[i] + a[i + 1] + a[j] == 17 -> L1  assume a[i] + a[i + 1] + a[j] != 17 -> L8
        L8: error assertion \"sum\" }";
    // All cells were zero, so k is what j points to at the end.
    let certificate = "
        ghost k = rigid at l
        ghost l = last j at L7.1
        ghost ak = a k
        ghost ai = a (i)
        ghost next = a (i+1)
        L0: ak = 0
        L1: *
        L2: ak = 0
        L3: 0 <= i, i < 5, ak = 0
        L4: 0 <= i, i < 5, ak = 0, j = i + 1
        L5: 0 <= i, i < 5, j = i + 1, ai = 9, k > i, ak = 0 | 0 <= i, i < 5, j = i + 1, ai = 9, k <= i
        L6: 0 <= i, i < 5, j = i + 1, ai = 9, next = 8, k > j, ak = 0 | 0 <= i, i < 5, j = i + 1, ai = 9, next = 8, k <= j
        L7: 0 <= i, i < 5, j = i + 2, ai = 9, next = 8, k >= j, ak = 0 | 0 <= i, i < 5, j = i + 2, ai = 9, next = 8, k < j";
    case(program, BOUNDS, certificate)
        .is_refuted_with("next = 8", "next = 9")
        .is_refuted_with("last j", "last i")
        .is_refuted_with("a (i+1)", "a (j)")
        // Where k is i, the cells agree, so this says no more.
        .is_right_with("k > i, ak = 0", "k >= i, ak = 0")
        .is_refuted_with("L0: ak = 0", "L0: ak = 1");
}

/// A cell that follows a variable is another cell when the variable changes.
#[test]
fn a_cell_moves_with_its_index() {
    let program = "array a: i32[10] = {1, 2, 3} entry main proc main() { local i: i32
        entry L0: i := 0 -> L2  exit L1:
        L2: i := i + 1 -> L3
        L3: havoc i from input \"i\" -> L4
        L4: assume 0 <= i && i < 10 -> L5
        L5: assume a[i] <= 3 -> L1  assume 3 < a[i] -> L6
        L6: error assertion \"small\" }";
    let certificate = "
        ghost ai = a (i)
        L0: 0 <= ai, ai <= 3
        L2: ai = 1, i = 0
        L3: ai = 2
        L4: 0 <= ai, ai <= 3
        L5: 0 <= ai, ai <= 3, 0 <= i, i < 10
        L1: *";
    // Nobody said what the cells are that i does not point to.
    let program = text::parse(program).unwrap();
    let moved = |certificate: &str| judge(&program, BOUNDS, Numbers::Machine, &invariants(&program, certificate));
    let judged = moved(certificate);
    assert!(matches!(judged, Err(Rejected::NotInductive { .. })), "{judged:?}");
    let with_cells = "
        ghost a0 = a 0
        ghost a1 = a 1
        ghost k = rigid at l
        ghost l = last i at L5.1
        ghost ak = a k
        ghost ai = a (i)
        L0: 0 <= ai, ai <= 3, a0 = 1, a1 = 2, ak <= 3
        L2: ai = 1, i = 0, a0 = 1, a1 = 2, ak <= 3
        L3: ai = 2, ak <= 3
        L4: ak <= 3
        L5: ak <= 3, 0 <= i, i < 10
        L1: *";
    assert!(moved(with_cells).is_ok(), "{:?}", moved(with_cells));
    for (from, to) in [("a1 = 2", "a1 = 1"), ("L3: ai = 2", "L3: ai = 1"), ("ak <= 3", "ak <= 2")] {
        let judged = moved(&with_cells.replace(from, to));
        assert!(judged.as_ref().is_err_and(Rejected::is_definite), "{judged:?} with {to}");
    }
}

/// The contract of a procedure speaks of cells, before and after; the rigid is the same on both sides.
#[test]
fn a_contract_about_cells() {
    let program = "array a: i32[100] = zero entry main proc main() { local i: i32
        entry L0: i := 0 -> L2  exit L1:
        L2: assume i < 100 -> L3  assume 100 <= i -> L5
        L3: call set(i) -> L4
        L4: i := i + 1 -> L2
        L5: havoc i from input \"i\" -> L6
        L6: assume 0 <= i && i < 100 -> L7
        L7: assume a[i] == 7 -> L1  assume a[i] != 7 -> L8
        L8: error assertion \"a[i] == 7\" }
      proc set(p) { local p: i32
        entry L9: a[p] := 7 -> L10  exit L10: }";
    let certificate = "
        ghost k = rigid at l
        ghost l = last i at L7.1
        ghost ak = a k
        L0: *
        L1: *
        L2: 0 <= i, k < i, ak = 7 | 0 <= i, i <= k | 0 <= i, k < 0
        L3: 0 <= i, k < i, ak = 7 | 0 <= i, i <= k | 0 <= i, k < 0
        L4: 0 <= i, k <= i, ak = 7 | 0 <= i, i < k | 0 <= i, k < 0
        L5: ak = 7 | k < 0 | k >= 100
        L6: ak = 7 | k < 0 | k >= 100
        L7: 0 <= i, i < 100, ak = 7 | 0 <= i, i < 100, k < 0 | 0 <= i, i < 100, k >= 100
        L9: p = p@, ak = ak@, k = k@
        L10: p@ = k, ak = 7 | p@ < k, ak = ak@ | p@ > k@, ak = ak@";
    case(program, UNREACH, certificate)
        .is_refuted_with("p@ = k, ak = 7", "p@ = k, ak = 8")
        .is_refuted_with("p@ = k, ak = 7 |", "")
        .is_refuted_with(" | p@ > k@, ak = ak@", " | p@ > k@")
        .is_refuted_with(" | p@ > k@, ak = ak@", "")
        .is_refuted_with("rigid at l", "rigid");
}

/// A fault that is asked for: the index is read from an array, and the step that reads it remembers where.
#[test]
fn faults_that_depend_on_cells() {
    let program = "array a: i32[10] = zero array b: i32[10] = zero entry main proc main() { local i: i32 local x: i32
        entry L0: havoc i from input \"i\" -> L2  exit L1:
        L2: assume 0 <= i && i < 10 -> L3
        L3: b[i] := i -> L4
        L4: havoc i from input \"i\" -> L5
        L5: assume 0 <= i && i < 10 -> L6
        L6: x := a[b[i]] -> L1 }";
    let certificate = "
        ghost k = rigid at l
        ghost l = last i at L6
        ghost bk = b k
        L0: bk = 0
        L1: *
        L2: bk = 0
        L3: bk = 0, 0 <= i, i < 10
        L4: 0 <= bk, bk < 10
        L5: 0 <= bk, bk < 10
        L6: 0 <= bk, bk < 10, 0 <= i, i < 10";
    case(program, BOUNDS, certificate)
        .is_refuted_with("bk < 10", "bk <= 10")
        .is_refuted_with("last i at L6", "last i at L3")
        .is_refuted_with("rigid at l", "rigid");
}

/// A fault in a guard: the other guard of the location remembers the index. And a fault that contradicts what was read the
/// time before: a[100] is zero, so nobody goes on from there.
#[test]
fn faults_in_guards() {
    let permutation = "array a: i32[10] = zero entry main proc main() { local i: i32
        entry L0: havoc i from input \"i\" -> L2  exit L1:
        L2: assume 0 <= i && i < 10 -> L3
        L3: assume a[a[i]] == i -> L1  assume a[a[i]] != i -> L1 }";
    let certificate = "
        ghost k = rigid at l
        ghost l = last i at L3.0
        ghost ak = a k
        L0: ak = 0
        L1: *
        L2: ak = 0
        L3: ak = 0, 0 <= i, i < 10";
    case(permutation, BOUNDS, certificate)
        .is_right_with("L3.0", "L3.1")
        .is_refuted_with("L3.0", "L2")
        .is_refuted_with("ak = 0", "ak <= 10");
    let sentinel = "array a: i32[101] = zero entry main proc main() { local i: i32
        entry L0: i := 0 -> L2  exit L1:
        L2: assume a[i] != 0 -> L3  assume a[i] == 0 -> L1
        L3: i := i + 1 -> L2 }";
    let certificate = "
        ghost k = rigid at l
        ghost l = last i at L2.0
        ghost ak = a k
        L0: ak = 0
        L1: *
        L2: ak = 0, i = 0 | ak = 0, i = l + 1, 0 < i, i <= 101, k < l | ak = 0, i = l + 1, 0 < i, i <= 101, k > l
        L3: ak = 0, i = l, 0 <= i, i <= 100, k < l | ak = 0, i = l, 0 <= i, i <= 100, k > l";
    case(sentinel, BOUNDS, certificate).is_refuted_with("rigid at l", "rigid").is_right_with("i = l", "i >= l");
}

/// Fills, arbitrary contents, and more than one dimension.
#[test]
fn fills_and_rows() {
    let program = "array a: i32[4][5] = {1, 2, 3, 4, 5, 6} entry main proc main() { local i: i32 local j: i32
        entry L0: havoc i from input \"i\" -> L2  exit L1:
        L2: fill a[i] := 9 -> L3
        L3: havoc j from input \"j\" -> L4
        L4: havoc a[j] from input \"row\" -> L5
        L5: assume i == j || a[i][2] == 9 -> L1  assume i != j && a[i][2] != 9 -> L6
        L6: error assertion \"a[i][2] == 9\" }";
    let certificate = "
        ghost corner = a 1 0
        ghost k = rigid at l
        ghost l = last i at L5.1
        ghost cell = a k 2
        ghost row = a (i) 2
        L0: corner = 6, k > 0, cell = 0 | corner = 6, k = 0, cell = 3 | corner = 6, k < 0
        L1: *
        L2: corner = 6, k > 0, cell = 0 | corner = 6, k = 0, cell = 3 | corner = 6, k < 0
        L3: row = 9
        L4: row = 9
        L5: row = 9 | i = j";
    case(program, UNREACH, certificate)
        .is_refuted_with("corner = 6", "corner = 5")
        .is_refuted_with("cell = 3", "cell = 2")
        .is_refuted_with("row = 9", "row = 8")
        .is_refuted_with(" | i = j", "")
        .is_right_with("L5: row = 9", "L5: row = 9, row = 9");
}

#[test]
fn ghosts_that_are_none_are_malformed() {
    let program = "array a: i32[4] = zero entry main
        proc main() { local i: i32 local x: i32 entry L0: x := a[i] + i -> L1  exit L1: }
        proc f() { local z: i32 local w: i32 entry L2: w := z -> L3  exit L3: }";
    let good = "ghost k = rigid at l
                ghost l = last i at L0
                ghost ai = a (i)
                ghost ak = a k
                L0: ak = ak@
                L1: *
                L2: *
                L3: *";
    case(program, UNREACH, good)
        .is_malformed_with("a (i)", "a (a[i64(i)])".replace("i64(i)", "i").as_str())
        .is_malformed_with("L0: ak = ak@", "L0: ai = ai@")
        .is_malformed_with("L2: *", "L2: ai = 0")
        .is_malformed_with("last i at L0", "last z at L0")
        .is_malformed_with("rigid at l", "rigid at ai")
        .is_malformed_with("rigid at l", "rigid at ak")
        .is_malformed_with("a k", "a ai")
        .is_right_with("last i at L0", "last a[i] at L0")
        .is_right_with("rigid at l", "rigid at k");
}

/// A copied set has the cells of the other one, and keeps them.
#[test]
fn cells_of_sets_are_copied() {
    case(
        "array s: u8[?] = zero array t: u8[?] = zero entry main proc main() {
           entry L0: s[-3] := 1 -> L2  exit L1:
           L2: set.copy t := s -> L3
           L3: s[-3] := 0 -> L4
           L4: assume nonempty(s) -> L1  assume !nonempty(s) -> L5
           L5: assume t[-3] != 0 -> L1  assume t[-3] == 0 -> L6
           L6: error assertion \"t[-3] != 0\" }",
        BOUNDS,
        "ghost c = s -3
         ghost d = t -3
         L0: c = 0, d = 0
         L1: *
         L2: c = 1, d = 0
         L3: c = 1, d = 1
         L4: c = 0, d = 1
         L5: c = 0, d = 1",
    )
    .is_refuted_with("L3: c = 1, d = 1", "L3: c = 1, d = 0")
    .is_refuted_with("L2: c = 1, d = 0", "L2: c = 0, d = 0")
    .is_refuted_with("L5: c = 0, d = 1", "L5: c = 0, d = 0")
    .is_refuted_with("ghost d = t -3", "ghost d = t -2");
}
