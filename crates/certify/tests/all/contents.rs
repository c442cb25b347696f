//! Invariants of loops that speak of all cells of an array: right ones are accepted, and damaged ones are not.

use heureka_certify::{Checked, Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::HeadSubject;
use heureka_ir::{Certificate, Program, Property, text};
use heureka_logic::solver::{Limits, SolverFactory};

use crate::saying::heads;

pub struct Case {
    program: Program,
    properties: &'static [Property],
    certificate: String,
}

pub const UNREACH: &[Property] = &[Property::Unreach];
pub const BOUNDS: &[Property] = &[Property::Unreach, Property::Bounds];

/// A program with a certificate that is right.
pub fn case(program: &str, properties: &'static [Property], certificate: &str) -> Case {
    let program = text::parse(program).unwrap_or_else(|error| panic!("{error}\n{program}"));
    let case = Case { program, properties, certificate: certificate.to_owned() };
    if let Err(rejected) = case.judge(certificate) {
        panic!("rejected: {rejected}");
    }
    case
}

impl Case {
    pub fn judge(&self, certificate: &str) -> Result<Checked, Rejected> {
        judge(&self.program, self.properties, certificate)
    }

    /// With another text in one place it is a certificate, too.
    pub fn is_right_with(&self, from: &str, to: &str) -> &Case {
        let other = self.certificate.replacen(from, to, 1);
        assert_ne!(other, self.certificate, "`{from}` does not occur");
        if let Err(rejected) = self.judge(&other) {
            panic!("rejected with `{to}` for `{from}`: {rejected}");
        }
        self
    }

    /// With another text in one place it is no certificate.
    pub fn is_wrong_with(&self, from: &str, to: &str) -> &Case {
        let damaged = self.certificate.replacen(from, to, 1);
        assert_ne!(damaged, self.certificate, "`{from}` does not occur");
        match self.judge(&damaged) {
            Ok(_) => panic!("accepted with `{to}` for `{from}`"),
            Err(Rejected::Malformed { reason }) => panic!("malformed with `{to}` for `{from}`: {reason}"),
            Err(_) => {}
        }
        self
    }
}

pub fn judge(program: &Program, properties: &[Property], certificate: &str) -> Result<Checked, Rejected> {
    let properties = properties.iter().copied().collect();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    let certificate = Certificate::AtHeads(heads(program, HeadSubject::AsRead, certificate));
    check_certificate(&question, &certificate, &SolverFactory::default(), Limits::NONE)
}

/// Two loops over an array: a first one with a step, and a second one with a check.
fn two_loops(declared: &str, step: &str, check: &str) -> String {
    format!(
        "entry main proc main() {{ local n: i32 local i: i32 {declared}
           entry L0: havoc n from input \"n\" -> L2  exit L1:
           L2: i := 0 -> L3
           L3: assume i < n -> L4  assume n <= i -> L6
           {step}
           L5: i := i + 1 -> L3
           L6: i := 0 -> L7
           L7: assume i < n -> L8  assume n <= i -> L1
           L8: assume {check} -> L9  assume !({check}) -> L10
           L9: i := i + 1 -> L7
           L10: error assertion \"check\" }}"
    )
}

#[test]
fn initialisation() {
    for ty in ["i32", "u32", "i64", "u8"] {
        let program = two_loops("array a: i32[n] = undefined", "L4: a[i] := 7 -> L5", "a[i] == 7");
        let program = program.replace("local n: i32 local i: i32", &format!("local n: {ty} local i: {ty}"));
        let filled = case(
            &program,
            BOUNDS,
            "L3: 0 <= i & forall k: 0 <= k < i -> a[k] = 7
             L7: 0 <= i & forall k: 0 <= k < n -> a[k] = 7",
        );
        filled.is_wrong_with("k < i", "k <= i");
        filled.is_wrong_with("a[k] = 7", "a[k] = 8");
        filled.is_wrong_with("k < i", "k + 1 < i");
    }
    let filled = case(
        &two_loops("array a: i32[n] = undefined", "L4: a[i] := 7 -> L5", "a[i] == 7"),
        UNREACH,
        "L3: 0 <= i & forall k: 0 <= k < i -> a[k] = 7
         L7: 0 <= i & forall k: 0 <= k < n -> a[k] = 7",
    );
    filled.is_wrong_with("0 <= k < i", "0 < k < i");
    filled.is_wrong_with("0 <= k < n -> a[k]", "0 <= k < n + 1 -> a[k]");
    // Nothing writes the array after the first loop, so what holds behind it is known in the second.
    filled.is_right_with("k < n", "k < i");
}

#[test]
fn a_copy() {
    let copied = case(
        &two_loops("array a: i32[n] = undefined array b: i32[n] = undefined", "L4: b[i] := a[i] -> L5", "a[i] == b[i]"),
        BOUNDS,
        "L3: 0 <= i & forall k: 0 <= k < i -> a[k] = b[k]
         L7: 0 <= i & forall k: 0 <= k < n -> a[k] = b[k]",
    );
    copied.is_wrong_with("a[k] = b[k]", "a[k] = b[k + 1]");
    copied.is_wrong_with("k < i", "k <= i");
    copied.is_wrong_with("a[k] = b[k]", "a[k] <= b[k]");
    copied.is_wrong_with("0 <= i & forall", "0 < i & forall");
}

#[test]
fn a_reversed_copy() {
    let reversed = case(
        &two_loops(
            "array a: i32[n] = undefined array b: i32[n] = undefined",
            "L4: b[n - 1 - i] := a[i] -> L5",
            "b[i] == a[n - 1 - i]",
        ),
        BOUNDS,
        "L3: 0 <= i & forall k: 0 <= k < i -> a[k] = b[n - 1 - k]
         L7: 0 <= i & forall k: 0 <= k < n -> a[k] = b[n - 1 - k]",
    );
    reversed.is_wrong_with("b[n - 1 - k]", "b[n - k]");
    reversed.is_wrong_with("k < i", "k <= i");
}

#[test]
fn the_greatest() {
    let greatest = case(
        &two_loops(
            "local m: i32 array a: i32[n] = undefined",
            "L4: assume m < a[i] -> L11  assume a[i] <= m -> L5
             L11: m := a[i] -> L5",
            "a[i] <= m",
        )
        .replace("havoc n from input \"n\" -> L2", "havoc n from input \"n\" -> L12 L12: m := -2147483648 -> L2"),
        BOUNDS,
        "L3: 0 <= i & forall k: 0 <= k < i -> a[k] <= m
         L7: 0 <= i & forall k: 0 <= k < n -> a[k] <= m",
    );
    greatest.is_wrong_with("a[k] <= m", "a[k] < m");
    greatest.is_wrong_with("a[k] <= m", "m <= a[k]");
    greatest.is_wrong_with("k < i", "k <= i + 1");
}

/// Ascending, one after the other; a formula with a cell and the next.
#[test]
fn order() {
    let ascending = case(
        &two_loops(
            "local x: i32 array a: i32[n] = undefined",
            "L4: a[i] := x -> L11
             L11: assume x < 1000000 -> L12  assume 1000000 <= x -> L5
             L12: x := x + 1 -> L5",
            "i == 0 || a[i - 1] <= a[i]",
        )
        .replace("havoc n from input \"n\" -> L2", "havoc n from input \"n\" -> L13 L13: x := 3 -> L2"),
        BOUNDS,
        "L3: 0 <= i & (forall k: 0 <= k & k + 1 < i -> a[k] <= a[k + 1]) & (forall l: 0 <= l < i -> a[l] <= x)
         L7: 0 <= i & forall k: 0 <= k & k + 1 < n -> a[k] <= a[k + 1]",
    );
    ascending.is_wrong_with("a[k] <= a[k + 1]", "a[k] < a[k + 1]");
    ascending.is_wrong_with("k + 1 < i", "k < i");
    ascending.is_wrong_with("a[l] <= x", "x <= a[l]");
    ascending.is_wrong_with(" & (forall l: 0 <= l < i -> a[l] <= x)", "");
}

/// Two quantified variables, and an index that two of them meet at.
#[test]
fn pairs() {
    let program = two_loops("array a: i32[n] = undefined", "L4: a[i] := 5 * i -> L5", "a[i] == 5 * i").replace(
        "assume a[i] == 5 * i -> L9  assume !(a[i] == 5 * i)",
        "assume n <= 1 || a[0] <= a[i] -> L9  assume !(n <= 1 || a[0] <= a[i])",
    );
    let ordered = case(
        &program,
        BOUNDS,
        "L3: 0 <= i & (forall j k: 0 <= j & j <= k & k < i -> a[j] <= a[k]) & (forall l: 0 <= l < i -> a[l] <= 5 * (i - 1))
         L7: 0 <= i & forall j k: 0 <= j & j <= k & k < n -> a[j] <= a[k]",
    );
    ordered.is_wrong_with("j <= k", "0 <= k");
    ordered.is_wrong_with("5 * (i - 1)", "4 * (i - 1)");
}

#[test]
fn something_is_there() {
    // Looks for a cell that is zero; what was found is one.
    let found = case(
        "entry main proc main() { local n: i32 local i: i32 local found: i32 array a: i32[n] = undefined
           entry L0: havoc n from input \"n\" -> L2  exit L1:
           L2: i := 0, found := 0 -> L3
           L3: assume i < n -> L4  assume n <= i -> L7
           L4: assume a[i] == 0 -> L5  assume a[i] != 0 -> L6
           L5: found := 1 -> L6
           L6: i := i + 1 -> L3
           L7: i := 0 -> L8
           L8: assume i < n -> L9  assume n <= i -> L11
           L9: assume a[i] == 0 -> L1  assume a[i] != 0 -> L10
           L10: i := i + 1 -> L8
           L11: assume found == 0 -> L1  assume found != 0 -> L12
           L12: error assertion \"there is none\" }",
        BOUNDS,
        "L3: 0 <= i & (found = 0 | exists k: 0 <= k < n & a[k] = 0)
         L8: 0 <= i & (found = 0 | exists k: i <= k < n & a[k] = 0)",
    );
    found.is_wrong_with("exists k: i <= k", "exists k: i + 1 <= k");
    found.is_wrong_with("exists k: 0 <= k < n", "exists k: 0 < k < n");
    found.is_wrong_with("found = 0 |", "found = 1 |");
}

#[test]
fn rows_and_columns() {
    let filled = case(
        "entry main proc main() { local n: i32 local i: i32 local j: i32 local x: i32 local y: i32 array a: i32[n][10] = undefined
           entry L0: havoc n from input \"n\" -> L2  exit L1:
           L2: i := 0 -> L3
           L3: assume i < n -> L4  assume n <= i -> L8
           L4: j := 0 -> L5
           L5: assume j < 10 -> L6  assume 10 <= j -> L7
           L6: a[i][j] := i + j -> L14
           L14: j := j + 1 -> L5
           L7: i := i + 1 -> L3
           L8: havoc x from input \"x\" -> L9
           L9: havoc y from input \"y\" -> L10
           L10: assume 0 <= x && x < n && 0 <= y && y < 10 -> L11  assume !(0 <= x && x < n && 0 <= y && y < 10) -> L1
           L11: assume a[x][y] == x + y -> L1  assume a[x][y] != x + y -> L12
           L12: error assertion \"sum\" L13: skip -> L1 }",
        UNREACH,
        "L3: 0 <= i & forall k l: 0 <= k < i & 0 <= l < 10 -> a[k][l] = k + l
         L5: 0 <= i < n & 0 <= j & (forall k l: 0 <= k < i & 0 <= l < 10 -> a[k][l] = k + l) & (forall m: 0 <= m < j -> a[i][m] = i + m)",
    );
    filled.is_wrong_with("0 <= l < 10 -> a[k][l] = k + l", "0 <= l < 9 -> a[k][l] = k + l");
    filled.is_wrong_with("m < j", "m <= j");
    filled.is_wrong_with("a[i][m] = i + m", "a[i][m] = m");
    filled.is_wrong_with("a[k][l] = k + l", "a[l][k] = k + l");
}

/// Elements come and go; one of them stays, or none is left.
#[test]
fn sets() {
    let program = "array s: u8[?] = zero entry main
        proc main() { local x: i64 local o: i64
          entry L0: havoc o from input \"o\" -> L2  exit L1:
          L2: s[o] := 1 -> L3
          L3: havoc x from input \"x\" -> L4
          L4: assume x == o -> L5  assume x != o -> L6
          L6: s[x] := 1 -> L7
          L7: s[x] := 0 -> L3
          L5: assume nonempty(s) -> L8  assume !nonempty(s) -> L9
          L8: s[o] := 0 -> L10
          L9: error assertion \"not empty\"
          L10: assume nonempty(s) -> L11  assume !nonempty(s) -> L1
          L11: error assertion \"empty\" }";
    let only = case(program, UNREACH, "L3: s[o] = 1 & forall k: k != o -> s[k] = 0");
    only.is_wrong_with("s[o] = 1", "s[o] = 0");
    only.is_wrong_with("s[o] = 1 &", "true &");
    only.is_wrong_with("k != o -> s[k] = 0", "s[k] = 1");
    only.is_wrong_with(" & forall k: k != o -> s[k] = 0", "");
    only.is_right_with("s[o] = 1", "1 <= s[o]");
    only.is_right_with("forall k: k != o -> s[k] = 0", "!(exists k: k != o & s[k] != 0)");
    only.is_right_with("s[o] = 1", "0 < s[o] & (forall k: s[k] <= 1)");
}

/// An index that wraps around, and one that goes over the end.
#[test]
fn unsigned_indices_wrap() {
    let program = "array a: u8[256] = undefined entry main
        proc main() { local i: u8 local x: u8
          entry L0: i := 0 -> L2  exit L1:
          L2: a[i] := i -> L3
          L3: i := i + 1 -> L4
          L4: assume i != 0 -> L2  assume i == 0 -> L5
          L5: havoc x from input \"x\" -> L6
          L6: assume a[x] == x -> L1  assume a[x] != x -> L7
          L7: error assertion \"all were written\" }";
    let all = case(program, BOUNDS, "L2: forall k: 0 <= k < i -> a[k] = k");
    all.is_wrong_with("k < i", "k <= i");
    all.is_wrong_with("a[k] = k", "a[k] <= k");
    all.is_wrong_with("0 <= k < i", "0 < k < i");
}

/// Formulas without quantifiers, over cells that move.
#[test]
fn single_cells() {
    let program = "entry main proc main() { local n: u32 local i: u32 array a: i32[n] = undefined
          entry L0: havoc n from input \"n\" -> L2  exit L1:
          L2: assume 1 <= n -> L3  assume n == 0 -> L1
          L3: a[0] := 5, i := 0 -> L4
          L4: assume i < n - 1 -> L5  assume n - 1 <= i -> L7
          L5: a[i + 1] := a[i] -> L6
          L6: i := i + 1 -> L4
          L7: assume a[i] == 5 -> L1  assume a[i] != 5 -> L8
          L8: error assertion \"the last\" }"
        .replace("a[0] := 5, i := 0 -> L4", "a[0] := 5 -> L9 L9: i := 0 -> L4");
    let last = case(&program, BOUNDS, "L4: a[i] = 5 & i < n & 1 <= n");
    last.is_wrong_with("a[i] = 5", "a[i] = 4");
    last.is_wrong_with("a[i] = 5", "a[0] = 5");
    last.is_wrong_with("a[i] = 5", "a[i - 1] = 5");
    last.is_wrong_with("i < n", "i <= n");
}
