//! The Horn engine on random programs with arrays and with recursion: the verdict is what all executions say, and no certificate
//! is wrong. `cargo xtask fuzz horn` compares it on programs over all integer types.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heureka_certify::{Numbers, Question, check_certificate};
use heureka_engines::horn::Horn;
use heureka_engines::{Context, Engine, Outcome, Task};
use heureka_ir::Property;
use heureka_ir::interpret::{self, Interpreter, Limits};
use heureka_logic::solver::{self, SolverFactory};
use heureka_testkit::linear_programs::exhaust::{Budget, Truth, exhaust, read};
use heureka_testkit::linear_programs::judge::{Complaint, judge};
use heureka_testkit::linear_programs::{Mode, case};
use heureka_testkit::rng::Rng;

const PATIENCE: Duration = Duration::from_millis(1500);

/// A number from the variables, or from a cell.
fn number(rng: &mut Rng) -> String {
    match rng.below(9) {
        0 | 1 => format!("{}", rng.below(4)),
        2 | 3 => "x".to_owned(),
        4 => "i".to_owned(),
        5 => format!("a[{}]", index(rng)),
        6 => format!("b[{}]", index(rng)),
        7 => format!("({} + {})", rng.pick(&["x", "i"]), rng.pick(&["1", "x", "b[i]"])),
        _ => format!("m[{}][{}]", index(rng), index(rng)),
    }
}

/// An index; now and then out of bounds.
fn index(rng: &mut Rng) -> &'static str {
    const INDICES: [&str; 9] = ["i", "i", "i", "i", "0", "2", "x", "2 - i", "i + 1"];
    INDICES[rng.below(INDICES.len())]
}

fn condition(rng: &mut Rng) -> String {
    let relation = *rng.pick(&["==", "!=", "<", "<="]);
    format!("{} {relation} {}", number(rng), number(rng))
}

fn statement(rng: &mut Rng) -> String {
    let effect = match rng.below(8) {
        0 => format!("x = {};", number(rng)),
        1..=3 => format!("a[{}] = {};", index(rng), number(rng)),
        4 => format!("b[{}] = {};", index(rng), number(rng)),
        5 => format!("m[{}][{}] = {};", index(rng), index(rng), number(rng)),
        6 => "{ int t = a[i]; a[i] = b[i]; b[i] = t; }".to_owned(),
        _ => format!("if ({}) reach_error();", condition(rng)),
    };
    if rng.chance(25) { format!("if ({}) {{ {effect} }}", condition(rng)) } else { effect }
}

/// Loops over small arrays, one after the other.
fn with_arrays(rng: &mut Rng) -> String {
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);\n\
         int a[3], b[3], m[3][3];\nint main(void) {\n  int i = 0, x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();\n\
         \x20 __VERIFIER_assume(0 <= x && x <= 2);\n  __VERIFIER_assume(0 <= n && n <= 3);\n",
    );
    for _ in 0..rng.between(1, 3) {
        let head = *rng.pick(&["i = 0; i < n; i++", "i = 0; i < 3; i++", "i = n - 1; i >= 0; i--"]);
        let body: Vec<String> = (0..rng.between(1, 2)).map(|_| statement(rng)).collect();
        text += &format!("  for ({head}) {{ {} }}\n", body.join(" "));
    }
    text += &format!("  i = 0;\n  if ({}) reach_error();\n  return 0;\n}}\n", condition(rng));
    text
}

/// Loops that copy, fill, shift and map, in all directions, and a question about one cell.
fn with_moves(rng: &mut Rng) -> String {
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);\n\
         int a[4] = {1, 0, 2, 1}, b[4], m[3][4];\nint main(void) {\n  int i = 0, x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();\n\
         \x20 __VERIFIER_assume(0 <= x && x <= 2);\n  __VERIFIER_assume(0 <= n && n <= 3);\n",
    );
    let place = |rng: &mut Rng| (*rng.pick(&["i", "i", "i", "i + 1", "i + x", "3 - i", "n - i", "x"])).to_owned();
    for _ in 0..rng.between(1, 3) {
        let head = *rng.pick(&[
            "i = 0; i < n; i++",
            "i = 0; i < 3; i++",
            "i = n; i > 0; i--",
            "i = x; i <= n; i++",
            "i = 1; i != n; i++",
        ]);
        let value = match rng.below(7) {
            0 | 1 => format!("a[{}]", place(rng)),
            2 => format!("b[{}]", place(rng)),
            3 => "2 * i + x".to_owned(),
            4 => format!("a[{0}] < x ? x : a[{0}]", place(rng)),
            5 => "x".to_owned(),
            _ => format!("m[x][{}]", place(rng)),
        };
        let target = match rng.below(6) {
            0..=2 => format!("a[{}]", place(rng)),
            3 | 4 => format!("b[{}]", place(rng)),
            _ => format!("m[{}][{}]", rng.pick(&["x", "i", "2"]), place(rng)),
        };
        let guard = if rng.chance(20) { "if (a[i] >= x) " } else { "" };
        let inner = if rng.chance(15) { "for (int j = 0; j < 4; j++) m[i][j] = i + j; " } else { "" };
        text += &format!("  for ({head}) {{ {inner}{guard}{target} = {value}; }}\n");
    }
    let cell = |rng: &mut Rng| match rng.below(3) {
        0 => "a[x]".to_owned(),
        1 => "b[3 - x]".to_owned(),
        _ => "m[x][n]".to_owned(),
    };
    let relation = *rng.pick(&["==", "<", ">", "!="]);
    let right = if rng.chance(50) { format!("{}", rng.below(4)) } else { cell(rng) };
    text += &format!("  if ({} {relation} {right}) reach_error();\n  return 0;\n}}\n", cell(rng));
    text
}

