//! ACSL read, printed, and refused.

use heureka_sil::{AcslErrorKind, Formula, acsl};

use crate::generate::{Random, formula, small_states};

fn printed(text: &str) -> String {
    acsl::parse(text).unwrap_or_else(|error| panic!("{text}: {error} at {:?}", error.span)).to_string()
}

fn refused(text: &str) -> (String, String) {
    let error = acsl::parse(text).unwrap_err();
    assert!(matches!(error.kind, AcslErrorKind::OutsideFragment(_)), "{error}");
    (text[error.span.clone()].to_owned(), error.to_string())
}

#[test]
fn what_is_printed_reads_back_the_same() {
    for text in [
        r"\forall integer i; 0 <= i < n ==> a[i] == 0",
        r"\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]",
        r"(\forall integer i; 0 <= i < n ==> b[i] == a[i]) && n <= \length(a)",
        r"\forall integer i; 0 <= i < n ==> a[i] == \old(a[i]) + 1",
        r"x == \old(x) + 1",
        r"\exists integer k; 0 <= k && k < n && x == 2 * k",
        r"\forall integer i; a[i] > 0 && b[i] == 1 || a[i] <= 0 && b[i] == 0",
        r"!(\forall integer i; 0 <= i < n ==> a[i] == x)",
        r"x < y || x == y + 3 && a[x] >= 2",
        r"\forall integer j; 0 <= j < i ==> a[j] <= i",
        r"\true",
        r"\false",
    ] {
        let once = printed(text);
        assert_eq!(acsl::parse(text).unwrap(), acsl::parse(&once).unwrap(), "{text} is printed as {once}");
        assert_eq!(once, printed(&once));
    }
}

#[test]
fn people_like_to_read_it() {
    assert_eq!(
        printed(r"\forall integer i; i >= 0 && i <= n - 1 ==> 0 <= a[i] <= 1"),
        r"\forall integer i; 0 <= i < n ==> 0 <= a[i] <= 1"
    );
    assert_eq!(printed(r"\forall int k; k == n ==> a[k] > x"), r"\forall integer i; i == n ==> x < a[i]");
    assert_eq!(
        printed(r"\forall integer i; 0 <= i < n ==> (a[i] > 0 ==> b[i] == 1)"),
        r"\forall integer i; 0 <= i < n ==> a[i] <= 0 || b[i] == 1"
    );
    assert_eq!(printed("n - 1 >= 0"), "n >= 1");
    assert_eq!(printed("x + 1 <= y"), "x < y");
    assert_eq!(printed("-x == y - 3"), "x + y == 3");
    assert_eq!(
        printed(r"\forall integer i; x > 0 && 0 <= i < n ==> a[i] == 0"),
        r"x <= 0 || \forall integer i; 0 <= i < n ==> a[i] == 0"
    );
    assert_eq!(
        printed(r"\forall integer i; 0 <= i < n && i != k ==> a[i] == 0"),
        "(\\forall integer i; 0 <= i < n && i < k ==> a[i] == 0) && \\forall integer i; 0 <= i < n && k + 1 <= i ==> a[i] == 0"
    );
    assert_eq!(
        printed(r"\exists integer k; 0 <= k < n && a[k] == x"),
        r"!(\forall integer i; 0 <= i < n ==> a[i] < x || x < a[i])"
    );
}

#[test]
fn what_is_outside_the_fragment_is_named_with_its_place() {
    assert_eq!(refused(r"\forall integer i; a[2 * i] == 0").0, "2 * i");
    assert_eq!(
        refused(r"\forall integer i, j; i < j ==> a[i] <= a[j]").0,
        r"\forall integer i, j; i < j ==> a[i] <= a[j]"
    );
    assert_eq!(refused(r"x == y * z").0, "y * z");
    assert_eq!(refused(r"\forall integer i; a[i] + b[i] <= c[i]").0, "a[i] + b[i] <= c[i]");
    assert_eq!(refused(r"\forall integer i; 2 * i <= n ==> a[i] == 0").0, "2 * i <= n");
    assert_eq!(refused(r"x % 2 == 0").0, "%");
    assert_eq!(refused(r"\forall integer i; \exists integer j; a[i] == b[j]").0, r"\exists integer j; a[i] == b[j]");
    assert_eq!(refused(r"sorted(a)").0, "sorted");
    let error = acsl::parse(r"x <= ").unwrap_err();
    assert_eq!((error.span.clone(), error.to_string().as_str()), (5..5, "a term was expected, not the end"));
    assert_eq!(acsl::parse(r"\forall i; a[i] == 0").unwrap_err().span, 8..9);
    assert_eq!(acsl::parse(r"(x <= 3").unwrap_err().span, 7..7);
    assert_eq!(acsl::parse(r"x <= 3 $").unwrap_err().span, 7..8);
    assert!(acsl::parse(&format!("{}x <= 3", "(".repeat(100_000))).is_err());
}

/// Printing and reading a random formula does not change what it means.
#[test]
fn random_formulas_survive_the_text() {
    let states = small_states(2, (0, 1), (0, 1), true);
    let mut random = Random::new(7);
    let mut read = 0;
    for _ in 0..200 {
        let body = formula(&mut random, true);
        let text = body.to_string();
        // A property without a cell is refused by the parser.
        let Ok(Formula { body: back, exists }) = acsl::parse(&text) else { continue };
        assert!(exists.is_empty());
        for state in &states {
            assert_eq!(state.satisfies(&body), state.satisfies(&back), "{text}\n{back}\n{state}");
        }
        read += 1;
    }
    assert!(read > 100, "{read}");
}
