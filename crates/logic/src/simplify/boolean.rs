//! Negation, conjunction, disjunction and quantifiers.

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::{SHORT, bounds, compare};

pub fn not(terms: &mut Terms, a: TermId) -> TermId {
    let children = terms.children(a);
    match (terms.op(a), children) {
        (Op::True, _) => Terms::FALSE,
        (Op::False, _) => Terms::TRUE,
        (Op::Not, &[inner]) => inner,
        (op @ (Op::Le | Op::Lt), &[x, y]) => compare::negate(terms, op, x, y),
        (Op::BvUlt, &[x, y]) => terms.bv_ule(y, x),
        (Op::BvUle, &[x, y]) => terms.bv_ult(y, x),
        (Op::BvSlt, &[x, y]) => terms.bv_sle(y, x),
        (Op::BvSle, &[x, y]) => terms.bv_slt(y, x),
        _ => terms.not(a),
    }
}

pub fn and(terms: &mut Terms, operands: Vec<TermId>) -> TermId {
    junction(terms, Op::And, operands)
}

pub fn or(terms: &mut Terms, operands: Vec<TermId>) -> TermId {
    junction(terms, Op::Or, operands)
}

/// The sorted set of all operands, with what makes it trivial found.
fn junction(terms: &mut Terms, op: Op, operands: Vec<TermId>) -> TermId {
    // The operand that changes nothing, and the one that decides.
    let (neutral, deciding) = if op == Op::And { (Terms::TRUE, Terms::FALSE) } else { (Terms::FALSE, Terms::TRUE) };
    let mut set = flatten(terms, op, operands);
    set.retain(|&operand| operand != neutral);
    if set.contains(&deciding) || has_complement(terms, &set) {
        return deciding;
    }
    match bounds::merge(terms, op, &mut set) {
        bounds::Merged::Decided => return deciding,
        // A merged bound may be anything that is simpler, for instance an operand that is there already.
        bounds::Merged::Changed => {
            set = flatten(terms, op, set);
            set.retain(|&operand| operand != neutral);
            if set.contains(&deciding) || has_complement(terms, &set) {
                return deciding;
            }
        }
        bounds::Merged::Same => {}
    }
    terms.make(op, &set)
}

fn flatten(terms: &Terms, op: Op, operands: Vec<TermId>) -> Vec<TermId> {
    let splices = |operand: TermId| terms.op(operand) == op && terms.children(operand).len() <= SHORT;
    let mut set = if operands.iter().any(|&operand| splices(operand)) {
        let mut set = Vec::with_capacity(operands.len() + SHORT);
        for operand in operands {
            if splices(operand) {
                set.extend_from_slice(terms.children(operand));
            } else {
                set.push(operand);
            }
        }
        set
    } else {
        operands
    };
    set.sort_unstable();
    set.dedup();
    set
}

fn has_complement(terms: &Terms, set: &[TermId]) -> bool {
    set.iter().any(|&operand| terms.op(operand) == Op::Not && set.binary_search(&terms.children(operand)[0]).is_ok())
}

/// Variables that the body does not mention go: no sort is empty.
pub fn quantifier(terms: &mut Terms, op: Op, children: &[TermId]) -> TermId {
    let (&body, bound) = children.split_last().expect("a quantifier has a body");
    if terms.as_bool(body).is_some() {
        return body;
    }
    let free = terms.free_symbols(&[body]);
    let kept: Vec<TermId> =
        bound.iter().copied().filter(|&variable| free.contains(&terms.bound_symbol(variable))).collect();
    match op {
        Op::Forall => terms.forall(&kept, body),
        _ => terms.exists(&kept, body),
    }
}
