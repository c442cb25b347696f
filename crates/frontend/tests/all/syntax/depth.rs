//! Programs that nest deeply parse, and can be dropped on a small stack; those beyond the limit are refused.

use super::{parse_bad, parse_good};

const DEEP: usize = 20_000;

/// `before`, then `open` and `close` repeated around `middle`, then `after`.
fn nest(depth: usize, before: &str, open: &str, middle: &str, close: &str, after: &str) -> String {
    [before, &open.repeat(depth), middle, &close.repeat(depth), after].concat()
}

#[test]
fn deep_expressions() {
    for (open, close) in [
        ("(", ")"),
        ("- ", ""),
        ("!", ""),
        ("(int)", ""),
        ("f(", ")"),
        ("p[", "]"),
        ("a = ", ""),
        ("a ? a : ", ""),
        ("sizeof ", ""),
        ("a ? ", " : a"),
        ("({", ";})"),
        ("(int){", "}"),
        ("1 + (", ")"),
        ("sizeof (int[", "]){0}"),
        ("_Generic(1, int: ", ")"),
        ("__extension__ ", ""),
        ("& ", ""),
        ("__builtin_choose_expr(1, 2, ", ")"),
    ] {
        parse_good(&nest(DEEP, "int f(int a, int *p) { return ", open, "a", close, "; }"));
    }
    for step in [" + a", " && a", ", a", ".x", "()", "[0]", "++", " < a", " ?: a"] {
        parse_good(&nest(DEEP, "int f(int a) { return ", "", "a", step, "; }"));
    }
}

#[test]
fn deep_statements() {
    for (open, middle, close) in [
        ("{", "", "}"),
        ("if (a) ", ";", ""),
        ("if (a) ; else ", ";", ""),
        ("while (a) ", ";", ""),
        ("for (;;) ", ";", ""),
        ("do ", ";", " while (a);"),
        ("switch (a) ", ";", ""),
        ("case 1: ", ";", ""),
        ("L: ", ";", ""),
    ] {
        parse_good(&nest(DEEP, "int f(int a) { ", open, middle, close, " }"));
    }
}

#[test]
fn deep_declarations() {
    for (before, open, middle, close) in [
        ("int ", "(", "x", ")"),
        ("int ", "*", "x", ""),
        ("int x", "", "", "[1]"),
        ("int x = ", "{", "1", "}"),
        ("", "struct {", "int a;", "} x;"),
        ("", "typeof(", "int", ") x"),
        ("int f", "(int (", "int", "))"),
        ("int x[", "sizeof(int[", "1", "])"),
        ("", "_Atomic(", "int", ") x"),
    ] {
        let after = if before == "int x[" { "];" } else { ";" };
        let text = nest(DEEP, before, open, middle, close, after);
        // A type is closed before the name only once.
        let text =
            if open.ends_with('(') && close == ") x" { nest(DEEP, before, open, middle, ")", " x;") } else { text };
        parse_good(&text);
    }
}

#[test]
fn beyond_the_limit() {
    let complaint = "the program nests more than 100000 levels deep here";
    for text in [
        nest(300_000, "int f(int a) { return ", "(", "a", ")", "; }"),
        nest(300_000, "int f(int a) { return ", "", "a", "+a", "; }"),
        nest(300_000, "int f(int a) { return ", "", "a", ".a", "; }"),
        nest(300_000, "int f(int a) { return ", "(", "a", "+a)", "; }"),
        nest(300_000, "int f(int a) { return ", "({", "a", ";})", "; }"),
        nest(300_000, "int f(int a) ", "{", "", "}", ""),
        nest(300_000, "int x = ", "{", "1", "}", ";"),
        nest(300_000, "", "struct {", "int a;", "} x;", ";"),
        nest(300_000, "int f", "(int (", "int", "))", ";"),
        nest(300_000, "int f(int a) { return ", "(", "", "", ""),
        nest(300_000, "int f(int a) ", "{", "", "", ""),
        nest(400, "int f(int a) { return ", "(", "a", &format!("{})", "+a".repeat(400)), "; }"),
    ] {
        let found = parse_bad(text);
        assert!(found.ends_with(complaint) && found.lines().count() == 1, "{found}");
    }
}

#[test]
fn just_below_the_limit() {
    parse_good(&nest(99_900, "int f(int a) { return ", "(", "a", ")", "; }"));
    parse_good(&nest(99_900, "int f(int a) { return ", "f(", "a", ")", "; }"));
    parse_good(&nest(33_000, "int f(int a) { return ", "({", "a", ";})", "; }"));
    parse_good(&nest(99_900, "int f(int a) ", "{", "", "}", ""));
    parse_good(&nest(99_900, "", "struct {", "int a;", "} x;", ";"));
    parse_good(&nest(49_900, "int f", "(int (", "int", "))", ";"));
    parse_good(&nest(24_900, "int f(int a) { return ", "sizeof (int[", "a", "]){0}", "; }"));
}
