//! Which facts stand below which line of the source.
//!
//! A line has what holds after its last statement: after the edges of the line from which none of the line's edges goes
//! on. Where these lead to different places, as with `if`, each has its own note with a label. Jumps that only join paths
//! are seen through. The line of a loop's condition has the loop's invariant and its post-condition.

use std::collections::{BTreeMap, BTreeSet};

use heureka_engines::linear::explain::{Explanation, Facts, LoopFacts, is_statement};
use heureka_engines::sil::explain::LoopPost;
use heureka_ir::{EdgeId, FileId, LocId, LocKind, Loops, Op, ProcId, Program};

/// A line of the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Line {
    pub file: FileId,
    pub number: u32,
}

/// Something that is said about a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub label: Option<String>,
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// One of these holds.
    Facts(Facts),
    /// An execution ends here as it should not, in one of these states.
    Error(Facts),
    Remark(String),
}

/// The first lines of procedures, and their last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Below lines, in order.
    pub below: BTreeMap<Line, Vec<Note>>,
    /// Below the first line from here that opens a block, if it comes soon.
    pub at_start: BTreeMap<Line, Vec<Note>>,
    /// Below the first line from here that closes a procedure.
    pub at_end: BTreeMap<Line, Vec<Note>>,
}

impl Notes {
    /// What holds behind a loop over arrays, in ACSL, below the line of the loop.
    pub fn add_post(&mut self, post: &LoopPost) {
        let line = Line { file: post.span.file, number: post.span.line };
        for text in &post.posts {
            let note = Note { label: Some("then".to_owned()), content: Content::Remark(format!("//@ {text}")) };
            let notes = self.below.entry(line).or_default();
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
}

pub fn notes(program: &Program, explanation: &Explanation, verbose: bool) -> Notes {
    let loops = Loops::of(program);
    let mut lines = lines(program);
    let mut notes = Notes::default();
    for proc in explanation.procedures() {
        let writer = Writer { program, explanation, loops: &loops, proc, verbose };
        writer.procedure(lines.remove(&proc).unwrap_or_default(), &mut notes);
    }
    notes
}

/// The statements of procedures by line.
fn lines(program: &Program) -> BTreeMap<ProcId, Lines> {
    let mut procs: BTreeMap<ProcId, Lines> = BTreeMap::new();
    for edge in program.edge_ids() {
        if let Some(line) = line_of(program, edge) {
            let proc = program.loc(program.edge(edge).from).proc;
            procs.entry(proc).or_default().entry(line).or_default().push(edge);
        }
    }
    procs
}

type Lines = BTreeMap<Line, Vec<EdgeId>>;

fn line_of(program: &Program, edge: EdgeId) -> Option<Line> {
    let edge = program.edge(edge);
    let counts = is_statement(&edge.op) && !edge.span.is_none();
    counts.then_some(Line { file: edge.span.file, number: edge.span.line })
}

struct Writer<'a> {
    program: &'a Program,
    explanation: &'a Explanation<'a>,
    loops: &'a Loops,
    proc: ProcId,
    verbose: bool,
}

impl Writer<'_> {
    fn procedure(&self, lines: Lines, notes: &mut Notes) {
        let procedure = self.program.proc(self.proc);
        let first = Line { file: procedure.span.file, number: procedure.span.line };
        let start = notes.at_start.entry(first).or_default();
        if !self.explanation.is_reached(procedure.entry) {
            let remark = if self.explanation.complete { "never called" } else { "not called so far" };
            start.push(remarked(None, remark));
            return;
        }
        let entry = self.explanation.at(procedure.entry);
        if entry != ["true"] {
            start.push(labelled("entry", entry.clone()));
        }
        let last = lines.keys().next_back().copied().unwrap_or(first).max(first);
        let summary = self.explanation.summary(self.proc);
        let mut shown = entry;
        for (line, edges) in &lines {
            let below = notes.below.entry(*line).or_default();
            self.approximations(edges, below);
            self.line(*line, edges, &summary, &mut shown, below);
        }
        for facts in &self.explanation.loops {
            if self.program.loc(facts.head).proc == self.proc {
                self.around_loop(facts, notes);
            }
        }
        let end = notes.at_end.entry(last).or_default();
        end.push(match summary.is_empty() {
            true => remarked(Some("summary"), "does not return"),
            false => labelled("summary", summary),
        });
    }

    fn line_of(&self, edge: EdgeId) -> Option<Line> {
        line_of(self.program, edge)
    }

