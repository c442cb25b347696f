//! Declarators, specifiers, initialisers, attributes.

use super::parse_good;
use super::render::Render;

/// Parses `text` and compares the last external declaration, rendered.
#[track_caller]
fn last(text: &str, expected: &str) {
    let rendered = Render::unit(&parse_good(text));
    assert_eq!(rendered.last().map(String::as_str), Some(expected), "{text}");
}

#[test]
fn declarators_from_the_name_outwards() {
    last("int (*(*f)(int))[3];", "f: pointer to function (_: Int) returning pointer to array [3] of Int");
    last("int *a[3];", "a: array [3] of pointer to Int");
    last("int (*a)[3];", "a: pointer to array [3] of Int");
    last("char *const *volatile p;", "p: volatile pointer to const pointer to Char");
    last("int a[2][3];", "a: array [2] of array [3] of Int");
    last("int ((x));", "x: Int");
    last(
        "void (*signal(int sig, void (*func)(int)))(int);",
        "signal: function (sig: Int, func: pointer to function (_: Int) returning void) returning \
         pointer to function (_: Int) returning void",
    );
    last(
        "int (*f[2])(void), g();",
        "f: array [2] of pointer to function () returning Int; g: function (?) returning Int",
    );
    last("int f(const char *, ...);", "f: function (_: pointer to const Char, ...) returning Int");
}

#[test]
fn array_parameters() {
    last(
        "void f(int a[static const 3], int n, int b[*], int c[n][n], int d[]);",
        "f: function (a: array [static const 3] of Int, n: Int, b: array [*] of Int, \
         c: array [n] of array [n] of Int, d: array [?] of Int) returning void",
    );
}

#[test]
fn specifiers_in_any_order() {
    last("long unsigned int long x;", "x: ULongLong");
    last("int long static const x;", "x: static const Long");
    last("unsigned x;", "x: UInt");
    last("signed char c;", "c: SChar");
    last("char c;", "c: Char");
    last("short int unsigned s;", "s: UShort");
    last("__signed__ long s;", "s: Long");
    last("unsigned __int128 x; __uint128_t y;", "y: UInt128");
    last("long double _Complex z;", "z: complex LongDouble");
    last("_Complex z;", "z: complex Double");
    last("__complex__ int z;", "z: complex Int");
    last("_Float128 q;", "q: Float128");
    last("_Bool b;", "b: bool");
    last("extern _Thread_local int t;", "t: extern thread Int");
    last("static __thread int t;", "t: static thread Int");
    last("_Atomic int a;", "a: atomic Int");
    last("_Atomic(int *) a;", "a: atomic <pointer to Int>");
    last("__extension__ typedef long long int quad;", "quad: typedef LongLong");
    last("static __inline__ _Noreturn void f(void);", "f: function () returning static inline void @NoReturn");
    last("__builtin_va_list v;", "v: va_list");
    last("typedef float _Float32; _Float32 x;", "x: Float32");
}

#[test]
fn typedefs_and_names_that_hide_them() {
    last("typedef int T; T x;", "x: T");
    last("typedef int T; unsigned T;", "T: UInt");
    last("typedef int T; void f(T);", "f: function (_: T) returning void");
    last("typedef int T; void f(int T);", "f: function (T: Int) returning void");
    last("typedef int T; void f(int (T));", "f: function (_: function (_: T) returning Int) returning void");
    last("typedef int T; void f(int (x));", "f: function (x: Int) returning void");
    last(
        "typedef int T; void f(int T, int a[sizeof(T)]);",
        "f: function (T: Int, a: array [(sizeof T)] of Int) returning void",
    );
    last("typedef int T; void f(void) { int T = 1; T * T; }", "f: function () returning void {T: Int = 1; (Mul T T);}");
    last(
        "typedef int T; void f(void) { { int T; } T * x; }",
        "f: function () returning void {{T: Int;} x: pointer to T;}",
    );
    last("typedef int T; void f(int T) { T * T; }", "f: function (T: Int) returning void {(Mul T T);}");
    last("typedef int T; void f(void) { enum { T }; T * T; }", "f: function () returning void {enum {T}; (Mul T T);}");
    last("typedef int T; struct s { int T; T x; }; T y;", "y: T");
    last("typedef int T; void f(void) { T: goto T; T T; }", "f: function () returning void {T: goto T; T: T;}");
    last(
        "typedef int T; void f(void) { for (int T = 0; T; ) T++; T x; }",
        "f: function () returning void {for (T: Int = 0; T; -) (PostIncrement T); x: T;}",
    );
    last("typedef struct s s; struct s { s *next; };", "struct s {next: pointer to s}");
    last("typedef int T; T f(T T) { return T; }", "f: function (T: T) returning T {return T;}");
    last("typedef int T; void f(void) { T T = sizeof(T); }", "f: function () returning void {T: T = (sizeof T);}");
    last("typedef int a, *b; b x;", "x: b");
}

