//! The array engine on random programs that change finite sets in loops: the verdict is what all executions say, and no
//! certificate is wrong.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heureka_certify::{Numbers, Question, check_certificate};
use heureka_engines::{Context, Outcome, Task, registry};
use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, WhenExhausted, run_once};
use heureka_ir::passes::guess_elements;
use heureka_ir::validate::validate;
use heureka_ir::{Certificate, Program, Property};
use heureka_logic::solver::{self, SolverFactory};
use heureka_testkit::linear_programs::exhaust::read;
use heureka_testkit::rng::Rng;

/// The largest first input with which a program does anything; the second is a bit.
const MOST: i128 = 4;

const PATIENCE: Duration = Duration::from_millis(600);

const DECLARATIONS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int Set;
Set SetEmpty();
Set SetAdd(Set, ...);
Set SetDel(Set, ...);
int SetInTest(Set, ...);
int SetNotEmptyTest(Set);
Set s, t;
";

fn element(rng: &mut Rng) -> &'static str {
    const ELEMENTS: [&str; 8] = ["i", "i", "i", "r[i]", "r[i]", "i + 1", "n - i", "3"];
    ELEMENTS[rng.below(ELEMENTS.len())]
}

fn test(rng: &mut Rng) -> String {
    let set = *rng.pick(&["s", "t"]);
    let not = *rng.pick(&["", "!"]);
    match rng.below(5) {
        0 => format!("{not}SetNotEmptyTest({set})"),
        1 => "c".to_owned(),
        _ => format!("{not}SetInTest({set}, {})", element(rng)),
    }
}

fn statement(rng: &mut Rng) -> String {
    let set = *rng.pick(&["s", "s", "t"]);
    let effect = match rng.below(9) {
        0 => format!("{set} = {};", rng.pick(&["s", "t", "SetEmpty()"])),
        1 | 2 => "reach_error();".to_owned(),
        3..=5 => format!("{set} = SetDel({set}, {});", element(rng)),
        _ => format!("{set} = SetAdd({set}, {});", element(rng)),
    };
    let needs_test = effect.starts_with("reach") || rng.chance(20);
    if needs_test { format!("if ({}) {effect}", test(rng)) } else { effect }
}

fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let rng = &mut rng;
    let handle = *rng.pick(&["i", "i + 1", "7 + i", "n - i", "2", "c + i", "i / 2"]);
    let mut text = format!(
        "{DECLARATIONS}int main(void) {{\n  int n = __VERIFIER_nondet_int();\n  int c = __VERIFIER_nondet_int();\n  \
         if (n < 0 || n > {MOST} || c < 0 || c > 1) return 0;\n  int r[8] = {{0}};\n  \
         for (int i = 0; i <= n; i++) r[i] = {handle};\n"
    );
    for _ in 0..rng.between(1, 3) {
        let (first, last) = (*rng.pick(&["0", "0", "0", "1"]), *rng.pick(&["i < n", "i < n", "i <= n", "i < n - 1"]));
        let body: Vec<String> = (0..rng.between(1, 2)).map(|_| statement(rng)).collect();
        text += &format!("  for (int i = {first}; {last}; i++) {{ {} }}\n", body.join(" "));
    }
    let set = *rng.pick(&["s", "t"]);
    let end = *rng.pick(&["SetNotEmptyTest", "!SetNotEmptyTest"]);
    text + &format!("  if ({end}({set}) && n > {}) reach_error();\n  return 0;\n}}\n", rng.below(6))
}

/// Tries all inputs with which something is done.
fn can_fail(program: &Program) -> bool {
    let inputs = (0..=MOST).flat_map(|n| [[n, 0], [n, 1]]);
    inputs.into_iter().any(|inputs| {
        let ending = run_once(program, &mut InputList::new(inputs, WhenExhausted::Stop));
        assert!(matches!(ending, Ending::Finished(_) | Ending::Fault(_)), "{ending:?}");
        matches!(ending, Ending::Fault(_))
    })
}

#[test]
fn the_array_engine_is_never_wrong_about_sets() {
    let mut engine = registry::by_name("arrays", &registry::Options::default()).expect("the array engine");
    let properties = BTreeSet::from([Property::Unreach]);
    let cancel = AtomicBool::new(false);
    let (mut safe, mut open, mut failing, mut by_lemmas) = (0, 0, 0, 0);
    for seed in 0..120 {
        let text = program(seed);
        let program = read(&text).unwrap_or_else(|problem| panic!("seed {seed}: {problem}\n{text}"));
        let fails = can_fail(&program);
        assert!(validate(&guess_elements(&program)).is_empty(), "seed {seed}\n{text}");
        let task = Task::new(&program, &properties);
        let mut context = Context::new(&cancel);
        context.deadline = Some(Instant::now() + PATIENCE);
        match engine.run(&task, &mut context).unwrap_or_else(|error| panic!("seed {seed}: {}\n{text}", error.message)) {
            Outcome::Safe(certificate) => {
                assert!(!fails, "seed {seed}: SAFE, and an execution fails\n{text}");
                let question = Question { program: &program, properties: &properties, numbers: Numbers::Machine };
                let limits = solver::Limits { deadline: Some(Instant::now() + 4 * PATIENCE), cancel: None };
                let judged = check_certificate(&question, &certificate, &SolverFactory::default(), limits);
                assert!(!judged.as_ref().is_err_and(|no| no.is_definite()), "seed {seed}: {judged:?}\n{text}");
                safe += usize::from(judged.is_ok());
                by_lemmas += usize::from(matches!(certificate, Certificate::ByLemmas(_)));
            }
            Outcome::Unsafe(trace) => {
                assert!(fails, "seed {seed}: UNSAFE, and no execution fails\n{text}");
                let interpreter = Interpreter::new(&program, task.interpreter_options());
                let replayed = trace.replay(&interpreter, &Limits::default());
                assert!(replayed.is_ok(), "seed {seed}: {replayed:?}\n{text}");
                failing += 1;
            }
            Outcome::Unknown(_) => open += 1,
        }
    }
    eprintln!("{safe} proved, {by_lemmas} by lemmas, {failing} fail, {open} not decided");
    assert!(safe > 5 && failing > 20 && by_lemmas > 0, "{safe} {failing} {by_lemmas}");
}
