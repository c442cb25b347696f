//! Calls and exits: summary edges, and the callers that wait for them.
//!
//! A call hands its inputs to the callee's entry (*SelfLoop*) and waits; a path edge that comes to an exit becomes a
//! summary edge (*Lift*) and is joined with every caller that waits with inputs it covers (*SEJoin*), and a caller that
//! comes later is joined with the summary edges that are there. So a call with known inputs costs no second walk through
//! the callee. Both sides are found by the values that they fix, not by trying all.

use std::collections::BTreeSet;

use heureka_ir::{EdgeId, ProcId};
use heureka_linear::{Conjunction, Dlc, FixedIndex, Inserted, LinearExpr, Numbers, Projection, Var};

use super::Tabulation;
use super::join::{Passing, inputs, lift, self_loop, summary_join};
use super::path_edge::{Parent, PathEdgeId};

/// S(p) of one procedure, and who waits for it.
pub(super) struct Summaries {
    set: Dlc,
    edges: Vec<SummaryEdge>,
    by_inputs: FixedIndex<usize>,
    waiting: Vec<Waiting>,
    waiting_by_inputs: FixedIndex<usize>,
}

/// What a procedure gives back for what it was given.
struct SummaryEdge {
    conjunction: Conjunction,
    exit: PathEdgeId,
}

/// A path edge before a call, with one case of its arguments.
#[derive(Clone, Copy)]
struct Waiting {
    from: PathEdgeId,
    edge: EdgeId,
    case: u32,
}

impl Summaries {
    pub(super) fn new(numbers: Numbers) -> Summaries {
        Summaries {
            set: Dlc::bottom(numbers),
            edges: Vec::new(),
            by_inputs: FixedIndex::default(),
            waiting: Vec::new(),
            waiting_by_inputs: FixedIndex::default(),
        }
    }

    pub(super) fn set(&self) -> &Dlc {
        &self.set
    }
}

impl Tabulation<'_> {
    /// Calls: the callee is entered with what is new, and what is known of it is used.
    pub(super) fn call(&mut self, edge: EdgeId, from: PathEdgeId) {
        let system = self.system;
        let site = system.call_site(edge);
        let entry = system.program.proc(site.callee).entry;
        let arity = system.arity(entry);
        for (case, way) in system.step(edge).cases().iter().enumerate() {
            let case = case as u32;
            let given = inputs(self.conjunction(from), arity, way, &site.globals);
            self.eliminations += 1;
            self.exact &= given.exact;
            let waiting = Waiting { from, edge, case };
            for given in given.disjuncts {
                let entered = self_loop(&given, arity, system.dead(entry));
                self.prop_all(entry, entered, Parent::Call { from, edge, case });
                let summaries = &mut self.summaries[site.callee.index()];
                summaries.waiting_by_inputs.insert(&given, summaries.waiting.len());
                summaries.waiting.push(waiting);
                let known = summaries.by_inputs.candidates(&given);
                for summary in known {
                    self.come_back(waiting, site.callee, summary);
                }
            }
        }
    }

    /// Exits: a new summary edge goes to every caller that waits for it.
    pub(super) fn exit(&mut self, proc: ProcId, exit: PathEdgeId) {
        let system = self.system;
        let scope = system.scopes.of_proc(proc);
        let arity = scope.arity();
        let procedure = system.program.proc(proc);
        let is_own = |var: Var| {
            let Some((program_var, is_now)) = scope.program_var(var) else { return true };
            is_now && !scope.globals().contains(&program_var) && !procedure.results.contains(&program_var)
        };
        let lifted = lift(self.conjunction(exit), is_own);
        self.eliminations += 1;
        self.exact &= lifted.exact;
        for conjunction in lifted.disjuncts {
            let summaries = &mut self.summaries[proc.index()];
            let Inserted::New(_) = summaries.set.insert(conjunction.clone()) else { continue };
            let given = conjunction.project(|var| var.0 >= arity.entry);
            let summary = summaries.edges.len();
            let mut callers = BTreeSet::new();
            for given in &given.disjuncts {
                summaries.by_inputs.insert(given, summary);
                callers.extend(summaries.waiting_by_inputs.candidates(given));
            }
            summaries.edges.push(SummaryEdge { conjunction, exit });
            for caller in callers {
                let waiting = self.summaries[proc.index()].waiting[caller];
                self.come_back(waiting, proc, summary);
            }
        }
    }

    /// *SEJoin* of a waiting caller with a summary edge.
    fn come_back(&mut self, waiting: Waiting, callee: ProcId, summary: usize) {
        let Waiting { from, edge, case } = waiting;
        let exit = self.summaries[callee.index()].edges[summary].exit;
        let joined = self.returned(self.conjunction(from), edge, case, summary);
        let to = self.system.program.edge(edge).to;
        self.prop_all(to, joined, Parent::Return { from, edge, case, exit });
    }

    /// What a summary edge of the callee makes of the state before a call.
    fn returned(&self, before: &Conjunction, edge: EdgeId, case: u32, summary: usize) -> Projection {
        let system = self.system;
        let site = system.call_site(edge);
        let to = system.program.edge(edge).to;
        let way = &system.step(edge).cases()[case as usize];
        let entry = system.arity(system.program.proc(site.callee).entry).entry;
        let value_of = |var: Var| {
            let param = way.values.iter().find(|(param, _)| *param == var).map(|(_, value)| value.clone());
            let global = || site.globals.iter().find(|(inside, _)| *inside == var);
            param.unwrap_or_else(|| LinearExpr::var(global().expect("an input is a parameter or a global").1))
        };
        let given: Vec<LinearExpr> = (0..entry).map(|place| value_of(Var(place))).collect();
        let received = |var: Var| site.received.iter().find(|(inside, _)| *inside == var).map(|(_, to)| *to);
        let passing = Passing { given: &given, received: &received, changed: &site.changed };
        let effect = &self.summaries[site.callee.index()].edges[summary].conjunction;
        summary_join(before, system.arity(to), way, effect, &passing, system.dead(to))
    }

    /// What one case of a call makes of a state before it, with the summary edges that are known.
    pub(super) fn all_returned(&mut self, before: &Conjunction, edge: EdgeId, case: u32) -> Vec<Conjunction> {
        let system = self.system;
        let site = system.call_site(edge);
        let arity = system.arity(system.program.proc(site.callee).entry);
        let given = inputs(before, arity, &system.step(edge).cases()[case as usize], &site.globals);
        let by_inputs = &mut self.summaries[site.callee.index()].by_inputs;
        let known: BTreeSet<usize> = given.disjuncts.iter().flat_map(|given| by_inputs.candidates(given)).collect();
        known.into_iter().flat_map(|summary| self.returned(before, edge, case, summary).disjuncts).collect()
    }
}
