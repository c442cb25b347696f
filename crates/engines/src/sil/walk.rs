//! The walk along the program: what is known is followed from location to location, loops in one step.
//!
//! Locations are visited in an order in which a location comes after all that lead to it, but for the ends of rounds. What
//! is known at one is a list of [`Facts`], one for each kind of way there: every state that an execution can be in satisfies
//! one of them. Straight code is followed exactly ([`super::step`]); a loop is [`ReadingLoop`], a loop of the paper's form, or
//! all that it changes is forgotten and its round is walked like straight code.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::loops::LoopId;
use heureka_ir::passes::Ranges;
use heureka_ir::{LocId, LocKind, Op, Role, Span, VarId};
use heureka_sil::{Body, Formula, Limits, ProgramLoop, Reason, Satisfiable, Scalar, State, satisfiable};

use super::facts::Facts;
use super::form;
use super::graph::Graph;
use super::inductive::Candidates;
use super::names::Names;
use super::paths::{End, Fresh, Outside, Path, beyond_differences, paths};
use super::reading::{ReadingLoop, prune_bounds};
use super::step;
use super::terms::Terms;
use super::writing::{self, WritingLoop};
use crate::engine::Task;

/// More ways to a location are joined to what they have in common.
const MOST_WAYS: usize = 12;

/// What the walk found.
#[derive(Default)]
pub struct Findings {
    /// What holds at the heads of loops, as a disjunction.
    pub heads: BTreeMap<LocId, Vec<Formula>>,
    pub loops: Vec<LoopReport>,
    /// Errors that are not excluded.
    pub open: Vec<Open>,
    /// What is not modelled and not excluded.
    pub unmodelled: Vec<LocId>,
    /// Loops that are not of the form.
    pub outside: Vec<Outside>,
    /// What loops do that properties of cells cannot say.
    pub imprecise: Vec<Outside>,
    /// Assumptions that cannot hold.
    pub contradictions: Vec<Span>,
    /// Questions that were decided.
    pub questions: u64,
    /// The loops of the paper's form, by their heads.
    pub shapes: BTreeMap<LocId, ProgramLoop>,
    /// Candidates that do not hold, by head and number.
    pub refuted: BTreeSet<(LocId, usize)>,
}

/// What is known behind a loop.
#[derive(Clone, Debug)]
pub struct LoopReport {
    pub head: LocId,
    pub span: Span,
    /// The loop in the paper's form, line by line.
    pub form: Vec<String>,
    pub posts: Vec<Formula>,
    pub kind: LoopKind,
    /// Control states and counters of the automaton after the loop, where there is one.
    pub size: Option<(usize, usize)>,
    /// Whether the front end made it of a specification.
    pub is_made_up: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    Reading,
    Writing,
    Forgotten,
}

/// An error that may be reached.
pub struct Open {
    pub loc: LocId,
    pub facts: Facts,
    pub example: Option<State>,
    pub reason: Option<String>,
}

pub struct Walk<'a, 'l> {
    pub task: &'a Task<'a>,
    pub graph: &'a Graph,
    pub ranges: &'a Ranges<'a>,
    pub names: &'a Names,
    /// How often the concrete relation is unfolded before it is abstracted: K of the paper.
    pub unfolding: usize,
    pub limits: Limits<'l>,
    pub findings: Findings,
    /// What is said of the heads, to be checked; none where post-conditions are to be found.
    pub given: Option<Candidates>,
    pending: BTreeMap<(u32, LocId), Vec<Facts>>,
    forgotten: BTreeSet<LoopId>,
    fresh: u32,
}

impl<'a, 'l> Walk<'a, 'l> {
    pub fn new(
        task: &'a Task<'a>,
        graph: &'a Graph,
        ranges: &'a Ranges<'a>,
        names: &'a Names,
        unfolding: usize,
        limits: Limits<'l>,
    ) -> Walk<'a, 'l> {
        Walk {
            task,
            graph,
            ranges,
            names,
            unfolding,
            limits,
            findings: Findings::default(),
            given: None,
            pending: BTreeMap::new(),
            forgotten: BTreeSet::new(),
            fresh: 0,
        }
    }

