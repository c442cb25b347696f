//! Feasibility of paths against executions: a path that an execution takes is feasible, and one that is called infeasible
//! is taken by no execution with small inputs.

#[allow(dead_code)]
#[path = "../../../ir/tests/all/common/execute.rs"]
mod execute;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use execute::{Machine, Outcome, State, Watcher};
use heureka_engines::arrays::feasibility::{Checked, Core, Feasibility, execution};
use heureka_engines::{Context, Task};
use heureka_frontend::preprocess;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Interpreter, Limits};
use heureka_ir::program::Source;
use heureka_ir::{
    ArrayId, CmpOp, EdgeId, ExprId, IntTy, LocId, LocKind, Node, Op, Program, ProgramBuilder, Property, Role, Span,
    Trace, Var, VarId,
};
use heureka_testkit::rng::Rng;
use heureka_testkit::{Shape, generate};

fn read(text: &str) -> Program {
    let reading = read_source(&preprocess::Source::from_text("generated.c", text), &ReadOptions::default());
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
fn check(program: &Program, path: &[EdgeId]) -> Result<Trace, Box<Checked>> {
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

/// The path as a straight program in which only the core counts: steps outside it forget what they would do, and reads
/// that the core does not list give any value (but are inside their arrays). Only for paths that stay in `main`.
fn alone(program: &Program, path: &[EdgeId], core: &Core) -> Option<(Program, Vec<EdgeId>)> {
    let is_call = |&&edge: &&EdgeId| matches!(program.edge(edge).op, Op::Call { .. });
    if path.iter().filter(is_call).count() != 1 || !is_call(&path.first()?) {
        return None;
    }
    let entry = program.entry;
    let (mut builder, old) = program.clone().into_builder();
    let start = old[path[0].index()].clone();
    let Op::Call { proc: main, .. } = start.op else { return None };
    builder.edges.push(start);
    let (mut at, span) = (program.proc(main).entry, Span::NONE);
    let mut chain = |builder: &mut ProgramBuilder, op: Op, to: Option<LocId>| {
        let to = to.unwrap_or_else(|| builder.add_loc(main, LocKind::Normal, span));
        builder.add_edge(at, to, op, span);
        at = to;
    };
    for (step, &edge) in path.iter().enumerate().skip(1) {
        let edge = &old[edge.index()];
        let to = (step + 1 == path.len()).then_some(edge.to);
        if core.steps.binary_search(&step).is_err() {
            let source = Source::Uninitialised;
            for var in edge.op.written_vars() {
                chain(&mut builder, Op::Havoc { var, source: source.clone() }, None);
            }
            if let Some(array) = edge.op.written_array() {
                chain(&mut builder, Op::HavocArray { array, prefix: Box::default(), source }, None);
            }
            chain(&mut builder, Op::Skip, to);
            continue;
        }
        let listed = |array: ArrayId, indices: &[ExprId]| {
            core.reads.iter().any(|read| read.step == step && read.array == array && *read.indices == *indices)
        };
        let mut unknown = Vec::new();
        let roots: Vec<ExprId> = edge.op.exprs().collect();
        let mut new: HashMap<ExprId, ExprId> = HashMap::new();
        program.exprs.visit(roots, |id, node| {
            let exprs = &mut builder.exprs;
            let changed = match node {
                Node::Read(array, indices) if !listed(*array, indices) => {
                    let ty = program.array(*array).elem;
                    builder.vars.push(Var {
                        name: "u".to_owned(),
                        ty,
                        owner: Some(main),
                        role: Role::Temp,
                        init: 0,
                        span,
                    });
                    let var = VarId(builder.vars.len() as u32 - 1);
                    unknown.push(var);
                    // It is still inside the array: `a[i] == a[i] ? u : u`.
                    let read = exprs.read(*array, ty, indices.iter().map(|index| new[index]).collect());
                    let (inside, any) = (exprs.compare(CmpOp::Eq, read, read), exprs.var(var, ty));
                    exprs.ite(inside, any, any)
                }
                Node::Read(array, indices) => {
                    exprs.read(*array, program.array(*array).elem, indices.iter().map(|index| new[index]).collect())
                }
                Node::Bool(_) | Node::Int(_) | Node::Var(_) | Node::NotEmpty(_) => id,
                Node::Unary(op, a) => exprs.unary(*op, new[a]),
                Node::Binary(op, a, b) => exprs.binary(*op, new[a], new[b]),
                Node::Compare(op, a, b) => exprs.compare(*op, new[a], new[b]),
                Node::Cast(a) => exprs.cast(program.exprs.int_ty(id), new[a]),
                Node::Ite(c, a, b) => exprs.ite(new[c], new[a], new[b]),
                Node::Not(a) => exprs.not(new[a]),
                Node::And(a, b) => exprs.and(new[a], new[b]),
                Node::Or(a, b) => exprs.or(new[a], new[b]),
            };
            new.insert(id, changed);
        });
        for var in unknown {
            chain(&mut builder, Op::Havoc { var, source: Source::Uninitialised }, None);
        }
        chain(&mut builder, edge.op.map_exprs(|expr| new[&expr]), to);
    }
    let alone = builder.finish(entry);
    let mut path = Vec::new();
    let mut at = alone.proc(entry).entry;
    while let Some(edge) = alone.out_edges(at).next() {
        path.push(edge);
        at = if path.len() == 1 { alone.proc(main).entry } else { alone.edge(edge).to };
    }
    Some((alone, path))
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
    let (mut feasible, mut infeasible, mut cores, mut undecided) = (0, 0, 0, 0);
    for _ in 0..40 {
        let text = small_program(&mut rng);
        // Cores are checked on paths without calls.
        let text = if rng.chance(70) { text.replace("id(y)", "y") } else { text };
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
        for (path, inputs) in failing.iter().take(4) {
            match check(&program, path).map_err(|checked| (checked.feasibility, checked.table)) {
                Ok(_) => feasible += 1,
                Err((Feasibility::Undecided(_), _)) => undecided += 1,
                Err((_, table)) => panic!("{inputs:?} take a path that is called infeasible\n{text}\n{table}"),
            }
        }
        for path in candidates.iter().filter(|path| !failing.contains_key(*path)).take(4) {
            match check(&program, path).map_err(|checked| (checked.feasibility, checked.table)) {
                Ok(_) => feasible += 1,
                Err((Feasibility::Infeasible(core), table)) => {
                    infeasible += 1;
                    assert!(!core.steps.is_empty(), "{text}\n{table}");
                    assert!(core.reads.iter().all(|read| core.steps.contains(&read.step)), "{text}\n{table}");
                    if let Some((alone, path)) = alone(&program, path, &core) {
                        match check(&alone, &path).map_err(|checked| checked.feasibility) {
                            Err(Feasibility::Infeasible(_)) => cores += 1,
                            Err(Feasibility::Undecided(_)) => {}
                            found => panic!("the core is feasible: {found:?}\n{text}\n{table}{:?}", core.reads),
                        }
                    }
                }
                Err(_) => undecided += 1,
            }
        }
    }
    println!("{feasible} feasible, {infeasible} infeasible, {cores} cores, {undecided} undecided");
    assert!(cores * 3 >= infeasible, "{cores} cores of {infeasible} were checked");
    assert!(feasible >= 50 && infeasible >= 20, "{feasible} feasible, {infeasible} infeasible");
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
        let found = check(&program, &other).map_err(|checked| checked.feasibility);
        assert!(matches!(found, Err(Feasibility::Infeasible(_))), "seed {seed}: the path is infeasible");
        let program = with("if (sum == sum) __VERIFIER_error();");
        let (outcome, path) = run(&program, &[]);
        if matches!(outcome, Outcome::Error(_)) {
            check(&program, &path).unwrap_or_else(|checked| panic!("seed {seed}: {:?}", checked.feasibility));
        }
    }
}
