//! The finished tree as invariants at the heads of loops.

use std::collections::BTreeMap;

use heureka_ir::certificate::{Certificate, HeadInvariants};
use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::passes::Ranges;
use heureka_ir::{Interval, LocId, VarId};
use heureka_logic::{Op, TermId, Terms};

use super::encode::{Encoder, Meaning};
use super::graph::Graph;
use super::region::Cube;
use super::tree::Tree;

/// The invariants: at each cut point one of the regions of its nodes, and the ranges that the blocks relied on.
pub fn certificate(graph: &Graph, ranges: &Ranges, encoder: &Encoder, tree: &Tree) -> Certificate {
    let program = &graph.inlined;
    let mut at = Vec::new();
    for head in graph.program.loc_ids().filter(|loc| graph.is_cut[loc.index()] && loc.index() < program.locs.len()) {
        let limits = limits(graph, ranges, head);
        let mut invariant = Invariant::unreachable();
        for node in tree.live().filter(|node| node.at == head) {
            for cube in &node.region.cubes {
                for disjunct in disjuncts(encoder, program.vars.len(), cube) {
                    let all: Box<[Constraint]> = disjunct.into_iter().chain(limits.iter().cloned()).collect();
                    if !invariant.disjuncts.contains(&all) {
                        invariant.disjuncts.push(all);
                    }
                }
            }
        }
        at.push((head, invariant));
    }
    Certificate::AtHeads(HeadInvariants { depth: graph.depth, at })
}

/// What the ranges of variables are at a location, where they are less than their types.
fn limits(graph: &Graph, ranges: &Ranges, loc: LocId) -> Vec<Constraint> {
    let mut limits = Vec::new();
    for &var in &graph.live(loc).vars {
        let ty = graph.program.var(var).ty;
        let Some(range) = ranges.at(loc, var).filter(|range| *range != Interval::of_type(ty)) else { continue };
        let terms = |factor: i128| -> Box<[(Value, i128)]> { Box::new([(Value::Now(var), factor)]) };
        let relation = Relation::AtLeastZero;
        limits.push(Constraint { terms: terms(1), constant: -range.min, relation });
        limits.push(Constraint { terms: terms(-1), constant: range.max, relation });
    }
    limits
}

/// The cube as linear constraints; what is not equal is less or greater, so that there may be several.
fn disjuncts(encoder: &Encoder, vars: usize, cube: &Cube) -> Vec<Vec<Constraint>> {
    let mut all = vec![Vec::new()];
    for &(predicate, holds) in cube {
        let choices = constraints(encoder, predicate, holds)
            // What cannot be said is a constraint on a variable that does not exist.
            .unwrap_or_else(|| {
                vec![Constraint {
                    terms: Box::new([(Value::Now(VarId(vars as u32)), 1)]),
                    constant: 0,
                    relation: Relation::Zero,
                }]
            });
        all = all
            .into_iter()
            .flat_map(|before: Vec<Constraint>| {
                choices.iter().map(move |choice| before.iter().cloned().chain([choice.clone()]).collect::<Vec<_>>())
            })
            .collect();
    }
    all
}

/// A sum of variables and a number.
#[derive(Default)]
struct Sum {
    terms: BTreeMap<VarId, i128>,
    constant: i128,
}

/// The constraints of which one must hold.
fn constraints(encoder: &Encoder, predicate: TermId, holds: bool) -> Option<Vec<Constraint>> {
    let terms = &encoder.terms;
    let &[left, right] = terms.children(predicate) else { return None };
    let op = terms.op(predicate);
    if let Some(found) = modulo(encoder, op, left, right, holds) {
        return Some(vec![found]);
    }
    let mut sum = Sum::default();
    add(encoder, right, 1, &mut sum)?;
    add(encoder, left, -1, &mut sum)?;
    // right - left
    let constraint = |sign: i128, relation: Relation| Constraint {
        terms: sum
            .terms
            .iter()
            .filter(|(_, factor)| **factor != 0)
            .map(|(var, factor)| (Value::Now(*var), sign * factor))
            .collect(),
        constant: sign * sum.constant,
        relation,
    };
    Some(match (op, holds) {
        (Op::Le, true) => vec![constraint(1, Relation::AtLeastZero)],
        (Op::Le, false) => vec![constraint(-1, Relation::AboveZero)],
        (Op::Lt, true) => vec![constraint(1, Relation::AboveZero)],
        (Op::Lt, false) => vec![constraint(-1, Relation::AtLeastZero)],
        (Op::Eq, true) => vec![constraint(1, Relation::Zero)],
        (Op::Eq, false) => vec![constraint(1, Relation::AboveZero), constraint(-1, Relation::AboveZero)],
        _ => return None,
    })
}

/// `e mod m ≤ w` or its negation.
fn modulo(encoder: &Encoder, op: Op, left: TermId, right: TermId, holds: bool) -> Option<Constraint> {
    let terms = &encoder.terms;
    let (rest, width) = match (op, terms.op(left), terms.op(right)) {
        (Op::Le, Op::Mod, Op::Int(_)) => (left, number(terms, right)?),
        (Op::Eq, Op::Mod, Op::Int(_)) if number(terms, right)? == 0 => (left, 0),
        (Op::Eq, Op::Int(_), Op::Mod) if number(terms, left)? == 0 => (right, 0),
        _ => return None,
    };
    let &[inner, modulus] = terms.children(rest) else { return None };
    let modulus = number(terms, modulus)?;
    let mut sum = Sum::default();
    add(encoder, inner, 1, &mut sum)?;
    let (constant, width) = match holds {
        true => (sum.constant, width),
        false => (sum.constant - (width + 1), modulus - width - 2),
    };
    let terms = sum.terms.iter().filter(|(_, factor)| **factor != 0).map(|(var, factor)| (Value::Now(*var), *factor));
    let relation = Relation::Modulo { modulus, width };
    (modulus > 0 && (0..modulus).contains(&width)).then(|| Constraint { terms: terms.collect(), constant, relation })
}

fn number(terms: &Terms, term: TermId) -> Option<i128> {
    terms.as_int(term)?.to_i128()
}

/// Adds a multiple of a linear term; `None` if it is not linear.
fn add(encoder: &Encoder, term: TermId, factor: i128, sum: &mut Sum) -> Option<()> {
    let terms = &encoder.terms;
    if let Some(value) = number(terms, term) {
        sum.constant = sum.constant.checked_add(value.checked_mul(factor)?)?;
        return Some(());
    }
    let children = terms.children(term);
    match terms.op(term) {
        Op::Symbol(symbol) => {
            let Meaning::Var(var) = encoder.meaning_of(symbol)? else { return None };
            let known = sum.terms.entry(var).or_default();
            *known = known.checked_add(factor)?;
            Some(())
        }
        Op::Add => children.iter().try_for_each(|child| add(encoder, *child, factor, sum)),
        Op::Sub => {
            add(encoder, children[0], factor, sum)?;
            add(encoder, children[1], -factor, sum)
        }
        Op::Neg => add(encoder, children[0], -factor, sum),
        Op::Mul if children.len() == 2 => {
            let (constant, other) = match (number(terms, children[0]), number(terms, children[1])) {
                (Some(constant), _) => (constant, children[1]),
                (_, Some(constant)) => (constant, children[0]),
                _ => return None,
            };
            add(encoder, other, factor.checked_mul(constant)?, sum)
        }
        _ => None,
    }
}
