//! Reading programs and following paths through them.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use heureka_engines::arrays::feasibility::{Checked, Core, Feasibility, Table, check, execution};
use heureka_engines::engine::Arithmetic;
use heureka_engines::{Context, Task};
use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Interpreter, Limits};
use heureka_ir::{EdgeId, LocId, LocKind, Op, Program, Property, Trace};

const DECLARATIONS: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); \
                            extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);";

/// The program, whose first line is that of the text.
pub fn read(text: &str) -> Program {
    let text = format!("{DECLARATIONS} {}", text.trim_start()).replace("input()", "__VERIFIER_nondet_int()");
    let source = Source::from_text("test.c", text);
    read_source(&source, &ReadOptions::default()).expect("a program").program
}

/// The path that takes these branches: `choices` says at each location with several ways out which of them is taken.
/// What follows the last choice is the way on as long as there is only one.
pub fn path(program: &Program, choices: &[usize]) -> Vec<EdgeId> {
    let mut walk = Walk::new(program);
    let mut choices = choices.iter();
    while let Some(edge) = walk.next(|count| if count == 1 { Some(0) } else { choices.next().copied() }) {
        walk.path.push(edge);
    }
    assert!(choices.next().is_none(), "all choices are made before the path ends");
    walk.path
}

/// A walk through the graph, in and out of procedures.
pub struct Walk<'p> {
    program: &'p Program,
    at: LocId,
    calls: Vec<EdgeId>,
    pub path: Vec<EdgeId>,
}

impl<'p> Walk<'p> {
    pub fn new(program: &'p Program) -> Walk<'p> {
        Walk { program, at: program.proc(program.entry).entry, calls: Vec::new(), path: Vec::new() }
    }

    /// Takes the way out that `choose` says, which is told how many there are.
    pub fn next(&mut self, mut choose: impl FnMut(usize) -> Option<usize>) -> Option<EdgeId> {
        let program = self.program;
        while self.at == program.proc(program.loc(self.at).proc).exit {
            self.at = program.edge(self.calls.pop()?).to;
        }
        if program.loc(self.at).kind != LocKind::Normal {
            return None;
        }
        let edges: Vec<EdgeId> = program.out_edges(self.at).collect();
        let edge = *edges.get(choose(edges.len())?)?;
        self.at = match &program.edge(edge).op {
            Op::Call { proc, .. } => {
                self.calls.push(edge);
                program.proc(*proc).entry
            }
            _ => program.edge(edge).to,
        };
        Some(edge)
    }
}

pub fn checked(program: &Program, path: &[EdgeId], numbers: Arithmetic) -> Checked {
    let cancel = AtomicBool::new(false);
    let mut cx = Context::new(&cancel);
    cx.deadline = Some(Instant::now() + Duration::from_secs(20));
    check(program, path, numbers, &cx)
}

pub fn infeasible(program: &Program, path: &[EdgeId]) -> (Core, Table) {
    let Checked { feasibility, table } = checked(program, path, Arithmetic::Machine);
    match feasibility {
        Feasibility::Infeasible(core) => (core, table),
        other => panic!("the path is infeasible, but the answer is {other:?}\n{table}"),
    }
}

/// The trace of a path, which was replayed twice.
pub fn feasible(program: &Program, path: &[EdgeId], numbers: Arithmetic) -> Trace {
    let properties = BTreeSet::from([Property::Unreach]);
    let task = Task { numbers, ..Task::new(program, &properties) };
    let cancel = AtomicBool::new(false);
    let cx = Context::new(&cancel);
    match execution(&task, path, &cx) {
        Ok(trace) => {
            let interpreter = Interpreter::new(program, task.interpreter_options());
            let steps = trace.replay(&interpreter, &Limits::default()).expect("the trace leads to the failure");
            assert_eq!(steps, path.len() as u64, "the execution takes the path");
            trace
        }
        Err(checked) => panic!("the path is feasible, but the answer is {:?}\n{}", checked.feasibility, checked.table),
    }
}
