//! The walk: path edges from the entry of `main`, location by location, and the questions on the way.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use heureka_ir::{EdgeId, LocId, LocKind, Op, Program, VarId};
use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers};

use super::query::{Constraints, Query};
use super::transition::{Layout, assign, assume, effect};

/// A location under the calls that led to it.
type Place = (LocId, Vec<EdgeId>);

/// Sizes of the constraints that are worth recording.
const VARS: std::ops::RangeInclusive<usize> = 8..=20;
const ROWS: std::ops::RangeInclusive<usize> = 10..=30;

/// What a walk asked.
pub struct Recording {
    pub queries: Vec<Query>,
    /// Whether every projection on the way was exact.
    pub exact: bool,
    /// Whether the walk ended by itself: every path edge was followed.
    pub complete: bool,
}

/// Walks the program for so many steps and returns what was asked on the way.
pub fn record(program: &Program, most_steps: usize) -> Recording {
    let layout = Layout { count: u32::try_from(program.vars.len()).expect("fewer than 2^32 variables") };
    let recording = Recording { queries: Vec::new(), exact: true, complete: false };
    let mut walk = Walk { program, layout, reached: BTreeMap::new(), work: VecDeque::new(), recording };
    let identity = program.var_ids().map(|var| {
        let same = LinearExpr::var(layout.current(var)).minus(&LinearExpr::var(layout.entry(var)));
        let start = match program.var(var).owner {
            None => LinearExpr::var(layout.current(var)).plus_constant(-program.var(var).init),
            Some(_) => same,
        };
        (start, Kind::Equal)
    });
    let start = Conjunction::new(Numbers::Integer, identity);
    walk.arrive((program.proc(program.entry).entry, Vec::new()), start);
    for _ in 0..most_steps {
        let Some((place, path_edge)) = walk.work.pop_front() else { break };
        walk.step(&place, &path_edge);
    }
    walk.recording.complete = walk.work.is_empty();
    walk.recording
}

struct Walk<'p> {
    program: &'p Program,
    layout: Layout,
    reached: BTreeMap<Place, Vec<Conjunction>>,
    work: VecDeque<(Place, Conjunction)>,
    recording: Recording,
}

impl Walk<'_> {
    fn step(&mut self, place: &Place, path_edge: &Conjunction) {
        let (program, layout) = (self.program, self.layout);
        let (loc, calls) = place;
        let procedure = program.proc(program.loc(*loc).proc);
        if *loc == procedure.exit {
            if let Some((call, outer)) = calls.split_last()
                && let Op::Call { results, .. } = &program.edge(*call).op
            {
                let values: Vec<_> = results.iter().zip(&procedure.results).collect();
                let back = copy(program, layout, &values);
                self.join((program.edge(*call).to, outer.to_vec()), path_edge, &back);
            }
            return;
        }
        if program.loc(*loc).kind != LocKind::Normal {
            return;
        }
        for id in program.out_edges(*loc) {
            let edge = program.edge(id);
            let to = (edge.to, calls.clone());
            match &edge.op {
                Op::Assume(guard) => {
                    for way in assume(program, layout, *guard) {
                        self.join(to.clone(), path_edge, &way);
                    }
                }
                Op::Call { proc, args, .. } => {
                    let callee = program.proc(*proc);
                    let again = calls.iter().any(|call| program.loc(program.edge(*call).to).proc == *proc);
                    if again || *proc == program.loc(*loc).proc {
                        continue;
                    }
                    let values: Vec<_> = callee.params.iter().copied().zip(args.iter().copied().map(Some)).collect();
                    let inside = calls.iter().copied().chain([id]).collect();
                    self.join((callee.entry, inside), path_edge, &assign(program, layout, &values));
                }
                Op::Return(values) => {
                    let values: Vec<_> =
                        procedure.results.iter().copied().zip(values.iter().copied().map(Some)).collect();
                    self.join(to, path_edge, &assign(program, layout, &values));
                }
                op => self.join(to, path_edge, &assign(program, layout, &effect(op))),
            }
        }
    }

    /// `P(to) ⊔= Join(path edge, transition)`.
    fn join(&mut self, to: Place, path_edge: &Conjunction, transition: &Constraints) {
        let rows = path_edge.rows().iter().map(|row| (row.expr().clone(), row.kind().clone()));
        let both: Constraints = rows.chain(transition.iter().cloned()).collect();
        let joined = Conjunction::new(Numbers::Integer, both.clone());
        let vars: BTreeSet<_> = both.iter().flat_map(|(expr, _)| expr.vars().collect::<Vec<_>>()).collect();
        let recorded = VARS.contains(&vars.len()) && ROWS.contains(&both.len());
        if recorded {
            self.recording.queries.push(Query::Satisfiable(both.clone()));
        }
        if !joined.is_satisfiable() {
            return;
        }
        let eliminated: Vec<_> = vars.into_iter().filter(|var| self.layout.is_eliminated(*var)).collect();
        if recorded {
            self.recording.queries.push(Query::Project(both, eliminated.clone()));
        }
        let projection = joined.project(|var| self.layout.is_eliminated(var));
        self.recording.exact &= projection.exact;
        for disjunct in projection.disjuncts {
            let layout = self.layout;
            self.arrive(to.clone(), disjunct.rename(|var| layout.shift(var)));
        }
    }

    fn arrive(&mut self, place: Place, path_edge: Conjunction) {
        let known = self.reached.entry(place.clone()).or_default();
        let constraints = |c: &Conjunction| -> Constraints {
            c.rows().iter().map(|row| (row.expr().clone(), row.kind().clone())).collect()
        };
        let rows = path_edge.rows().len() + known.iter().map(|other| other.rows().len()).sum::<usize>();
        if !known.is_empty() && VARS.contains(&path_edge.vars().len()) && ROWS.contains(&rows) {
            let known = known.iter().map(constraints).collect();
            self.recording.queries.push(Query::Entails(constraints(&path_edge), known));
        }
        let entailed =
            known.iter().any(|other| *other == path_edge || other.rows().iter().all(|row| path_edge.entails_row(row)));
        if !entailed {
            known.push(path_edge.clone());
            self.work.push_back((place, path_edge));
        }
    }
}

/// The transition that copies variables to variables.
fn copy(program: &Program, layout: Layout, pairs: &[(&VarId, &VarId)]) -> Constraints {
    let mut transition = assign(program, layout, &[]);
    for (target, source) in pairs {
        let value = LinearExpr::var(layout.next(**target)).minus(&LinearExpr::var(layout.current(**source)));
        transition[target.index()] = (value, Kind::Equal);
    }
    transition
}
