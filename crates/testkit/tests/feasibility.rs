//! Feasibility of paths against executions: a path that an execution takes is feasible, and one that is called infeasible
//! is taken by no execution with small inputs.

#[allow(dead_code)]
#[path = "../../ir/tests/all/common/execute.rs"]
mod execute;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use execute::{Machine, Outcome, State, Watcher};
use heureka_engines::arrays::feasibility::{Checked, Feasibility, execution};
use heureka_engines::{Context, Task};
use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Interpreter, Limits};
use heureka_ir::{EdgeId, IntTy, LocId, LocKind, Program, Property, Trace};
use heureka_testkit::rng::Rng;
use heureka_testkit::{Shape, generate};

fn read(text: &str) -> Program {
    let reading = read_source(&Source::from_text("generated.c", text), &ReadOptions::default());
    reading.unwrap_or_else(|wrong| panic!("{:?}\n{text}", wrong.list)).program
}

/// Records the path of an execution with the given inputs; what is asked beyond them is zero.
struct Recorder<'i> {
    inputs: &'i [i128],
    path: Vec<EdgeId>,
}

impl Watcher for Recorder<'_> {
    fn choose(&mut self, _: EdgeId, ty: IntTy) -> i128 {
        let (value, rest) = self.inputs.split_first().map_or((0, self.inputs), |(value, rest)| (*value, rest));
        self.inputs = rest;
        ty.wrap(value)
    }

    fn see(&mut self, _: LocId, _: &State) {}

    fn step(&mut self, edge: EdgeId) {
        self.path.push(edge);
    }
}

fn run(program: &Program, inputs: &[i128]) -> (Outcome, Vec<EdgeId>) {
    let mut recorder = Recorder { inputs, path: Vec::new() };
    let outcome = Machine::new(program, 20_000).run(&mut recorder);
    (outcome, recorder.path)
}

/// The trace, whose execution takes the path.
fn check(program: &Program, path: &[EdgeId]) -> Result<Trace, Checked> {
    let properties = BTreeSet::from([Property::Unreach]);
    let task = Task::new(program, &properties);
    let cancel = AtomicBool::new(false);
    let mut cx = Context::new(&cancel);
    cx.deadline = Some(Instant::now() + Duration::from_secs(20));
    let trace = execution(&task, path, &cx)?;
    let interpreter = Interpreter::new(program, task.interpreter_options());
    let steps = trace.replay(&interpreter, &Limits::default()).expect("the trace leads to the failure");
    assert_eq!(steps, path.len() as u64, "the execution takes the path");
    Ok(trace)
}

/// The path with its last branch turned, if that leads straight to the error.
fn turned(program: &Program, path: &[EdgeId]) -> Option<Vec<EdgeId>> {
    for at in (0..path.len()).rev() {
        let from = program.edge(path[at]).from;
        for edge in program.out_edges(from).filter(|&edge| edge != path[at]) {
            let mut other = [&path[..at], &[edge]].concat();
            let mut loc = program.edge(edge).to;
            while program.loc(loc).kind == LocKind::Normal {
                let mut out = program.out_edges(loc);
                let (Some(next), None) = (out.next(), out.next()) else { break };
                other.push(next);
                loc = program.edge(next).to;
            }
            if matches!(program.loc(loc).kind, LocKind::Error { .. }) {
                return Some(other);
            }
        }
    }
    None
}

/// A small program over three inputs and two arrays, some of whose paths fail.
fn small_program(rng: &mut Rng) -> String {
    let mut body = String::new();
    let lines = 3 + rng.below(6);
    for _ in 0..lines {
        let line = statement(rng, 2);
        body.push_str(&format!("  {line}\n"));
    }
    let condition = condition(rng);
    format!(
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
         int a[4] = {{3, 1, 2, 0}};\nunsigned char b[3][2];\n\
         int id(int n) {{ int c[2]; c[0] = n; c[1] = 1; return n > 2 ? c[0] : c[n > 0] + id(n + 1); }}\n\
         int main(void) {{\n  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), \
         z = __VERIFIER_nondet_int();\n  int i;\n{body}  if ({condition}) reach_error();\n  return 0;\n}}\n"
    )
}

fn pick(rng: &mut Rng, texts: &[&str]) -> String {
    (*rng.pick(texts)).to_owned()
}

fn atom(rng: &mut Rng) -> String {
    pick(rng, &["x", "y", "z", "0", "1", "2", "3", "5", "a[x]", "a[2]", "a[y & 3]", "b[z][1]", "b[1][x & 1]", "id(y)"])
}

fn expression(rng: &mut Rng) -> String {
    let (left, right) = (atom(rng), atom(rng));
    let op = pick(rng, &["+", "-", "*", "/", "%", "&", "^", "<<", "+", "-", "+"]);
    match rng.below(4) {
        0 => left,
        1 => format!("({} ? {left} : {right})", condition(rng)),
        _ => format!("({left} {op} {right})"),
    }
}

