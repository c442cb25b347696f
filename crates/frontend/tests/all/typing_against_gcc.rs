//! Typing checked by gcc: random constant expressions and random record layouts are typed here, the results are written
//! as static assertions, and gcc must agree with every one, for both data models. Skipped where there is no gcc.

use std::fmt::Write;
use std::process::{Command, Stdio};

use heureka_frontend::ctype::{CType, DataModel};
use heureka_frontend::preprocess::Source;
use heureka_frontend::tree::{Expr, ExprKind, Global, InitValue, Unit};
use heureka_frontend::{TypingOptions, parse, type_unit, with_large_stack};

const MODELS: [(DataModel, &str); 2] = [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")];

/// A small generator of random numbers (xorshift), the same on every run.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

fn typed(text: &str, model: DataModel) -> Unit {
    with_large_stack(|| {
        let unit =
            parse(&Source::from_text("test.c", text)).unwrap_or_else(|errors| panic!("{:?}\n{text}", errors.list));
        let (unit, _) =
            type_unit(unit, &TypingOptions { model }).unwrap_or_else(|errors| panic!("{:?}\n{text}", errors.list));
        unit
    })
}

/// The assertions that gcc says fail; `None` when there is no gcc. Lines that gcc does not accept as constant (they
/// overflow) are no failures, but their number is returned too.
fn failures(text: &str, flag: &str) -> Option<(Vec<String>, usize)> {
    let mut child = Command::new("gcc")
        .args([flag, "-w", "-x", "c", "-fsyntax-only", "-fmax-errors=0", "-fdiagnostics-color=never", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .env("LC_ALL", "C")
        .spawn()
        .ok()?;
    std::io::Write::write_all(&mut child.stdin.take()?, text.as_bytes()).ok()?;
    let errors = String::from_utf8_lossy(&child.wait_with_output().ok()?.stderr).into_owned();
    let mut failed = Vec::new();
    let mut not_constant = 0;
    for error in errors.lines().filter(|line| line.contains("error:")) {
        let line: usize = error.split(':').nth(1).and_then(|line| line.parse().ok()).unwrap_or(0);
        let source = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
        match error {
            _ if error.contains("not constant") || error.contains("overflow") => not_constant += 1,
            _ => failed.push(format!("{error}\n    {source}")),
        }
    }
    Some((failed, not_constant))
}

fn without_gcc() {
    eprintln!("there is no gcc here: nothing was compared");
}

const INT_TYPES: [&str; 13] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "enum small",
];

fn literal(random: &mut Random) -> String {
    let value = match random.below(6) {
        0 => random.below(4),
        1 => random.below(300),
        2 => 0x7fff_ffff + random.below(3),
        3 => 0xffff_ffff + random.below(2),
        4 => random.below(u64::MAX) >> random.below(64),
        _ => random.below(70_000),
    };
    let suffix = random.pick(&["", "", "u", "l", "ul", "ll", "ull", "LLU", "U"]);
    match random.below(4) {
        0 => format!("0x{value:x}{suffix}"),
        1 => format!("0{value:o}{suffix}"),
        // A decimal constant beyond the signed types has an implementation's own type.
        _ if value > i64::MAX as u64 => format!("0x{value:x}{suffix}"),
        _ => format!("{value}{suffix}"),
    }
}

fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.chance(15) {
        return match random.below(10) {
            0 => random.pick(&["'a'", "'\\0'", "'\\xff'", "L'x'", "u'x'", "U'x'"]).to_owned(),
            1 => random.pick(&["FIRST", "NEGATIVE", "LARGE", "HUGE"]).to_owned(),
            2 => format!("sizeof({})", random.pick(&INT_TYPES)),
            _ => literal(random),
        };
    }
    let inner = |random: &mut Random| expression(random, depth - 1);
    match random.below(12) {
        0 => format!("(({})({}))", random.pick(&INT_TYPES), inner(random)),
        1 => format!("(({})({}))", random.pick(&INT_TYPES), inner(random)),
        2 => format!("({}({}))", random.pick(&["-", "+", "~", "!"]), inner(random)),
        3 => format!("({} {} {})", inner(random), random.pick(&["<<", ">>"]), random.below(31)),
        4 => format!("({} ? {} : {})", inner(random), inner(random), inner(random)),
        5 => format!("({} {} {})", inner(random), random.pick(&["<", ">", "<=", ">=", "==", "!="]), inner(random)),
        6 => format!("({} {} {})", inner(random), random.pick(&["&&", "||"]), inner(random)),
        7 => format!("({} {} {})", inner(random), random.pick(&["/", "%"]), literal(random)),
        8 => format!("({})({})", random.pick(&["_Bool", "double", "float"]), literal(random)),
        _ => format!("({} {} {})", inner(random), random.pick(&["+", "-", "*", "&", "|", "^"]), inner(random)),
    }
}

const ENUMS: &str = "enum small { FIRST, SECOND };\n\
    enum mixed { NEGATIVE = -5, ZERO = 0 };\n\
    enum wide { LARGE = 0xfffffff0u, HUGE = 0x123456789all };\n";

/// A division by zero or an out-of-range shift is no constant, for us as for gcc.
fn constant_expressions(random: &mut Random, count: usize, model: DataModel) -> Vec<(String, i128, String)> {
    let names = &INT_TYPES[1..12];
    let cases: String = names.iter().enumerate().map(|(at, name)| format!(", {name}: {at}")).collect();
    let mut results = Vec::new();
    for _ in 0..count {
        let text = expression(random, 4);
        let program = format!(
            "{ENUMS}unsigned long long value = (unsigned long long)({text});\n\
             int type = _Generic(({text}){cases}, default: 100);\n"
        );
        let unit = with_large_stack(|| {
            let unit = parse(&Source::from_text("test.c", program.as_str())).ok()?;
            type_unit(unit, &TypingOptions { model }).ok()
        });
        let Some((unit, _)) = unit else { continue };
        let number = |name: &str| {
            let global = unit.globals.iter().find(|global| unit.symbols.name(global.name) == name)?;
            match global.init.as_ref()?.items.first().map(|item| &item.value) {
                Some(InitValue::Expr(value)) => match value.kind {
                    ExprKind::Int(value) => Some(value),
                    _ => None,
                },
                _ => None,
            }
        };
        let (Some(value), Some(ty)) = (number("value"), number("type")) else { continue };
        let ty = names.get(ty as usize).map_or("", |name| name).to_owned();
        results.push((text, value, ty));
    }
    results
}

#[test]
fn constant_expressions_have_gccs_values_and_types() {
    for (model, flag) in MODELS {
        let mut random = Random::new(7);
        let results = constant_expressions(&mut random, 3000, model);
        assert!(results.len() > 2000, "most random expressions are constant: {}", results.len());
        let mut text = ENUMS.to_owned();
        for (expression, value, ty) in &results {
            let _ = writeln!(text, "_Static_assert((unsigned long long)({expression}) == {value}ull, \"\");");
            if !ty.is_empty() {
                let _ = writeln!(text, "_Static_assert(_Generic(({expression}), {ty}: 1, default: 0), \"\");");
            }
        }
        let Some((failed, not_constant)) = failures(&text, flag) else { return without_gcc() };
        assert!(failed.is_empty(), "{flag}: {} fail\n{}", failed.len(), failed[..failed.len().min(5)].join("\n"));
        assert!(not_constant < results.len(), "gcc accepts most of them: {not_constant} not");
    }
}

const SCALARS: [&str; 16] = [
    "char",
    "short",
    "int",
    "long",
    "long long",
    "unsigned char",
    "void *",
    "_Bool",
    "double",
    "float",
    "long double",
    "enum small",
    "__attribute__((aligned(16))) int",
    "half_aligned",
    "over_aligned",
    "double _Complex",
];

const BIT_FIELD_TYPES: [(&str, u64); 9] = [
    ("int", 32),
    ("unsigned", 32),
    ("char", 8),
    ("unsigned short", 16),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum small", 32),
    ("signed char", 8),
];

fn record(random: &mut Random, at: u64) -> String {
    let keyword = if random.chance(20) { "union" } else { "struct" };
    let mut text = format!("typedef {keyword} s{at} {{\n");
    for field in 0..random.below(7) + 1 {
        let attribute = match random.below(12) {
            0 => " __attribute__((packed))",
            1 => " __attribute__((aligned(8)))",
            2 => " __attribute__((aligned(2)))",
            _ => "",
        };
        let _ = match random.below(10) {
            0..=3 => writeln!(text, "  {} f{field}{attribute};", random.pick(&SCALARS)),
            4 => writeln!(text, "  {} f{field}[{}]{attribute};", random.pick(&SCALARS[..12]), random.below(4)),
            5 if at > 0 => writeln!(text, "  r{} f{field}{attribute};", random.below(at)),
            6 => writeln!(text, "  struct {{ {} f{field}; char g{field}; }};", random.pick(&SCALARS[..12])),
            7 if random.chance(30) => writeln!(text, "  {} : 0;", BIT_FIELD_TYPES[random.below(6) as usize].0),
            _ => {
                let (ty, bits) = BIT_FIELD_TYPES[random.below(9) as usize];
                let width = random.below(bits) + 1;
                match random.below(8) {
                    0 => writeln!(text, "  {ty} : {width};"),
                    1 => writeln!(text, "  {ty} f{field} : {width}{attribute};"),
                    _ => writeln!(text, "  {ty} f{field} : {width};"),
                }
            }
        };
    }
    let attribute = match random.below(8) {
        0 => " __attribute__((packed))",
        1 => " __attribute__((aligned(32)))",
        2 => " __attribute__((packed, aligned(4)))",
        _ => "",
    };
    let _ = writeln!(text, "}}{attribute} r{at};");
    text
}

#[test]
fn records_have_gccs_layout() {
    for (model, flag) in MODELS {
        for seed in 0..12 {
            let mut random = Random::new(seed + 100);
            let mut text = "enum small { FIRST, SECOND };\n\
                typedef int half_aligned __attribute__((aligned(2)));\n\
                typedef short over_aligned __attribute__((aligned(8)));\n"
                .to_owned();
            for at in 0..60 {
                text += &record(&mut random, at);
            }
            let unit = typed(&text, model);
            for record in &unit.types.records {
                if record.name.contains("anonymous") {
                    continue;
                }
                let name = &record.name;
                let _ = writeln!(text, "_Static_assert(sizeof({name}) == {}, \"\");", record.size);
                let _ = writeln!(text, "_Static_assert(_Alignof({name}) == {}, \"\");", record.align);
                for field in record.fields.iter().flatten() {
                    if let (Some(field_name), None) = (field.name, field.bits) {
                        let field_name = unit.symbols.name(field_name);
                        let offset = field.offset;
                        let _ = writeln!(
                            text,
                            "_Static_assert(__builtin_offsetof({name}, {field_name}) == {offset}, \"\");"
                        );
                    }
                }
            }
            let Some((failed, _)) = failures(&text, flag) else { return without_gcc() };
            let shown = failed[..failed.len().min(8)].join("\n");
            assert!(failed.is_empty(), "{flag}, seed {seed}: {} fail\n{shown}\n{text}", failed.len());
        }
    }
}

#[test]
fn sizes_of_scalars_are_gccs() {
    let types = [
        "char",
        "short",
        "int",
        "long",
        "long long",
        "void *",
        "_Bool",
        "float",
        "double",
        "long double",
        "__float128",
        "float _Complex",
        "double _Complex",
        "long double _Complex",
        "__builtin_va_list",
        "int *[3]",
        "int (*)[3]",
        "void",
        "char[3][5]",
        "_Float32",
        "_Float64x",
    ];
    for (model, flag) in MODELS {
        let mut program = String::new();
        for (at, ty) in types.iter().enumerate() {
            let _ = writeln!(program, "unsigned long size{at} = sizeof({ty}), align{at} = _Alignof({ty});");
        }
        let unit = typed(&program, model);
        let mut text = String::new();
        for (at, pair) in unit.globals.chunks(2).enumerate() {
            let number = |global: &Global| match &global.init.as_ref().expect("initialised").items[0].value {
                InitValue::Expr(Expr { kind: ExprKind::Int(value), .. }) => *value,
                _ => panic!("a size is a number"),
            };
            let ty = types[at];
            let (size, align) = (number(&pair[0]), number(&pair[1]));
            let _ = writeln!(text, "_Static_assert(sizeof({ty}) == {size} && _Alignof({ty}) == {align}, \"\");");
        }
        let Some((failed, _)) = failures(&text, flag) else { return without_gcc() };
        assert!(failed.is_empty(), "{flag}: {}", failed.join("\n"));
        assert!(unit.types.records.is_empty() && matches!(unit.types.get(unit.globals[0].ty), CType::Int(_)));
    }
}
