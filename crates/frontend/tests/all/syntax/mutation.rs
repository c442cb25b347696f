//! Damaged programs: whatever is done to a text, the parser answers and its diagnostics have places.

use heureka_frontend::parse;
use heureka_frontend::preprocess::Source;
use heureka_frontend::with_large_stack;

const PROGRAM: &str = r#"
# 1 "main.c"
typedef unsigned long size_t; typedef struct list { struct list *next; int value : 3; union { int a; char b[4]; }; } list;
extern int printf(const char *restrict format, ...) __attribute__((format(printf, 1, 2)));
enum color { RED, GREEN = 1 << 2, BLUE };
static const int table[][2] = { { 1, 2 }, [3] = { 'a', '\x41' }, [5 ... 7] = { 0x1fUL, 0b11 } };
int (*(*f)(int))[3], *g(void);
int h(a, b) int a; char *b; { return a ? b[a] : (int)sizeof(list *) - 1; }
/*@ requires n > 0; */
# 12 "other.h" 3
static inline long sum(size_t n, int values[static n])
{
    long s = 0; //@ assert s == 0;
    for (size_t i = 0; i < n; i++) { s += values[i]; if (s > 1e3) break; else continue; }
    do { s--; } while (s > 0 && s != 7);
    switch (n) { case 1: case 2 ... 4: s = ({ int t = s; t << 1; }); goto done; default: ; }
    asm volatile ("nop" : "=r"(s) : [n] "r"(n) : "memory");
    s = _Generic(s, int: 1, default: __builtin_offsetof(list, b[2])) ?: (list){ .value = 2 }.value;
done:
    __typeof__(s) u = -s, *p = &u; p[0]++; *p = L'x' + "a" "b"[0];
    _Static_assert(sizeof(int) == 4, "four");
    return (s, u);
}
"#;

/// A small generator of numbers, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn damage(text: &mut Vec<u8>, dice: &mut Dice) {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "*",
        "\"",
        "'",
        "/*",
        "*/",
        "//",
        "#",
        "\n",
        "\\",
        "int ",
        "struct ",
        "typedef ",
        "list ",
        "sizeof ",
        "case ",
        "...",
        "0x",
        "1.5e",
        "__attribute__((",
        "({",
        "asm(",
        "# 7 \"x\"\n",
        "\0",
        "\u{e9}",
        "?",
        ":",
        "=",
        "enum {",
        "_Generic(",
        "static ",
        "else ",
        "while(",
        "L'",
        "&&",
        "__extension__ ",
        "typeof(",
        "_Pragma(",
    ];
    let at = dice.below(text.len() + 1);
    let end = (at + dice.below(12)).min(text.len());
    match dice.below(6) {
        0 => drop(text.drain(at..end)),
        1 => {
            let piece = PIECES[dice.below(PIECES.len())];
            drop(text.splice(at..at, piece.bytes()));
        }
        2 => {
            let copy = text[at..end].to_vec();
            let to = dice.below(text.len() + 1);
            drop(text.splice(to..to, copy));
        }
        3 if at < text.len() => text[at] = dice.below(256) as u8,
        4 => {
            let piece = PIECES[dice.below(PIECES.len())];
            drop(text.splice(at..end, piece.bytes()));
        }
        _ if dice.below(8) == 0 => text.truncate(at),
        _ => {}
    }
}

#[test]
fn the_program_itself_is_right() {
    parse(&Source::from_text("main.c", PROGRAM)).expect("it parses");
}

#[test]
fn damaged_programs_get_an_answer() {
    let (accepted, refused) = with_large_stack(|| {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..4000 {
            let mut text = PROGRAM.as_bytes().to_vec();
            for _ in 0..=dice.below(4) {
                damage(&mut text, &mut dice);
            }
            match parse(&Source::from_text("main.c", text.clone())) {
                Ok(_) => accepted += 1,
                Err(diagnostics) => {
                    refused += 1;
                    assert!(diagnostics.has_errors(), "{}", String::from_utf8_lossy(&text));
                    for diagnostic in &diagnostics.list {
                        assert!(!diagnostic.message.is_empty());
                        assert!(diagnostic.span.is_none() || diagnostic.span.column > 0, "{diagnostic:?}");
                    }
                }
            }
        }
        (accepted, refused)
    });
    assert!(accepted > 200 && refused > 2000, "{accepted} accepted, {refused} refused");
}

#[test]
fn every_beginning_gets_an_answer() {
    with_large_stack(|| {
        for end in 0..PROGRAM.len() {
            let _ = parse(&Source::from_text("main.c", &PROGRAM.as_bytes()[..end]));
        }
    });
}
