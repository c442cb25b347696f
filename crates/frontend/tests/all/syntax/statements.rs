//! Statements.

use super::parse_good;
use super::render::Render;

#[track_caller]
fn body(text: &str, expected: &str) {
    let program = format!("typedef int T; void f(int a, int b) {{ {text} }}");
    let rendered = Render::unit(&parse_good(&program));
    let body = rendered.last().expect("a function").split_once(" {").expect("a body").1;
    assert_eq!(body.strip_suffix('}'), Some(expected), "{text}");
}

#[test]
fn branches() {
    body("if (a) if (b) ; else a++;", "if a if b ; else (PostIncrement a);");
    body("if (a) { } else if (b) { } else { }", "if a {} else if b {} else {}");
    body(
        "switch (a) { case 1: case 2 ... 5: a = 1; break; default: ; }",
        "switch a {case 1: case 2..5: (= a 1); break; default: ;}",
    );
    body("switch (a) { case 1: }", "switch a {case 1: ;}");
    body("switch (a) case 1: b++;", "switch a case 1: (PostIncrement b);");
}

#[test]
fn loops() {
    body("while (a) a--;", "while a (PostDecrement a);");
    body("do a--; while (a);", "do (PostDecrement a); while a;");
    body("for (;;) continue;", "for (-; -; -) continue;");
    body("for (a = 0; a < 3; a++) { }", "for ((= a 0); (Lt a 3); (PostIncrement a)) {}");
    body("for (T i = 0, j; i < 3; i++) break;", "for (i: T = 0; j: T; (Lt i 3); (PostIncrement i)) break;");
}

#[test]
fn jumps_and_labels() {
    body("L: goto L;", "L: goto L;");
    body("L: T x; goto L; M:", "L: ; x: T; goto L; M: ;");
    body("goto *p; L: ;", "goto *p; L: ;");
    body("{ __label__ x, y; x: y: ; }", "{__label__ x y; x: y: ;}");
    body("L: __attribute__((unused)); a;", "L: ; a;");
    body("return; return a;", "return; return a;");
    body("a ? b : a; L: b;", "(? a b a); L: b;");
}

#[test]
fn declarations_among_statements() {
    body("a; int x = a, *y; x;", "a; x: Int = a; y: pointer to Int; x;");
    body("T *x; (T *) x; a * b;", "x: pointer to T; (cast <pointer to T> x); (Mul a b);");
    body("__extension__ T x; __extension__ a;", "x: T; a;");
    body("_Static_assert(1, \"\"); struct s { int x; } y; ;", "assert 1; y: struct s {x: Int}; ;");
    body("__attribute__((unused)) int x; __attribute__((fallthrough));", "x: Int; ;");
    body("int g(int), h;", "g: function (_: Int) returning Int; h: Int;");
    body("_Pragma(\"omp\") a;", "; a;");
}

#[test]
fn inline_assembly() {
    body("asm(\"nop\");", "asm : : 0 :;");
    body(
        "__asm__ volatile (\"x\" \"y\" : \"=r\"(a), [out] \"+m\"(b) : \"r\"(a + 1) : \"memory\", \"cc\");",
        "asm a b : (Add a 1) : 2 :;",
    );
    body("asm goto (\"x\" : : \"r\"(a) : : out); out: ;", "asm : a : 0 : out; out: ;");
    body("asm volatile (\"\" ::: \"memory\");", "asm : : 1 :;");
}
