//! What the engine knows about a program, for people to read: path edges after each statement, summary edges of each
//! procedure, and what holds behind each loop.
//!
//! The program is taken as it was read, and path edges remember every variable ([`Memory::Everything`]), so that the
//! slides' examples (paper 002, "Overview of the procedure") come out as the slides have them. `search` decides how the
//! path edges are found, `shown` what people see of them, `wording` what that looks like. A set is what can be reached if [`Explanation::complete`], and
//! at least what can be reached if something was widened or is not linear; otherwise it is only what was found so far.

mod search;
mod shown;
mod wording;

use heureka_ir::passes::Ranges;
use heureka_ir::{EdgeId, LocId, LocKind, LoopId, Op, ProcId, Program};
use heureka_linear::Conjunction;

use super::encode::{Approximation, Encoding};
use super::options::Options;
use super::scope::Scopes;
use super::system::{Memory, System};
use super::tabulate::{Statistics, Tabulation};
use crate::engine::{Arithmetic, Context};
pub use search::Method;
use shown::Shown;
use wording::Wording;

/// One text for each disjunct; none if nothing comes there.
pub type Facts = Vec<String>;

/// What is known about a program.
pub struct Explanation<'p> {
    program: &'p Program,
    scopes: Scopes,
    numbers: Arithmetic,
    /// How the path edges were found.
    pub method: Method,
    /// Whether nothing was left to do. If not, there may be more path edges than those that were found.
    pub complete: bool,
    /// Whether no projection on the way gave more than it should.
    pub exact: bool,
    pub statistics: Statistics,
    /// Where the constraints say less than the program.
    pub approximations: Vec<Approximation>,
    /// Outer loops first.
    pub loops: Vec<LoopFacts>,
    at: Vec<Vec<Conjunction>>,
    after: Vec<Vec<Conjunction>>,
    summaries: Vec<Vec<Conjunction>>,
}

/// What is known about a loop.
pub struct LoopFacts {
    pub id: LoopId,
    pub head: LocId,
    /// The steps that leave the loop and go on in the procedure.
    pub exits: Vec<EdgeId>,
    /// Why the loop has no closed form, if that was asked.
    pub not_accelerated: Option<String>,
}

/// Finds out what holds where. It stops at the deadline of the context, and then says what was found until then.
pub fn explain<'p>(program: &'p Program, numbers: Arithmetic, options: Options, cx: &mut Context) -> Explanation<'p> {
    cx.report("reading the program as constraints");
    let scopes = Scopes::of(program);
    let ranges = (numbers == Arithmetic::Machine).then(|| Ranges::of(program));
    let encoding = Encoding::of(program, ranges.as_ref(), &scopes, numbers);
    let system = System::new(program, scopes.clone(), encoding, Memory::Everything);
    let (mut explanation, reasons) = search::search(&system, options, cx, |found, method, complete| {
        let shown = Shown { program, scopes: &scopes, numbers: numbers.numbers() };
        let summaries = |proc: ProcId| {
            let set = found.summary_edges(proc).disjuncts().cloned().collect();
            shown.inside(set, proc)
        };
        Explanation {
            program,
            scopes: scopes.clone(),
            numbers,
            method,
            complete,
            exact: found.is_exact(),
            statistics: found.statistics(),
            approximations: approximations(&system, found),
            loops: Vec::new(),
            at: program.loc_ids().map(|loc| shown.inside(before(found, loc), program.loc(loc).proc)).collect(),
            summaries: program.proc_ids().map(summaries).collect(),
            after: program.edge_ids().map(|edge| after(found, edge, &shown)).collect(),
        }
    });
    explanation.loops = loops(&system, &reasons);
    explanation
}

/// The path edges of a location: as they were found, unless what was found was made larger first and smaller then.
fn before(found: &Tabulation, loc: LocId) -> Vec<Conjunction> {
    match found.is_widened() {
        false => found.found_at(loc).cloned().collect(),
        true => found.path_edges_at(loc).disjuncts().cloned().collect(),
    }
}

fn after(found: &mut Tabulation, edge: EdgeId, shown: &Shown) -> Vec<Conjunction> {
    let step = shown.program.edge(edge);
    let proc = shown.program.loc(step.from).proc;
    let after = found.after(edge, &before(found, step.from));
    match step.op {
        Op::Return(_) => shown.returned(after, proc),
        _ => shown.inside(after, proc),
    }
}

/// What is not linear, where something comes by.
fn approximations(system: &System, found: &Tabulation) -> Vec<Approximation> {
    let is_reached = |edge: EdgeId| !found.path_edges_at(system.program.edge(edge).from).is_empty();
    let all = system.encoding.approximations().iter();
    all.filter(|approximation| is_reached(approximation.edge)).cloned().collect()
}

fn loops(system: &System, reasons: &[Option<String>]) -> Vec<LoopFacts> {
    let program = system.program;
    let goes_on = |edge: &EdgeId| {
        let to = program.edge(*edge).to;
        program.loc(to).kind == LocKind::Normal
    };
    let facts = |id: LoopId| LoopFacts {
        id,
        head: system.loops.get(id).head,
        exits: system.loops.exits(program, id).into_iter().filter(goes_on).collect(),
        not_accelerated: reasons.get(id.index()).cloned().flatten(),
    };
    system.loops.ids().map(facts).collect()
}

impl Explanation<'_> {
    /// The path edges at a location.
    pub fn at(&self, loc: LocId) -> Facts {
        self.texts(self.program.loc(loc).proc, &self.at[loc.index()])
    }

    /// What holds right after one of the edges, all of the same procedure.
    pub fn after(&self, edges: &[EdgeId]) -> Facts {
        let Some(first) = edges.first() else { return Facts::new() };
        let proc = self.program.loc(self.program.edge(*first).from).proc;
        let all = edges.iter().flat_map(|edge| self.after[edge.index()].iter().cloned()).collect();
        let shown = Shown { program: self.program, scopes: &self.scopes, numbers: self.numbers.numbers() };
        let united = if edges.len() == 1 { all } else { shown.united(all) };
        self.texts(proc, &united)
    }

    /// Whether an execution comes to the location.
    pub fn is_reached(&self, loc: LocId) -> bool {
        !self.at[loc.index()].is_empty()
    }

    /// Whether the edge can be taken.
    pub fn is_taken(&self, edge: EdgeId) -> bool {
        !self.after[edge.index()].is_empty()
    }

    /// The summary edges of a procedure: what it gives back for what it is given.
    pub fn summary(&self, proc: ProcId) -> Facts {
        self.texts(proc, &self.summaries[proc.index()])
    }

    /// The procedures that a user wrote.
    pub fn procedures(&self) -> impl Iterator<Item = ProcId> + '_ {
        let program = self.program;
        // The front end's start-up procedure calls the user's entry function and has its span.
        program.proc_ids().filter(move |proc| !program.proc(*proc).name.starts_with('<'))
    }

    fn texts(&self, proc: ProcId, set: &[Conjunction]) -> Facts {
        let wording = Wording::new(self.program, self.scopes.of_proc(proc), proc, self.numbers);
        set.iter().map(|disjunct| wording.text(disjunct)).collect()
    }
}

/// Whether an edge is a step of the user's: not a jump that only joins paths.
pub fn is_statement(op: &Op) -> bool {
    !matches!(op, Op::Skip)
}
