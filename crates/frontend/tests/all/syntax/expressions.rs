//! Expressions.

use super::parse_good;
use super::render::Render;

/// Compares the value that a function with some names in scope returns, rendered.
#[track_caller]
fn value(text: &str, expected: &str) {
    let program = format!("typedef int T; int f(int a, int b, int c, T *p) {{ return {text}; }}");
    let rendered = Render::unit(&parse_good(&program));
    let body = rendered.last().expect("a function").split_once("{return ").expect("a return").1;
    assert_eq!(body.strip_suffix(";}"), Some(expected), "{text}");
}

#[test]
fn precedence_and_associativity() {
    value("a + b * c", "(Add a (Mul b c))");
    value("a - b - c", "(Sub (Sub a b) c)");
    value(
        "a << b + c < a == b & c ^ a | b && c || a",
        "(Or (And (BitOr (BitXor (BitAnd (Eq (Lt (Shl a (Add b c)) a) b) c) a) b) c) a)",
    );
    value("a = b += c", "(= a (Add= b c))");
    value("a ? b : c ? a : b", "(? a b (? c a b))");
    value("a ? b, c : a", "(? a (, b c) a)");
    value("a ?: b", "(? a b)");
    value("a, b = c, a", "(, (, a (= b c)) a)");
    value("!a == ~b", "(Eq (Not a) (BitNot b))");
    value("-a++ + ++b", "(Add (Minus (PostIncrement a)) (PreIncrement b))");
    value("*p++", "(Deref (PostIncrement p))");
    value("&p[1] - &*p", "(Sub (AddressOf (index p 1)) (AddressOf (Deref p)))");
    value("a+++b", "(Add (PostIncrement a) b)");
    value("a - -b", "(Sub a (Minus b))");
    value("(((a)))", "a");
    value("(a + b) * c", "(Mul (Add a b) c)");
}

#[test]
fn postfix() {
    value("f(a, (b, c))(1)[2].x->y", "(-> (. (index (call (call f a (, b c)) 1) 2) x) y)");
    value("f()", "(call f)");
    value("1[p]", "(index 1 p)");
}

#[test]
fn casts_and_parentheses() {
    value("(T) a", "(cast <T> a)");
    value("(a) - b", "(Sub a b)");
    value("(T) - b", "(cast <T> (Minus b))");
    value("(T)(a)", "(cast <T> a)");
    value("(a)(b)", "(call a b)");
    value("(int (*)(void)) p", "(cast <pointer to function () returning Int> p)");
    value("(unsigned char)(T) a + b", "(Add (cast <UChar> (cast <T> a)) b)");
    value("(T){1}", "(<T> {1})");
    value("((T[]){1, 2})[0]", "(index (<array [?] of T> {1, 2}) 0)");
    value("(T[]){1, 2}[0]", "(index (<array [?] of T> {1, 2}) 0)");
    value("(const T *) p", "(cast <pointer to const T> p)");
}

#[test]
fn sizes() {
    value("sizeof(T)", "(sizeof <T>)");
    value("sizeof(a)", "(sizeof a)");
    value("sizeof a + 1", "(Add (sizeof a) 1)");
    value("sizeof(T) * a", "(Mul (sizeof <T>) a)");
    value("sizeof(a)[p]", "(sizeof (index a p))");
    value("sizeof (T){1}", "(sizeof (<T> {1}))");
    value("sizeof (T[2]){1}[0]", "(sizeof (index (<array [2] of T> {1}) 0))");
    value("sizeof(T[a])", "(sizeof <array [a] of T>)");
    value("sizeof -a", "(sizeof (Minus a))");
    value("_Alignof(T) + __alignof__ a", "(Add (alignof <T>) (alignof a))");
    value("sizeof sizeof(T)", "(sizeof (sizeof <T>))");
}

#[test]
fn literals() {
    value("0x10 + 010 + 0b11 + 42ull", "(Add (Add (Add 16 8) 3) 42)");
    value("'a' + '\\n'", "(Add char 97 char 10)");
    value("1.5f + 0x1p3", "(Add 1.5:Float 0x1p3:Double)");
    value("\"a\\n\" \"b\"[0]", "(index \"a\\nb\" 0)");
    value("L\"é\"", "Wide[233]");
    value("L\"x\" \"y\"", "Wide[120, 121]");
}

#[test]
fn gnu_and_c11() {
    value("({ int x = a; x; })", "({x: Int = a; x;})");
    value("__extension__ ({ a; })", "({a;})");
    value("__extension__ (a + b)", "(Add a b)");
    value("&&label", "(&& label)");
    value("__builtin_va_arg(a, T *)", "(va_arg a <pointer to T>)");
    value("__builtin_offsetof(struct s, x.y[3].z)", "(offsetof <struct s> .x.y[3].z)");
    value("__builtin_types_compatible_p(T, int[])", "(compatible <T> <array [?] of Int>)");
    value("__builtin_choose_expr(1, a, b)", "(choose 1 a b)");
    value("_Generic(a, int: 1, T *: 2, default: 3)", "(generic a <Int> 1 <pointer to T> 2 <default> 3)");
    value("__builtin_expect(a, 1)", "(call __builtin_expect a 1)");
    value("__real__ a + __imag__ b", "(Add (Real a) (Imag b))");
    value("({ T: a; })", "({T: a;})");
}
