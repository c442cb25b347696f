//! What is wrong is said, with the place, and nothing panics.

use super::{parse_bad, parse_good};

#[track_caller]
fn bad(text: &str, expected: &str) {
    assert_eq!(parse_bad(text), expected, "{text}");
}

#[test]
fn what_does_not_end() {
    bad("int x; /* no end", "test.c:1:8+2: unterminated comment");
    bad("char *s = \"no end;\nint x;", "test.c:1:11+1: unterminated string literal");
    bad("char c = 'a;\n", "test.c:1:10+1: unterminated character constant");
    bad(
        "int f(void) {\n  if (1) {\n    return 1;\n",
        "test.c:3:14+1: expected `}`, found the end of the file\n  test.c:2:10: to match this `{`",
    );
    bad(
        "struct s {\n  int a;\n",
        "test.c:2:9+1: expected `}`, found the end of the file\n  test.c:1:10: to match this `{`",
    );
    bad("int a[3\n;", "test.c:1:8+1: expected `]`, found `;`\n  test.c:1:6: to match this `[`");
    bad("int x = (1 + 2;", "test.c:1:15+1: expected `)`, found `;`\n  test.c:1:9: to match this `(`");
    bad("int x = {1, 2;", "test.c:1:14+1: expected `}`, found `;`\n  test.c:1:9: to match this `{`");
}

#[test]
fn what_is_missing() {
    bad("int x\nint y;", "test.c:1:6+1: expected `;` after the declaration, found `int`");
    bad("void f(int a) { a = 1 }", "test.c:1:23+1: expected `;` after the expression, found `}`");
    bad("void f(int a) { a = 1\n a = 2; }", "test.c:1:22+1: expected `;` after the expression, found `a`");
    bad("void f(void) { if 1 ; }", "test.c:1:19+1: expected `(` after `if`, found `1`");
    bad("void f(void) { do ; }", "test.c:1:21+1: expected `while` after the body of `do`, found `}`");
    bad("int x = ;", "test.c:1:9+1: expected an expression, found `;`");
    bad("int x = 1 + ;", "test.c:1:13+1: expected an expression, found `;`");
    bad("int;int *;", "test.c:1:10+1: expected a name in the declaration, found `;`");
    bad("struct;", "test.c:1:7+1: expected a tag or `{` after `struct` or `union`, found `;`");
    bad("void f(void) { else ; }", "test.c:1:16+4: `else` without an `if`");
    bad("int x; }", "test.c:1:8+1: unmatched `}`");
    bad("int f(void) { return a ? 1; }", "test.c:1:27+1: expected `:` of the conditional expression, found `;`");
}

#[test]
fn names_that_are_no_types() {
    bad("size_t x;", "test.c:1:1+6: unknown type name `size_t`");
    bad("static size_t x;", "test.c:1:8+6: unknown type name `size_t`");
    bad("void f(size_t n);", "test.c:1:8+6: unknown type name `size_t`");
    bad("void f(int a, size_t n);", "test.c:1:15+6: unknown type name `size_t`");
    bad("void f(void) { size_t n; }", "test.c:1:16+6: unknown type name `size_t`");
    bad("struct s { size_t n; };", "test.c:1:12+6: unknown type name `size_t`");
    bad("typedef int T; int x = T;", "test.c:1:24+1: expected an expression, found `T`");
}

#[test]
fn specifiers_that_do_not_fit() {
    bad("long short x;", "test.c:1:1+10: these type specifiers cannot be combined");
    bad("unsigned float x;", "test.c:1:1+14: these type specifiers cannot be combined");
    bad("long long long x;", "test.c:1:1+14: these type specifiers cannot be combined");
    bad("static extern int x;", "test.c:1:8+6: more than one storage class in one declaration");
    bad(
        "struct s { int a; } enum e { A };",
        "test.c:1:21+4: two types in one declaration; is a `;` missing before this one?",
    );
}

#[test]
fn literals_that_mean_nothing() {
    bad("int x = 08;", "test.c:1:9+2: invalid digit `8` in an octal constant");
    bad("int x = 12ab;", "test.c:1:9+4: invalid suffix `ab` on an integer constant");
    bad(
        "int x = 18446744073709551616;",
        "test.c:1:9+20: the integer constant `18446744073709551616` does not fit 64 bits",
    );
    bad("int x = '';", "test.c:1:9+2: empty character constant");
    bad("int x[] = L\"a\" u\"b\";", "test.c:1:16+4: adjacent string literals have different prefixes");
}

#[test]
fn stray_bytes() {
    bad("int x = @;", "test.c:1:9+1: stray `@` in the program");
    bad("int x; # 3", "test.c:1:8+1: stray `#` in the program");
    assert_eq!(parse_bad(&b"int \xff\xfe;"[..]), "test.c:1:5+2: stray byte 0xff in the program\n  is this a C file?");
    assert_eq!(parse_bad(&b"\x01\x02"[..]).lines().next(), Some("test.c:1:1+1: stray byte 0x01 in the program"));
    assert_eq!(parse_bad(&b"int x\0;"[..]).lines().next(), Some("test.c:1:6+1: stray byte 0x00 in the program"));
}

#[test]
fn nothing_at_all() {
    for text in ["", " \n\t", "/* only a comment */", ";;", "# 1 \"x.c\"\n"] {
        bad(text, "the program declares nothing");
    }
}

#[test]
fn functions_in_functions() {
    bad(
        "int f(void) { int g(void) { return 1; } return g(); }",
        "test.c:1:19+1: a function is defined inside a function\n  nested functions are a GNU extension that is not supported",
    );
}

#[test]
fn a_few_errors_at_once_but_not_many() {
    bad(
        "int f(void) { 1 +; return 2; }\nint g(void) { return ); }\nint ok;",
        "test.c:1:18+1: expected an expression, found `;`\ntest.c:2:22+1: expected an expression, found `)`",
    );
    assert_eq!(parse_bad("int x = ;\n".repeat(100)).lines().count(), 5);
}

#[test]
fn large_inputs() {
    let function =
        "int f@(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i * 2; if (s > 100) s -= 7; } return s; }\n";
    let text: String = (0..50_000).map(|number: u32| function.replace('@', &number.to_string())).collect();
    assert!(text.len() > 5_000_000);
    assert_eq!(parse_good(&text).items.len(), 50_000);
}
