//! The abstractions of a program for people to read, line by line of its source.

use std::collections::BTreeMap;

use heureka_ir::{EdgeId, FileId, LocId, LocKind, Op, Program, Source};
use heureka_logic::TermId;

use super::constrain::{Constraints, Forbidden, When};
use super::predicate::{Dnf, Literal, PredicateId, Predicates};
use super::statement::{Choice, Kind, Statement};
use crate::predicates::encode::Encoder;
use crate::predicates::words::Words;

/// A line of the source.
pub type Line = (FileId, u32);

/// An abstraction of the program, and what was wrong with it.
pub struct Round {
    /// The names of the predicates, and what they mean.
    pub predicates: Vec<(String, String)>,
    /// What no state is like.
    pub enforced: Vec<String>,
    /// What the steps of each line do; `;` for nothing.
    pub statements: BTreeMap<Line, Vec<String>>,
    /// The way to an error that the program cannot go; `None` in the last abstraction.
    pub spurious: Option<Spurious>,
}

/// A path that the program cannot take, and what followed from it.
pub struct Spurious {
    pub lines: Vec<Line>,
    /// The new predicates: names and meanings.
    pub found: Vec<(String, String)>,
    /// How many combinations of predicates were forbidden because of it.
    pub constraints: usize,
}

impl Round {
    pub fn new(
        program: &Program,
        encoder: &Encoder,
        predicates: &Predicates,
        statements: &[Option<Statement>],
        constraints: &Constraints,
    ) -> Round {
        let mut by_line: BTreeMap<Line, BTreeMap<u32, Vec<String>>> = BTreeMap::new();
        for loc in program.loc_ids() {
            let edges: Vec<EdgeId> = program.out_edges(loc).filter(|edge| statements[edge.index()].is_some()).collect();
            for (id, text) in texts(program, &edges, statements, constraints) {
                let span = program.edge(id).span;
                if !span.is_none() {
                    let line = by_line.entry((span.file, span.line)).or_default();
                    let list = line.entry(span.column).or_default();
                    // Copies of a procedure mostly do the same.
                    if !list.contains(&text) {
                        list.push(text);
                    }
                }
            }
        }
        let statements = by_line.into_iter().map(|(line, columns)| (line, tidy(columns))).collect();
        Round {
            predicates: described(encoder, predicates),
            enforced: constraints.everywhere().iter().map(|cube| format!("!({})", conjunction(cube))).collect(),
            statements,
            spurious: None,
        }
    }
}

impl Spurious {
    /// The path, and the predicates from number `known` on.
    pub fn new(
        program: &Program,
        edges: &[EdgeId],
        encoder: &Encoder,
        predicates: &Predicates,
        known: usize,
    ) -> Spurious {
        let found = described(encoder, predicates).split_off(known);
        Spurious { lines: lines(program, edges), found, constraints: 0 }
    }
}

/// One text for each step of a line; what does nothing is said only if nothing else is.
fn tidy(columns: BTreeMap<u32, Vec<String>>) -> Vec<String> {
    let mut all: Vec<String> = columns.into_values().flatten().collect();
    all.dedup();
    let mut some: Vec<String> = all.iter().filter(|text| *text != ";").cloned().collect();
    if some.is_empty() {
        some.extend(all.first().cloned());
    }
    some
}

/// The lines that a path passes.
pub fn lines(program: &Program, edges: &[EdgeId]) -> Vec<Line> {
    let steps = edges.iter().map(|id| program.edge(*id)).filter(|edge| !is_silent(&edge.op));
    let end = edges.last().map(|id| program.loc(program.edge(*id).to).span);
    let spans = steps.map(|edge| edge.span).chain(end).filter(|span| !span.is_none());
    let mut lines: Vec<Line> = spans.map(|span| (span.file, span.line)).collect();
    lines.dedup();
    lines
}

/// The numbers of lines.
pub fn listed(lines: &[Line]) -> String {
    lines.iter().map(|(_, line)| line.to_string()).collect::<Vec<_>>().join(", ")
}

