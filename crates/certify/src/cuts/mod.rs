//! The check of formulas at cut points ([`Certificate::AtCuts`]): from each cut point all paths to the next ones are followed
//! over unbounded integers and arrays, and a solver shows that the formulas there hold and that nothing fails.
//!
//! [`walk`] follows the paths of one cut point, [`expression`] and [`arithmetic`] compute, [`prove`] asks the solver. Calls
//! that are left are those of recursive procedures: what is promised at the entry of the callee is proved, and what it gives
//! back is assumed, which is right by induction over the steps of an execution.
//!
//! [`Certificate::AtCuts`]: heureka_ir::Certificate::AtCuts

mod arithmetic;
mod expression;
mod prove;
mod sums;
mod vocabulary;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::callgraph::CallGraph;
use heureka_ir::certificate::CutInvariants;
use heureka_ir::passes::{explicit_checks, inline_but_recursion};
use heureka_ir::validate::{Severity, validate};
use heureka_ir::{ArrayId, LocId, LocKind, Op, Program, Property, VarId};
use heureka_logic::solver::{Limits, SolverFactory};
use heureka_logic::{TermId, Terms};

use crate::Checked;
use crate::question::{Numbers, Question};
use crate::rejected::{Rejected, place};
use prove::Prover;
use vocabulary::Vocabulary;
use walk::{Goal, Walk, What};

/// The program that is followed, and what is said of it.
pub struct Subject<'a> {
    program: &'a Program,
    question: &'a Question<'a>,
    calls: CallGraph,
    formulas: BTreeMap<LocId, TermId>,
    /// At heads of loops that paths go through.
    through: BTreeMap<LocId, Loop>,
}

/// A loop that paths go through: what its rounds keep, and what they may change.
struct Loop {
    formula: TermId,
    vars: BTreeSet<VarId>,
    arrays: BTreeSet<ArrayId>,
}

/// Proves that each formula follows from those before it, and that nothing fails.
pub fn check(
    question: &Question,
    invariants: &CutInvariants,
    solvers: &SolverFactory,
    limits: Limits,
) -> Result<Checked, Rejected> {
    if question.numbers != Numbers::Machine {
        return Err(Rejected::undecided("programs are followed only over machine integers"));
    }
    let malformed = |reason: String| Err(Rejected::Malformed { reason });
    if let Some(broken) = validate(question.program).into_iter().find(|found| found.severity == Severity::Error) {
        return malformed(format!("the program is broken: {}", broken.message));
    }
    let Some(inlined) = inline_but_recursion(question.program) else {
        return Err(Rejected::undecided("the program without calls is too large"));
    };
    let asked: Vec<Property> =
        question.properties.iter().copied().filter(|property| *property != Property::Unreach).collect();
    let (program, _) = explicit_checks(&inlined, &asked);
    let calls = CallGraph::of(&program);
    if !calls.callers(program.entry).is_empty() {
        return Err(Rejected::undecided("the entry function calls itself"));
    }
    let mut terms = Terms::new();
    let vocabulary = Vocabulary::new(&mut terms, &program);
    let sum = sums::symbol(&mut terms);
    let (mut formulas, mut through) = (BTreeMap::new(), BTreeMap::new());
    let at = invariants.at.iter().map(|said| (said, false));
    for ((loc, text), of_loop) in at.chain(invariants.through.iter().map(|said| (said, true))) {
        if loc.index() >= program.locs.len() || !matches!(program.loc(*loc).kind, LocKind::Normal) {
            return malformed(format!("nothing can be said at {loc}"));
        }
        let proc = program.proc(program.loc(*loc).proc);
        let is_first = *loc == program.proc(program.entry).entry;
        let is_outer = of_loop && (*loc == proc.entry || *loc == proc.exit || formulas.contains_key(loc));
        if is_first || is_outer {
            return malformed(format!("nothing can be said at {loc}"));
        }
        let formula = match vocabulary.read(&mut terms, &program, *loc, text, of_loop) {
            Ok(formula) => formula,
            Err(reason) => return malformed(format!("what is said at {loc} makes no sense: {reason}")),
        };
        match of_loop {
            true => drop(through.insert(*loc, around(&program, *loc, formula))),
            false => drop(formulas.insert(*loc, formula)),
        }
    }
    let all: Vec<TermId> = formulas.values().copied().chain(through.values().map(|one: &Loop| one.formula)).collect();
    let has_sums = terms.post_order(&all).iter().any(|term| terms.op(*term) == heureka_logic::Op::Symbol(sum));
    let subject = Subject { program: &program, question, calls, formulas, through };
    let mut checked = Checked::default();
    for start in subject.starts() {
        let mut walk = Walk::new(&subject, &vocabulary, &mut terms, start);
        walk.run()?;
        let Walk { goals, facts, universals, is_exact, .. } = walk;
        for goal in &goals {
            checked.conditions += 1;
            let mut prover = Prover { solvers, limits, terms: &mut terms, facts: &facts, universals: &universals };
            if !prover.proves(goal)? {
                return Err(subject.rejected(goal, is_exact && universals.is_empty() && !has_sums));
            }
            checked.by_solver += 1;
        }
    }
    Ok(checked)
}