/// Tables of indices, keys that are looked up, and cells at fixed places: what cells at one index do not see.
fn with_lookups(rng: &mut Rng) -> String {
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);\n\
         int a[3], b[3];\nint main(void) {\n  int i = 0, x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();\n\
         \x20 __VERIFIER_assume(0 <= x && x <= 2);\n  __VERIFIER_assume(0 <= n && n <= 2);\n",
    );
    let cell = |rng: &mut Rng| {
        (*rng.pick(&["a[b[i]]", "b[a[i]]", "a[n]", "a[0]", "b[x]", "a[b[x]]", "a[i]", "b[i]", "b[n]"])).to_owned()
    };
    let place = |rng: &mut Rng| (*rng.pick(&["i", "b[i]", "a[i]", "n", "0", "x"])).to_owned();
    text += *rng.pick(&[
        "  for (i = 0; i < 3; i++) { a[i] = i; b[i] = i; }\n",
        "  for (i = 0; i < 3; i++) { a[i] = 2 - i; b[i] = 2 - i; }\n",
        "  for (i = 0; i <= n; i++) b[i] = n - i;\n",
        "  a[n] = x;\n",
    ]);
    for _ in 0..rng.between(1, 2) {
        text += &match rng.below(5) {
            0 => format!("  i = 0;\n  while (a[i] != x && i < {}) i++;\n", rng.pick(&["2", "n", "n + 1"])),
            1 => format!("  for (i = 0; i <= n; i++) if ({} < {}) a[{}] = x;\n", cell(rng), cell(rng), place(rng)),
            2 => format!("  for (i = 0; i < n; i++) {{ b[{}] = {}; }}\n", place(rng), cell(rng)),
            3 => "  { int t = a[x]; a[x] = a[n]; a[n] = t; b[a[x]] = x; b[a[n]] = n; }\n".to_owned(),
            _ => format!("  for (i = n; i > 0; i--) if ({} > x) {{ x = {}; }}\n", cell(rng), place(rng)),
        };
    }
    let relation = *rng.pick(&["==", "<", ">", "!="]);
    let right = match rng.below(3) {
        0 => format!("{}", rng.below(4)),
        1 => "i".to_owned(),
        _ => cell(rng),
    };
    text += &format!("  i = x;\n  if ({} {relation} {right}) reach_error();\n  return 0;\n}}\n", cell(rng));
    text
}

/// Sorting, now and then wrong.
fn with_sorting(rng: &mut Rng) -> String {
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);\n\
         int a[3];\nint main(void) {\n  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n\
         \x20 __VERIFIER_assume(0 <= x && x <= 2);\n  __VERIFIER_assume(0 <= y && y <= 2);\n  __VERIFIER_assume(1 <= n && n <= 3);\n\
         \x20 a[0] = x; a[1] = y; a[2] = 1;\n",
    );
    let compare = *rng.pick(&[">", ">", ">", ">=", "<"]);
    let swap = |left: &str, right: &str| {
        format!("if (a[{left}] {compare} a[{right}]) {{ int t = a[{left}]; a[{left}] = a[{right}]; a[{right}] = t; }}")
    };
    let first = rng.below(2);
    let last = *rng.pick(&["n", "n", "n", "n - 1"]);
    text += &match rng.below(4) {
        0 => format!(
            "  for (int i = {first}; i < {last}; i++) for (int j = 0; j + 1 < {last}; j++) {}\n",
            swap("j", "j + 1")
        ),
        1 => format!(
            "  for (int i = 0; i < {last}; i++) for (int j = i + {first}; j < {last}; j++) {}\n",
            swap("i", "j")
        ),
        2 => format!(
            "  for (int i = 1; i < {last}; i++) {{ int k = a[i], j = i; while (j > {first} && a[j - 1] {compare} k) \
             {{ a[j] = a[j - 1]; j--; }} a[j] = k; }}\n"
        ),
        _ => {
            format!("  for (int i = {last} - 1; i > 0; i--) for (int j = {first}; j < i; j++) {}\n", swap("j", "j + 1"))
        }
    };
    let relation = *rng.pick(&[">", ">", "<"]);
    text +=
        &format!("  for (int i = 0; i + 1 < n; i++) if (a[i] {relation} a[i + 1]) reach_error();\n  return 0;\n}}\n");
    text
}