/// The texts of the steps out of a location.
fn texts(
    program: &Program,
    edges: &[EdgeId],
    statements: &[Option<Statement>],
    constraints: &Constraints,
) -> Vec<(EdgeId, String)> {
    let not = |id: EdgeId| match &statements[id.index()] {
        Some(Statement::Guard { not }) => Some(not.clone()),
        _ => None,
    };
    let is_error = |loc: LocId| matches!(program.loc(loc).kind, LocKind::Error { .. });
    let mut texts = Vec::new();
    if let &[then, otherwise] = edges
        && let (Some(not_then), Some(not_otherwise)) = (not(then), not(otherwise))
    {
        let text = match (is_error(program.edge(then).to), is_error(program.edge(otherwise).to)) {
            (true, false) => format!("assert({})", value(&Choice { yes: not_then, no: not_otherwise })),
            (false, true) => format!("assert({})", value(&Choice { yes: not_otherwise, no: not_then })),
            _ => format!("if ({})", value(&Choice { yes: not_otherwise, no: not_then })),
        };
        texts.push((then, format!("{text}{}", constrained(constraints.of_step(then)))));
        let more = constrained(constraints.of_step(otherwise));
        if !more.is_empty() {
            texts.push((otherwise, format!("else{more}")));
        }
        return texts;
    }
    for &id in edges {
        let text = match statements[id.index()].as_ref().expect("others were left out") {
            Statement::Guard { not } if not.is_false() => "assume(*)".to_owned(),
            Statement::Guard { not } => format!("assume({})", negation(not)),
            // Nothing is known at the start: that needs no word.
            Statement::Update(changes)
                if matches!(program.edge(id).op, Op::Skip)
                    && changes.iter().all(|(_, choice)| choice.kind() == Kind::Anything) =>
            {
                continue;
            }
            Statement::Update(_) => match update(&statements[id.index()]) {
                Some(text) => text,
                // Nobody wrote these.
                None if is_silent(&program.edge(id).op) => continue,
                None => ";".to_owned(),
            },
        };
        texts.push((id, format!("{text}{}", constrained(constraints.of_step(id)))));
    }
    texts
}

fn is_silent(op: &Op) -> bool {
    matches!(op, Op::Skip | Op::Return(_) | Op::Havoc { source: Source::Uninitialised, .. })
}

/// An assignment of all predicates that change.
fn update(statement: &Option<Statement>) -> Option<String> {
    let Some(Statement::Update(changes)) = statement else { return None };
    if changes.is_empty() {
        return None;
    }
    let names: Vec<String> = changes.iter().map(|(id, _)| name(*id)).collect();
    let values: Vec<String> = changes.iter().map(|(_, choice)| value(choice)).collect();
    Some(format!("{} = {};", names.join(", "), values.join(", ")))
}

fn constrained(forbidden: &[Forbidden]) -> String {
    let one = |forbidden: &Forbidden| {
        let literals = forbidden.iter().map(|(when, literal)| match when {
            When::Before => self::literal(*literal),
            When::After => format!("{}'", self::literal(*literal)),
        });
        format!(" constrain !({})", literals.collect::<Vec<_>>().join(" && "))
    };
    forbidden.iter().map(one).collect()
}

pub fn name(id: PredicateId) -> String {
    format!("b{}", id.index() + 1)
}

fn literal((id, is): Literal) -> String {
    format!("{}{}", if is { "" } else { "!" }, name(id))
}

fn conjunction(cube: &[Literal]) -> String {
    cube.iter().map(|literal| self::literal(*literal)).collect::<Vec<_>>().join(" && ")
}

fn disjunction(dnf: &Dnf) -> String {
    match (dnf.is_true(), dnf.is_false()) {
        (true, _) => "T".to_owned(),
        (_, true) => "F".to_owned(),
        _ => dnf.0.iter().map(|cube| conjunction(cube)).collect::<Vec<_>>().join(" || "),
    }
}

/// A disjunction does not hold.
fn negation(dnf: &Dnf) -> String {
    match &dnf.0[..] {
        [] => "T".to_owned(),
        [cube] if cube.len() == 1 => literal((cube[0].0, !cube[0].1)),
        _ if dnf.is_true() => "F".to_owned(),
        _ => format!("!({})", disjunction(dnf)),
    }
}

fn value(choice: &Choice) -> String {
    match choice.kind() {
        Kind::Fixed(value) => if value { "T" } else { "F" }.to_owned(),
        Kind::Same(same) => literal(same),
        Kind::Anything => "*".to_owned(),
        Kind::Partly => format!("choose({}, {})", disjunction(&choice.yes), disjunction(&choice.no)),
    }
}

/// The names of the predicates, and what they mean.
fn described(encoder: &Encoder, predicates: &Predicates) -> Vec<(String, String)> {
    let terms: Vec<TermId> = predicates.ids().map(|id| predicates.term(id)).collect();
    let words = Words::new(encoder, &terms);
    predicates.ids().map(|id| (name(id), words.condition(predicates.term(id), true))).collect()
}
