//! Walks over the papers' programs: every projection on the way is exact, the walk ends, and what it asked can be
//! written and read again.

use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_testkit::record::{Query, read_queries, record, write_queries};

/// Programs in the style of papers 002 and 000, small enough to be walked to the end.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "the worked example of paper 002",
        "int x, y; void p(int a, int b) { b = b + a; y = b; }
         int main(void) { x = 0; y = 0; while (x < 1) { x = x + 1; p(x, y); } return 0; }",
    ),
    (
        "swap_iter",
        "int x, y; void swap(void) { int c; c = x; x = y; y = c; }
         int main(void) { int k = 0; x = 10; y = 20; while (k < 20) { swap(); k = k + 1; }
           if (x != 10) { ERROR: ; } return 0; }",
    ),
    (
        "delay_iter",
        "void delay(int n) { int i = n; while (i > 0) { i = i - 1; } }
         int main(void) { int x = 0; while (x < 6) { delay(x); x = x + 1; } if (x <= 0) { ERROR: ; } return 0; }",
    ),
    (
        "sum",
        "extern int __VERIFIER_nondet_int(void);
         int main(void) { int n = __VERIFIER_nondet_int(), i = 0, s = 0;
           if (n < 0 || n > 6) return 0;
           while (i < n) { i = i + 1; s = s + i; } if (2 * s < n) { ERROR: ; } return 0; }",
    ),
    (
        "an undefined value that must be half of another",
        "extern int __VERIFIER_nondet_int(void);
         int main(void) { int y = __VERIFIER_nondet_int(), u = __VERIFIER_nondet_int(), z = 0;
           if (y > 0 && y == 2 * u) { z = 3 * u; } if (2 * z > 3 * y) { ERROR: ; } return 0; }",
    ),
];

#[test]
fn projections_on_the_papers_programs_are_exact() {
    let mut projections = 0;
    for (name, text) in PROGRAMS {
        let source = Source::from_text("program.c", *text);
        let reading =
            read_source(&source, &ReadOptions::default()).unwrap_or_else(|wrong| panic!("{name}: {:?}", wrong.list));
        let recording = record(&reading.program, 20_000);
        assert!(recording.complete, "{name}: the walk does not end");
        assert!(recording.exact, "{name}: a projection is not exact");
        projections += recording.queries.iter().filter(|query| matches!(query, Query::Project(..))).count();
        let text = write_queries(&recording.queries);
        let again = read_queries(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(again.len() == recording.queries.len() && write_queries(&again) == text, "{name}: the text changes");
    }
    // The smallest programs are below the size that is recorded.
    assert!(projections > 100, "only {projections} projections were recorded");
}

#[test]
fn lines_that_are_no_questions_are_refused() {
    for line in ["", "sat", "sat x0 <=", "project y : x0 = 1", "project x0 x0 = 1", "entails x0 = 1", "solve x0 = 1"] {
        assert!(
            read_queries(&format!("sat x0 = 1\n{line}\n")).is_err_and(|error| error.line == 2),
            "{line:?} was read"
        );
    }
}