#[test]
fn structs_unions_enums() {
    last("struct { int a : 3, : 0, b; } x;", "x: struct {a: Int bits 3, _: Int bits 0, b: Int}");
    last(
        "struct s { union { int a; float b; }; int c[]; };",
        "struct s {union {a: Int; b: Float}; c: array [?] of Int}",
    );
    last("struct empty {};", "struct empty {}");
    last("struct zero { int a[0]; ; };", "struct zero {a: array [0] of Int}");
    last("struct s { int a };", "struct s {a: Int}");
    last("struct s { _Static_assert(1, \"no\"); int a; };", "struct s {assert 1; a: Int}");
    last("enum e { A, B = 3, C, } x;", "x: enum e {A, B = 3, C}");
    last("enum e { A __attribute__((deprecated)) = 2 };", "enum e {A = 2}");
    last("struct s;", "struct s");
    last("typedef const struct s *p;", "p: pointer to typedef const struct s");
}

#[test]
fn attributes_wherever_they_stand() {
    last(
        "struct __attribute__((packed)) s { int a; } __attribute__((aligned(8)));",
        "struct s {a: Int} @Packed @aligned 8",
    );
    last("int x __attribute__((unused)), __attribute__((aligned)) y;", "x: Int; y: Int @aligned");
    last("__attribute__((__noreturn__)) void f(void);", "f: function () returning void @NoReturn");
    last(
        "void f(void) __attribute__((noreturn, const, format(printf, 1, 2)));",
        "f: function () returning void @NoReturn",
    );
    last("int __attribute__((vector_size(16))) v;", "v: Int @vector 16");
    last("typedef int DI __attribute__((__mode__(__DI__)));", "DI: typedef Int @mode DI");
    last("int * __attribute__((x)) const p;", "p: const pointer to Int");
    last("int (__attribute__((cdecl)) *f)(int);", "f: pointer to function (_: Int) returning Int");
    last(
        "void f(int (__attribute__((cdecl)) *g)(int));",
        "f: function (g: pointer to function (_: Int) returning Int) returning void",
    );
    last("int f(void) __asm__(\"\" \"g\") __attribute__((weak));", "f: function () returning Int asm g @Weak");
    last(
        "void f(int x __attribute__((unused)), __attribute__((y)) int z);",
        "f: function (x: Int, z: Int) returning void",
    );
    last("_Alignas(16) char a; ", "a: Char @aligned 16");
    last("_Alignas(long) char a; ", "a: Char @aligned <Long>");
    last(
        "static void __attribute__((constructor(101))) f(void) {}",
        "f: function () returning static void @Constructor {}",
    );
    last(
        "void g(void) { int x __attribute__((cleanup(__free__))); }",
        "g: function () returning void {x: Int @cleanup __free__;}",
    );
    last("int x __attribute__(());", "x: Int");
    last("int f(void) __attribute__((alias(\"g\")));", "f: function () returning Int @alias g");
}

#[test]
fn packing_by_pragma() {
    last("#pragma pack(push, 2)\nstruct s { int a; };\n#pragma pack(pop)\n", "struct s {a: Int} @PackLimit(2)");
    last("#pragma pack(1)\nstruct s x;\n#pragma pack()\nstruct t { int a; };", "struct t {a: Int}");
    last("#pragma pack(1)\nint y; struct s x;", "x: struct s");
}

#[test]
fn initialisers() {
    last("int x = 1, y = (2, 3);", "x: Int = 1; y: Int = (, 2 3)");
    last("int a[] = { 1, 2, };", "a: array [?] of Int = {1, 2}");
    last(
        "struct s x = { .a = 1, .b.c[2] = { 3 }, [1 ... 3] = 4, old: 5, [7] 6 };",
        "x: struct s = {.a=1, .b.c[2]={3}, [1..3]=4, .old=5, [7]=6}",
    );
    last("int a[2][2] = {{}, {1}};", "a: array [2] of array [2] of Int = {{}, {1}}");
    last("char s[] = \"ab\" \"c\";", "s: array [?] of Char = \"abc\"");
    last("void f(void) { __auto_type x = 1; }", "f: function () returning void {x: auto = 1;}");
}

#[test]
fn old_style_functions() {
    last(
        "int f(a, b) int a; char *b; { return a; }",
        "f: function (a b) returning Int a: Int; b: pointer to Char; {return a;}",
    );
    last("main() { return 0; }", "main: function (?) returning implicit {return 0;}");
    last("f(a) { return a; }", "f: function (a) returning implicit {return a;}");
    last("static x; const y = 3;", "y: const implicit = 3");
}

#[test]
fn typeof_forms() {
    last("int x; typeof(x) y;", "y: typeof x");
    last("__typeof__(int *) y;", "y: typeof <pointer to Int>");
    last("typedef int T; typeof(T) y;", "y: typeof <T>");
}

#[test]
fn other_external_declarations() {
    assert_eq!(
        Render::unit(&parse_good(
            ";; asm(\"nop\"); _Static_assert(1 < 2, \"so\"); _Static_assert(1); int x; _Pragma(\"x\")"
        )),
        ["asm", "assert (Lt 1 2)", "assert 1", "x: Int"]
    );
}