/// Tables that a formula fills, sums over them, and a question about them.
fn with_sums(rng: &mut Rng) -> String {
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);\n\
         int a[4], b[4];\nint main(void) {\n  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), s = 0, seen = 0;\n\
         \x20 __VERIFIER_assume(0 <= x && x <= 2);\n  __VERIFIER_assume(0 <= n && n <= 4);\n",
    );
    let value = *rng.pick(&["i", "2 * i + 1", "i * i", "x", "x * i", "i % 2", "i > 0 ? a[i - 1] + 2 : 1"]);
    text += &format!("  for (int i = 0; i < n; i++) a[i] = {value};\n");
    let more = *rng.pick(&["a[i]", "a[i] + 1", "2 * a[i]", "i > 0 ? b[i - 1] + a[i] : a[i]"]);
    text += &format!("  for (int i = 0; i < n; i++) b[i] = {more};\n");
    let row = *rng.pick(&["a", "b"]);
    text += &format!("  for (int i = 0; i < n; i++) {{ s += {row}[i]; if ({row}[i] == 3) seen = 1; }}\n");
    let bound = rng.between(1, 6);
    text += &match rng.below(5) {
        0 => format!("  if (s > {bound} * n) reach_error();\n"),
        1 => format!("  if (s < n - {bound}) reach_error();\n"),
        2 => format!("  for (int i = 0; i < n; i++) if (b[i] < a[i] || b[i] > {bound} * i + x) reach_error();\n"),
        3 => format!("  for (int i = 0; i < n; i++) if (a[i] != i * i - {}) reach_error();\n", bound - 1),
        _ => "  for (int i = 0; i < n; i++) if (a[i] == 3 && !seen) reach_error();\n".to_owned(),
    };
    text + "  return 0;\n}\n"
}

/// Procedures that call themselves and each other, and change a global.
fn with_recursion(rng: &mut Rng) -> String {
    let value = |rng: &mut Rng| match rng.below(6) {
        0 => "n".to_owned(),
        1 => "g".to_owned(),
        2 => format!("{}", rng.below(3)),
        3 => "f(n - 1)".to_owned(),
        4 => "h(n - 1)".to_owned(),
        _ => "f(n - 1) + h(n - 2)".to_owned(),
    };
    let mut text = String::from(
        "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);\n\
         int g;\nint h(int n);\n",
    );
    for name in ["f", "h"] {
        text += &format!("int {name}(int n) {{\n  if (n <= 0) return {};\n", rng.below(2));
        if rng.chance(50) {
            text += &format!("  g = {};\n", value(rng));
        }
        if rng.chance(30) {
            text += &format!("  if (g == {}) reach_error();\n", rng.below(6));
        }
        text += &format!("  return {};\n}}\n", value(rng));
    }
    let relation = *rng.pick(&["==", "<", ">"]);
    text += &format!(
        "int main(void) {{\n  int n = __VERIFIER_nondet_int();\n  __VERIFIER_assume(0 <= n && n <= 4);\n  int r = f(n);\n\
         \x20 if (r {relation} {} && g != {}) reach_error();\n  return 0;\n}}\n",
        rng.below(6),
        rng.below(4)
    );
    text
}