    fn approximations(&self, edges: &[EdgeId], below: &mut Vec<Note>) {
        let all = &self.explanation.approximations;
        for approximation in all.iter().filter(|approximation| edges.contains(&approximation.edge)) {
            below.push(remarked(Some("not exact"), &approximation.what));
        }
    }

    /// What holds after the statements of one line. `shown` is what was last said without a label.
    fn line(&self, line: Line, edges: &[EdgeId], summary: &Facts, shown: &mut Facts, below: &mut Vec<Note>) {
        let last: Vec<EdgeId> = edges.iter().copied().filter(|edge| self.is_last(line, *edge)).collect();
        let mut groups: BTreeMap<LocId, Vec<EdgeId>> = BTreeMap::new();
        for edge in last {
            groups.entry(self.resolved(self.program.edge(edge).to)).or_default().push(edge);
        }
        let going_on = groups.keys().filter(|to| self.program.loc(**to).kind == LocKind::Normal).count();
        let is_reached = edges.iter().any(|edge| self.explanation.is_reached(self.program.edge(*edge).from));
        for (to, group) in groups {
            let facts = self.explanation.after(&group);
            let ends = match &self.program.loc(to).kind {
                LocKind::Normal => None,
                LocKind::Halt => Some(("the program ends", Content::Facts(facts.clone()))),
                LocKind::Error { .. } => Some(("error", Content::Error(facts.clone()))),
                LocKind::Unsupported { .. } => Some(("not modelled", Content::Error(facts.clone()))),
            };
            // The summary says it.
            let is_end = to == self.program.proc(self.proc).exit && (self.ends_block(&group) || facts == *summary);
            if let Some((label, content)) = ends {
                below.push(Note { label: Some(label.to_owned()), content });
            } else if let Some(label) = self.label(line, edges, to, &group, going_on) {
                below.push(labelled(&label, facts));
            } else if !is_end && (facts != *shown || self.changes(&group)) {
                *shown = facts.clone();
                below.push(Note { label: None, content: Content::Facts(facts) });
            }
        }
        if !is_reached {
            below.retain(|note| note.label.is_none());
        }
        below.sort_by_key(|note| note.label.as_deref() == Some(ELSE));
    }

    /// Whether the state after the edges can differ from the one before them.
    fn changes(&self, group: &[EdgeId]) -> bool {
        let before = |edge: &EdgeId| self.explanation.at(self.program.edge(*edge).from);
        group.iter().any(|edge| before(edge) != self.explanation.after(&[*edge]))
    }

    /// The closing brace of a procedure, where its summary stands.
    fn ends_block(&self, group: &[EdgeId]) -> bool {
        group.iter().all(|edge| {
            let edge = self.program.edge(*edge);
            matches!(&edge.op, Op::Return(_)) && edge.span.len == 1
        })
    }

    /// Where a jump leads.
    fn resolved(&self, mut loc: LocId) -> LocId {
        let mut seen = BTreeSet::new();
        while self.program.loc(loc).kind == LocKind::Normal && !self.loops.is_head(loc) && seen.insert(loc) {
            let mut out = self.program.out_edges(loc);
            let (Some(only), None) = (out.next(), out.next()) else { break };
            if is_statement(&self.program.edge(only).op) {
                break;
            }
            loc = self.program.edge(only).to;
        }
        loc
    }

    /// Whether no edge of the line follows the edge.
    fn is_last(&self, line: Line, edge: EdgeId) -> bool {
        let to = self.resolved(self.program.edge(edge).to);
        !self.program.out_edges(to).any(|next| self.line_of(next) == Some(line))
    }

    /// What tells this way on from others of the line.
    fn label(&self, line: Line, edges: &[EdgeId], to: LocId, group: &[EdgeId], ways: usize) -> Option<String> {
        let is_condition = |edge: &EdgeId| matches!(self.program.edge(*edge).op, Op::Assume(_));
        if let Some(around) = self.loop_of_condition(line, edges).filter(|_| group.iter().all(is_condition)) {
            let is_head = self.loops.get(around).head == to;
            // What holds behind the loop is said with its invariant.
            let inside = if is_head { "again" } else { "inside" };
            return Some(if self.loops.contains(around, to) { inside } else { BEHIND }.to_owned());
        }
        if ways < 2 {
            return None;
        }
        let branches: BTreeSet<LocId> =
            edges.iter().filter(|edge| is_condition(edge)).map(|edge| self.program.edge(*edge).from).collect();
        let label = match branches.iter().next().filter(|_| branches.len() == 1) {
            Some(branch) => self.side(line, *branch, group),
            None => None,
        };
        Some(label.map_or_else(|| self.destination(to), str::to_owned))
    }

