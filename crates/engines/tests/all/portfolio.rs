//! What the portfolio sees of a program at a glance.

use heureka_engines::portfolio::Features;
use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};

/// Of a program whose `main` has this body.
fn features(body: &str) -> Features {
    let text =
        format!("extern int __VERIFIER_nondet_int(void);\nint a[100];\nint main(void) {{ {body} return a[0]; }}\n");
    let read = read_source(&Source::from_text("body.c", text), &ReadOptions::default()).expect("a program");
    Features::of(&read.program)
}

#[test]
fn a_counter_shows_how_often_a_loop_goes_round() {
    let of = |body: &str| features(body).has_few_rounds;
    assert!(of("for (int i = 0; i < 8; i++) a[i] = i;"));
    assert!(of("for (int i = 60; i > 0; i -= 2) a[i] = i;"));
    assert!(of("for (int i = 0; i < 8; i++) for (int j = 0; j < i; j++) a[j] = i;"));
    assert!(!of("for (int i = 0; i < 100; i++) a[i] = i;"));
    assert!(!of("for (int i = 0; i < 8; i++) while (__VERIFIER_nondet_int()) a[i] = i;"));
    assert!(!of("int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) a[0] = i;"));
}

#[test]
fn a_counter_that_is_set_back_counts_no_rounds() {
    let of = |step: &str| {
        let body = format!("int i = 0; while (__VERIFIER_nondet_int()) {{ if (i < 8) i++; {step} a[i] = 1; }}");
        features(&body).has_few_rounds
    };
    assert!(!of("if (i == 5) i = 0;"));
    assert!(!of("if (i > 1) i--;"));
    assert!(of("if (i < 7) i += 2;"));
}

#[test]
fn products_are_of_what_is_not_known() {
    let of = |body: &str| features(body).has_products;
    assert!(of("int n = __VERIFIER_nondet_int(); a[0] = n * n;"));
    assert!(of("int n = __VERIFIER_nondet_int(); if (n > 0) a[0] = 7 % n;"));
    assert!(!of("int n = __VERIFIER_nondet_int(); a[0] = 3 * n + n / 2;"));
}