/// What may change between two visits of a location without leaving the procedure's activation.
fn around(program: &Program, head: LocId, formula: TermId) -> Loop {
    let into = program.in_edges();
    let reached = |next: &dyn Fn(LocId) -> Vec<LocId>| {
        let mut seen = BTreeSet::from([head]);
        let mut open = vec![head];
        while let Some(loc) = open.pop() {
            open.extend(next(loc).into_iter().filter(|loc| seen.insert(*loc)));
        }
        seen
    };
    let behind = reached(&|loc| program.out_edges(loc).map(|edge| program.edge(edge).to).collect());
    let before = reached(&|loc| into[loc.index()].iter().map(|edge| program.edge(*edge).from).collect());
    let (mut vars, mut arrays) = (BTreeSet::new(), BTreeSet::new());
    for loc in behind.intersection(&before) {
        for edge in program.out_edges(*loc).map(|edge| program.edge(edge)) {
            vars.extend(edge.op.written_vars());
            arrays.extend(edge.op.written_array());
            if matches!(edge.op, Op::Call { .. }) {
                vars.extend(program.var_ids().filter(|var| program.var(*var).owner.is_none()));
                arrays.extend(program.array_ids().filter(|array| program.array(*array).owner.is_none()));
            }
            if matches!(edge.op, Op::Return(_)) {
                vars.extend(&program.proc(program.loc(*loc).proc).results);
            }
        }
    }
    Loop { formula, vars, arrays }
}

impl Subject<'_> {
    /// Where paths begin: the entries of procedures, and what lies within them.
    fn starts(&self) -> Vec<LocId> {
        let entries = self.program.proc_ids().map(|proc| self.program.proc(proc).entry);
        let is_inner = |loc: &LocId| {
            let proc = self.program.proc(self.program.loc(*loc).proc);
            proc.entry != *loc && proc.exit != *loc
        };
        entries.chain(self.formulas.keys().copied().filter(is_inner)).collect()
    }

    fn rejected(&self, goal: &Goal, is_definite: bool) -> Rejected {
        let program = self.program;
        let (loc, what) = match goal.what {
            What::Failure(loc) => {
                let what = match &program.loc(loc).kind {
                    LocKind::Unsupported { what } => format!("not modelled: {what}"),
                    LocKind::Error { fault, .. } => fault.to_string(),
                    LocKind::Normal | LocKind::Halt => unreachable!("nothing is wrong there"),
                };
                (loc, what)
            }
            What::Formula(loc) => (loc, "its invariant is not kept".to_owned()),
        };
        let place = place(program, &[program.loc(loc).span]);
        match is_definite {
            true => Rejected::ErrorReached { loc, what, place, example: String::new() },
            false => Rejected::undecided(format!("{place}: not proved: {what}")),
        }
    }
}