/// A program whose entry function calls itself.
fn with_main_again(rng: &mut Rng) -> String {
    let change = |rng: &mut Rng| (*rng.pick(&["g++;", "g += 2;", "h = g;", "h++;", "a[g & 1] = h;", ""])).to_owned();
    let (first, before, after) = (change(rng), change(rng), change(rng));
    let read = |rng: &mut Rng| (*rng.pick(&["g", "h", "a[0]", "a[1]", "g - h", "own"])).to_owned();
    let relation = *rng.pick(&["==", ">", "<"]);
    format!(
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint g, h, deep, a[2];\n\
         int main(void) {{\n  int own = g;\n  {first}\n  if (deep < {} && __VERIFIER_nondet_int() == 1) {{\n    deep++;\n\
         \x20   {before}\n    {}main();\n    {after}\n  }}\n  if ({} {relation} {}) reach_error();\n  return g;\n}}\n",
        rng.between(1, 3),
        rng.pick(&["", "own = ", "h = "]),
        read(rng),
        rng.below(7),
    )
}

/// The truth, and what came of asking the engine: whether it answered.
fn judge_text(text: &str) -> Option<bool> {
    let program = read(text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    let budget = Budget { undefined_ends: true, ..Budget::default() };
    let truth = exhaust(&program, interpret::Numbers::Machine, budget)?.truth;
    let properties = BTreeSet::from([Property::Unreach]);
    let task = Task::new(&program, &properties);
    let cancel = AtomicBool::new(false);
    let mut context = Context::new(&cancel);
    context.deadline = Some(Instant::now() + PATIENCE);
    let outcome = Horn::default().run(&task, &mut context).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    match (outcome, truth) {
        (Outcome::Unknown(_), _) => return Some(false),
        (Outcome::Safe(_), Truth::Unsafe) => panic!("SAFE, and an execution fails\n{text}"),
        (Outcome::Unsafe(_), Truth::Safe) => panic!("UNSAFE, and no execution fails\n{text}"),
        (Outcome::Safe(certificate), Truth::Safe) => {
            let question = Question { program: &program, properties: &properties, numbers: Numbers::Machine };
            let limits = solver::Limits { deadline: Some(Instant::now() + 4 * PATIENCE), cancel: None };
            let judged = check_certificate(&question, &certificate, &SolverFactory::default(), limits);
            if let Err(wrong) = judged {
                assert!(!wrong.is_definite(), "{wrong}\n{text}");
            }
        }
        (Outcome::Unsafe(trace), Truth::Unsafe) => {
            let interpreter = Interpreter::new(&program, task.interpreter_options());
            trace.replay(&interpreter, &Limits::default()).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        }
    }
    Some(true)
}

fn decides_most(make: impl Fn(&mut Rng) -> String, seeds: u64) {
    let answers: Vec<bool> = (0..seeds).filter_map(|seed| judge_text(&make(&mut Rng::new(seed)))).collect();
    let decided = answers.iter().filter(|decided| **decided).count();
    // The test means nothing if there are no answers; how many depends on the machine.
    assert!(answers.len() > seeds as usize / 2 && decided * 4 > answers.len(), "{decided} of {}", answers.len());
}

#[test]
fn programs_with_arrays_are_judged_as_all_executions_do() {
    decides_most(with_arrays, 16);
}

#[test]
fn programs_with_recursion_are_judged_as_all_executions_do() {
    decides_most(with_recursion, 16);
}

#[test]
fn programs_that_move_cells_are_judged_as_all_executions_do() {
    decides_most(with_moves, 16);
}

#[test]
fn programs_that_look_up_cells_are_judged_as_all_executions_do() {
    decides_most(with_lookups, 16);
}

#[test]
fn programs_whose_entry_calls_itself_are_judged_as_all_executions_do() {
    decides_most(with_main_again, 12);
}

#[test]
fn programs_that_sum_up_cells_are_judged_as_all_executions_do() {
    decides_most(with_sums, 14);
}

#[test]
fn programs_that_sort_are_judged_as_all_executions_do() {
    decides_most(with_sorting, 10);
}

/// Many more, for whoever has the time: `cargo test -p heureka-testkit --test all horn_programs -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn many_programs_are_judged_as_all_executions_do() {
    decides_most(with_arrays, 400);
    decides_most(with_recursion, 400);
    decides_most(with_moves, 400);
    decides_most(with_lookups, 400);
    decides_most(with_main_again, 200);
    decides_most(with_sorting, 100);
    decides_most(with_sums, 200);
}

#[test]
fn programs_over_machine_integers_are_judged_as_all_executions_do() {
    let words = (0..20).filter_map(|seed| case(seed, Mode::Words));
    let narrow = (0..4).filter_map(|seed| case(seed, Mode::Narrow));
    for case in words.chain(narrow) {
        match judge(&case, &mut Horn::default()) {
            Ok(_) | Err(Complaint::Undecided(_) | Complaint::Uncertified(_)) => {}
            Err(complaint) => panic!("seed {} {:?}: {complaint}\n{}", case.seed, case.mode, case.program.text()),
        }
    }
}