    pub fn terms(&self) -> Terms<'a> {
        Terms { program: &self.graph.program, ranges: self.ranges, names: self.names }
    }

    /// A scalar that the program does not have.
    pub fn fresh(&mut self, stem: &str) -> Scalar {
        self.fresh += 1;
        let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '\'');
        Scalar::new(&format!("{stem}'{}", self.fresh))
    }

    pub fn run(mut self) -> Result<Findings, Reason> {
        let start = step::at_start(&self);
        self.enter_in_the_middle(&start);
        self.arrive(self.graph.entry(), start);
        while let Some(((_, loc), facts)) = self.pending.pop_first() {
            if self.is_interrupted() {
                return Err(Reason::Interrupted);
            }
            let facts = self.joined(loc, facts);
            self.visit(loc, facts)?;
        }
        Ok(self.findings)
    }

    /// A loop that is entered in the middle can come to its head from there, with states that nobody brought to the head before.
    /// So where an edge goes back to what is not the only entry of a loop, nothing is known.
    fn enter_in_the_middle(&mut self, start: &Facts) {
        let graph = self.graph;
        let is_only_entry = |loc: LocId| {
            graph
                .loops
                .innermost(loc)
                .is_some_and(|id| graph.loops.get(id).head == loc && !graph.loops.get(id).irreducible)
        };
        let backwards = graph.program.edges().iter().filter(|edge| graph.goes_back(edge.from, edge.to));
        let places: BTreeSet<LocId> = backwards.map(|edge| edge.to).filter(|loc| !is_only_entry(*loc)).collect();
        if places.is_empty() {
            return;
        }
        let mut nothing = start.clone();
        for edge in graph.program.edges() {
            step::forget(self, &mut nothing, &edge.op);
        }
        for loc in places {
            self.arrive(loc, nothing.clone());
        }
    }

    fn is_interrupted(&self) -> bool {
        let cancelled = self.limits.cancel.is_some_and(|cancel| cancel.load(std::sync::atomic::Ordering::Relaxed));
        cancelled || self.limits.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline)
    }

    fn arrive(&mut self, loc: LocId, facts: Facts) {
        if !facts.is_false() {
            self.pending.entry((self.graph.order[loc.index()], loc)).or_default().push(facts);
        }
    }

    /// What is known at a location, without what does not matter and what others cover.
    fn joined(&self, loc: LocId, all: Vec<Facts>) -> Vec<Facts> {
        let matters = |var: VarId| self.graph.is_live(loc, var) && !self.is_constant_part(loc, var);
        let is_live = |scalar: &Scalar| self.names.var(scalar).is_some_and(matters);
        let is_end = !matches!(self.graph.program.loc(loc).kind, LocKind::Normal);
        let mut kept: Vec<Facts> = Vec::new();
        for mut facts in all {
            // Nothing is read behind an error, and what is known there is shown.
            if !is_end {
                facts.project(is_live);
                facts.use_equations();
            }
            if facts.is_false() || kept.iter().any(|other| other.covers(&facts)) {
                continue;
            }
            kept.retain(|other| !facts.covers(other));
            kept.push(facts);
        }
        if kept.len() > MOST_WAYS {
            let common = kept.iter().skip(1).fold(kept[0].clone(), |common, facts| common.common(facts));
            kept = vec![common];
        }
        kept
    }

    /// Whether a variable is a part of a pointer of which ranges know all there is: nobody needs a fact about it.
    fn is_constant_part(&self, loc: LocId, var: VarId) -> bool {
        let is_part = matches!(
            self.graph.program.var(var).role,
            Role::PointerObject | Role::PointerOffset | Role::PointerInstance
        );
        is_part && self.ranges.at(loc, var).is_some_and(|range| range.min == range.max)
    }

    fn visit(&mut self, loc: LocId, all: Vec<Facts>) -> Result<(), Reason> {
        let graph = self.graph;
        match &graph.program.loc(loc).kind {
            LocKind::Halt => return Ok(()),
            LocKind::Error { fault, .. } => {
                return if self.task.asks_for(*fault) { self.error(loc, all) } else { Ok(()) };
            }
            LocKind::Unsupported { .. } => {
                for facts in all {
                    if self.example(&facts)?.is_yes() {
                        self.findings.unmodelled.push(loc);
                        break;
                    }
                }
                return Ok(());
            }
            LocKind::Normal => {}
        }
        let heads = graph.loops.innermost(loc).filter(|id| graph.loops.get(*id).head == loc);
        if let Some(id) = heads
            && !self.forgotten.contains(&id)
        {
            return if self.given.is_some() { self.checked_loop(id, all) } else { self.loop_at(id, all) };
        }
        self.go_on(loc, &all)
    }

    /// One step from a location, along every edge.
    fn go_on(&mut self, loc: LocId, all: &[Facts]) -> Result<(), Reason> {
        let graph = self.graph;
        let is_only = graph.program.out_edges(loc).len() == 1;
        for edge in graph.program.out_edges(loc) {
            let about = graph.program.edge(edge);
            // The end of a round of a loop whose changes are forgotten.
            let goes_back = graph.goes_back(loc, about.to);
            let mut is_possible = false;
            for facts in all {
                let after = step::after(self, facts, edge);
                let is_assumption = is_only && matches!(about.op, Op::Assume(_));
                if is_assumption && self.example(&after).is_ok_and(|found| !found.is_yes()) {
                    continue;
                }
                is_possible = true;
                if !goes_back {
                    self.arrive(about.to, after);
                } else if self.given.is_some() && !after.is_false() {
                    self.refute(about.to, &after)?;
                }
            }
            if !is_possible && !all.is_empty() {
                self.findings.contradictions.push(about.span);
            }
        }
        Ok(())
    }

    /// Whether there are such states.
    pub fn example(&mut self, facts: &Facts) -> Result<Satisfiable, Reason> {
        self.findings.questions += 1;
        satisfiable(&facts.formula(), self.limits)
    }

    /// Whether facts imply a formula; no where that is not decided.
    fn follows(&mut self, facts: &Facts, body: &Body) -> bool {
        let mut facts = facts.clone();
        facts.assume(body.negated());
        self.example(&facts).is_ok_and(|found| !found.is_yes())
    }

    fn error(&mut self, loc: LocId, all: Vec<Facts>) -> Result<(), Reason> {
        for facts in all {
            match self.example(&facts) {
                Ok(Satisfiable::No) => {}
                Ok(Satisfiable::Yes(example)) => self.findings.open.push(Open { loc, facts, example, reason: None }),
                Err(Reason::Interrupted) => return Err(Reason::Interrupted),
                Err(reason) => {
                    let reason = Some(reason.to_string());
                    self.findings.open.push(Open { loc, facts, example: None, reason });
                }
            }
        }
        Ok(())
    }

    fn loop_at(&mut self, id: LoopId, all: Vec<Facts>) -> Result<(), Reason> {
        let graph = self.graph;
        let head = graph.loops.get(id).head;
        let mut entered = Vec::new();
        for facts in all {
            if self.example(&facts).map_or(true, |found| found.is_yes()) {
                entered.push(facts);
            }
        }
        if entered.is_empty() {
            return Ok(());
        }
        let span = graph.program.loc(head).span;
        let ways = paths(&self.terms(), &graph.loops, id, &mut Fresh { names: &mut self.fresh });
        let ways = match ways {
            Ok(ways) => ways,
            Err(outside) => return self.forget(id, entered, outside),
        };
        self.findings.imprecise.extend(beyond_differences(&ways));
        let matters = self.what_matters(head, &ways);
        if let Some(reading) = ReadingLoop::recognise(&ways, |scalar| matters.contains(scalar)) {
            for facts in entered {
                self.reading_loop(head, span, &reading, &ways, &facts);
            }
            return Ok(());
        }
        let mut number = self.fresh;
        let mut fresh = |stem: &str| {
            number += 1;
            Scalar::new(&format!("{stem}\"{number}"))
        };
        let writing = writing::recognise(&ways, span, |scalar| matters.contains(scalar), &mut fresh);
        self.fresh = number;
        let writing = match writing {
            Ok(writing) => writing,
            Err(outside) => return self.forget(id, entered, outside),
        };
        for at in 0..entered.len() {
            if let Err(reason) = self.writing_loop(head, span, &writing, &ways, &entered[at]) {
                if reason == Reason::Interrupted {
                    return Err(reason);
                }
                let what = format!("a loop for which no post-condition was found ({reason})");
                return self.forget(id, entered.split_off(at), Outside::new(what, span));
            }
        }
        Ok(())
    }

    /// The scalars whose values at the head or behind the loop can matter.
    fn what_matters(&self, head: LocId, ways: &[Path]) -> BTreeSet<Scalar> {
        let exits = ways.iter().filter_map(|path| match path.end {
            End::Exit(to) => Some(to),
            End::Back => None,
        });
        let places: BTreeSet<LocId> = exits.chain([head]).collect();
        let vars = self.graph.program.var_ids();
        let matters = vars.filter(|var| places.iter().any(|loc| self.graph.is_live(*loc, *var)));
        matters.map(|var| self.names.scalar(var)).collect()
    }

    fn reading_loop(&mut self, head: LocId, span: Span, reading: &ReadingLoop, ways: &[Path], facts: &Facts) {
        let start = self.fresh(reading.index.name());
        let at_head = reading.at_head(facts, &start, &mut |facts, body| self.follows(facts, body));
        self.findings.heads.entry(head).or_default().push(at_head.formula());
        let mut posts = Vec::new();
        let mut can_end = false;
        for path in ways {
            let End::Exit(to) = path.end else { continue };
            let mut after = ReadingLoop::leave(&at_head, path, &mut || self.fresh("x"));
            prune_bounds(&mut after, &mut |facts, body| self.follows(facts, body));
            if self.example(&after).is_ok_and(|found| !found.is_yes()) {
                continue;
            }
            can_end = true;
            if matches!(self.graph.program.loc(to).kind, LocKind::Normal) {
                posts.push(after.formula());
            }
            self.arrive(to, after);
        }
        // A loop of assumptions that no state comes through.
        if !can_end {
            self.findings.contradictions.push(span);
        }
        let form = vec![format!("only looks, with the index {}", form::name(reading.index.name()))];
        let is_made_up = self.is_made_up(ways);
        self.findings.loops.push(LoopReport {
            head,
            span,
            form,
            posts,
            kind: LoopKind::Reading,
            size: None,
            is_made_up,
        });
    }

    /// Whether a loop speaks of variables that the front end made of a specification.
    fn is_made_up(&self, ways: &[Path]) -> bool {
        let mut scalars: BTreeSet<Scalar> = ways.iter().flat_map(|path| path.values.keys().cloned()).collect();
        for (sum, _) in ways.iter().flat_map(|path| &path.conditions).flatten().flatten() {
            scalars.extend(Body::at_most(sum.clone(), &heureka_sil::Sum::zero()).names().0);
        }
        let vars = scalars.iter().filter_map(|scalar| self.names.var(scalar));
        vars.map(|var| self.graph.program.var(var))
            .any(|about| about.role == Role::Source && about.name.starts_with("__"))
    }

    fn writing_loop(
        &mut self,
        head: LocId,
        span: Span,
        the_loop: &WritingLoop,
        ways: &[Path],
        facts: &Facts,
    ) -> Result<(), Reason> {
        let entered = writing::entered(facts, the_loop);
        self.findings.shapes.insert(head, the_loop.form.clone());
        let found = super::post::post(&entered.formula(), &the_loop.form, self.unfolding, self.limits)?;
        for mut invariant in step::own_names(self, &entered, &found.invariant) {
            invariant.exists.extend(the_loop.helpers.iter().cloned());
            self.findings.heads.entry(head).or_default().push(invariant.formula());
        }
        let after = step::own_names(self, &entered, &found.formula);
        let mut posts = Vec::new();
        for (to, when) in &the_loop.exits {
            for facts in &after {
                let mut facts = facts.clone();
                facts.exists.extend(the_loop.helpers.iter().cloned());
                when.iter().for_each(|when| facts.assume(when.clone()));
                let exists = facts.exists.clone();
                facts.project(|scalar| !exists.contains(scalar));
                if facts.is_false() {
                    continue;
                }
                if matches!(self.graph.program.loc(*to).kind, LocKind::Normal) {
                    posts.push(facts.formula());
                }
                self.arrive(*to, facts);
            }
        }
        self.findings.loops.push(LoopReport {
            head,
            span,
            form: form::lines(&the_loop.form),
            posts,
            kind: LoopKind::Writing,
            size: found.size,
            is_made_up: self.is_made_up(ways),
        });
        Ok(())
    }

    /// Forgets all that a loop changes, and walks its round.
    fn forget(&mut self, id: LoopId, all: Vec<Facts>, outside: Outside) -> Result<(), Reason> {
        let graph = self.graph;
        let head = graph.loops.get(id).head;
        self.forgotten.insert(id);
        self.findings.outside.push(outside);
        let mut forgotten = Vec::new();
        for mut facts in all {
            for edge in graph.program.edges().iter().filter(|edge| graph.loops.contains(id, edge.from)) {
                step::forget(self, &mut facts, &edge.op);
            }
            self.findings.heads.entry(head).or_default().push(facts.formula());
            forgotten.push(facts);
        }
        let span = graph.program.loc(head).span;
        self.findings.loops.push(LoopReport {
            head,
            span,
            form: Vec::new(),
            posts: Vec::new(),
            kind: LoopKind::Forgotten,
            size: None,
            is_made_up: false,
        });
        self.round_from(head, forgotten)
    }

    /// The rounds of this loop are walked like straight code.
    pub fn mark_as_walked(&mut self, id: LoopId) {
        self.forgotten.insert(id);
    }

    /// Walks a round of a loop from its head.
    pub fn round_from(&mut self, head: LocId, all: Vec<Facts>) -> Result<(), Reason> {
        let all = self.joined(head, all);
        self.go_on(head, &all)
    }
}