fn condition(rng: &mut Rng) -> String {
    let (left, right) = (atom(rng), atom(rng));
    let op = pick(rng, &["<", "<=", "==", "!=", ">"]);
    let first = format!("{left} {op} {right}");
    match rng.below(3) {
        0 => format!("({first} && {} != {})", atom(rng), atom(rng)),
        1 => format!("({first} || {} == {})", atom(rng), atom(rng)),
        _ => first,
    }
}

fn statement(rng: &mut Rng, depth: usize) -> String {
    let target = pick(rng, &["x", "y", "z", "a[x]", "a[1]", "a[z & 3]", "b[y][0]", "b[2][z & 1]", "a[i]"]);
    match rng.below(if depth == 0 { 3 } else { 6 }) {
        0..=2 => format!("{} = {};", target.replace("a[i]", "a[3]"), expression(rng)),
        3 => format!("if ({}) {{ {} }}", condition(rng), statement(rng, depth - 1)),
        4 => format!("for (i = 0; i < {}; i++) {{ {target} = {}; }}", 1 + rng.below(4), expression(rng)),
        _ => format!(
            "if ({}) {{ {} }} else {{ {} }}",
            condition(rng),
            statement(rng, depth - 1),
            statement(rng, depth - 1)
        ),
    }
}

const VALUES: [i128; 6] = [0, 1, 2, 3, -1, 200];

#[test]
fn paths_of_executions_are_feasible() {
    let mut rng = Rng::new(20_261_116);
    let (mut feasible, mut infeasible, mut undecided) = (0, 0, 0);
    for _ in 0..80 {
        let text = small_program(&mut rng);
        let program = read(&text);
        // All paths of executions with small inputs that fail, and of those that could fail at their end.
        let mut failing: BTreeMap<Vec<EdgeId>, [i128; 3]> = BTreeMap::new();
        let mut candidates: BTreeSet<Vec<EdgeId>> = BTreeSet::new();
        for at in 0..VALUES.len().pow(3) {
            let inputs = [VALUES[at % 6], VALUES[at / 6 % 6], VALUES[at / 36]];
            let (outcome, path) = run(&program, &inputs);
            match outcome {
                Outcome::Error(_) => {
                    failing.insert(path, inputs);
                }
                Outcome::Exit => candidates.extend(turned(&program, &path)),
                _ => {}
            }
        }
        for (path, inputs) in failing.iter().take(6) {
            match check(&program, path) {
                Ok(_) => feasible += 1,
                Err(Checked { feasibility: Feasibility::Undecided(_), .. }) => undecided += 1,
                Err(checked) => panic!("{inputs:?} take a path that is called infeasible\n{text}\n{}", checked.table),
            }
        }
        for path in candidates.iter().filter(|path| !failing.contains_key(*path)).take(6) {
            match check(&program, path) {
                Ok(_) => feasible += 1,
                Err(Checked { feasibility: Feasibility::Infeasible(core), table }) => {
                    infeasible += 1;
                    assert!(!core.steps.is_empty(), "{text}\n{table}");
                    assert!(core.reads.iter().all(|read| core.steps.contains(&read.step)), "{text}\n{table}");
                }
                Err(_) => undecided += 1,
            }
        }
    }
    println!("{feasible} feasible, {infeasible} infeasible, {undecided} undecided");
    assert!(feasible >= 100 && infeasible >= 50, "{feasible} feasible, {infeasible} infeasible");
    assert!(undecided * 20 <= feasible + infeasible, "{undecided} of {} are undecided", feasible + infeasible);
}

/// Programs without inputs have one path: it can be executed, and the other way at its end cannot.
#[test]
fn programs_without_inputs_have_one_path() {
    for seed in 0..25 {
        let body = generate(seed, &Shape { pointers: true, structs: true, ..Shape::arrays() });
        let with = |check: &str| {
            let body = body.replace("int main(", "int generated_main(");
            read(&format!(
                "void __VERIFIER_error(void);\nunsigned long sum;\n{body}\n\
                 void __heureka_print(long long value) {{ sum = sum * 31ul + (unsigned long)value; }}\n\
                 int main(void) {{ generated_main(); {check} return 0; }}\n"
            ))
        };
        let program = with("if (sum == sum + 1) __VERIFIER_error();");
        let (outcome, path) = run(&program, &[]);
        if outcome != Outcome::Exit {
            continue;
        }
        let other = turned(&program, &path).expect("the last branch leads to the error");
        let Err(Checked { feasibility: Feasibility::Infeasible(_), .. }) = check(&program, &other) else {
            panic!("seed {seed}: the path is infeasible")
        };
        let program = with("if (sum == sum) __VERIFIER_error();");
        let (outcome, path) = run(&program, &[]);
        if matches!(outcome, Outcome::Error(_)) {
            check(&program, &path).unwrap_or_else(|checked| panic!("seed {seed}: {:?}", checked.feasibility));
        }
    }
}