    /// The loop whose condition the line has.
    fn loop_of_condition(&self, line: Line, edges: &[EdgeId]) -> Option<heureka_ir::LoopId> {
        let line_of_head = |head: LocId| {
            let span = self.program.loc(head).span;
            Line { file: span.file, number: span.line }
        };
        let mut own = self.explanation.loops.iter().filter(|facts| {
            let goes_back = |edge: &EdgeId| {
                let edge = self.program.edge(*edge);
                matches!(edge.op, Op::Assume(_)) && edge.to == facts.head && self.loops.contains(facts.id, edge.from)
            };
            let of_proc = self.program.loc(facts.head).proc == self.proc;
            of_proc && (line_of_head(facts.head) == line || edges.iter().any(goes_back))
        });
        match (own.next(), own.next()) {
            (Some(only), None) => Some(only.id),
            _ => None,
        }
    }

    /// On which side of the only branch of a line its edges are. The front end makes the place of `then` first.
    fn side(&self, line: Line, branch: LocId, group: &[EdgeId]) -> Option<&'static str> {
        let mut ways: Vec<EdgeId> = self.program.out_edges(branch).collect();
        ways.sort_by_key(|edge| self.program.edge(*edge).to);
        let [then, otherwise] = ways[..] else { return None };
        let is_behind = |way: EdgeId| {
            let reached = self.reached_on(line, way);
            group.iter().any(|edge| *edge == way || reached.contains(&self.program.edge(*edge).from))
        };
        match (is_behind(then), is_behind(otherwise)) {
            (true, false) => Some("then"),
            (false, true) => Some(ELSE),
            _ => None,
        }
    }

    /// The locations behind an edge without leaving the line.
    fn reached_on(&self, line: Line, edge: EdgeId) -> BTreeSet<LocId> {
        let mut reached = BTreeSet::new();
        let mut stack = vec![self.program.edge(edge).to];
        while let Some(loc) = stack.pop() {
            if reached.insert(loc) {
                let stays = |edge: &EdgeId| {
                    let is_jump = !is_statement(&self.program.edge(*edge).op);
                    is_jump || self.line_of(*edge) == Some(line)
                };
                let next = self.program.out_edges(loc).filter(stays).map(|edge| self.program.edge(edge).to);
                stack.extend(next);
            }
        }
        reached
    }

    fn destination(&self, to: LocId) -> String {
        let line = self.program.out_edges(to).find_map(|edge| self.line_of(edge));
        line.map_or_else(|| "to the end".to_owned(), |line| format!("to line {}", line.number))
    }

    fn around_loop(&self, facts: &LoopFacts, notes: &mut Notes) {
        let span = self.program.loc(facts.head).span;
        if span.is_none() || !self.explanation.is_reached(facts.head) {
            return;
        }
        let below = notes.below.entry(Line { file: span.file, number: span.line }).or_default();
        let mut first = vec![labelled("invariant", self.explanation.at(facts.head))];
        if let Some(reason) = facts.not_accelerated.as_ref().filter(|_| self.verbose) {
            first.push(remarked(Some("no closed form"), reason));
        }
        below.splice(0..0, first);
        if facts.exits.is_empty() {
            return;
        }
        let behind = labelled(BEHIND, self.explanation.after(&facts.exits));
        // The post-condition takes the place of what holds when the condition fails; breaks are in it, too.
        let has_own = |notes: &Vec<Note>| notes.iter().any(|note| note.label.as_deref() == Some(BEHIND));
        let condition = facts.exits.iter().filter_map(|edge| self.line_of(*edge));
        let places: Vec<Line> = condition.chain([Line { file: span.file, number: span.line }]).collect();
        let place = places.iter().find(|line| notes.below.get(line).is_some_and(has_own)).copied();
        let below = notes.below.entry(place.unwrap_or(places[places.len() - 1])).or_default();
        below.retain(|note| note.label.as_deref() != Some(BEHIND));
        below.push(behind);
    }
}

/// The label of the second way behind a condition.
const ELSE: &str = "else";

/// The label of a loop's post-condition.
const BEHIND: &str = "afterwards";

fn labelled(label: &str, facts: Facts) -> Note {
    Note { label: Some(label.to_owned()), content: Content::Facts(facts) }
}

fn remarked(label: Option<&str>, text: &str) -> Note {
    Note { label: label.map(str::to_owned), content: Content::Remark(text.to_owned()) }
}
