//! The simplifier: an equal term, most often smaller.
//!
//! Invariant: the result has the same value under every assignment and every choice for division by zero. Rules look at one
//! node whose operands are simplified already, and every subterm is visited once, so the time is linear in the term (and
//! the logarithm of the longest operand list). What results: sums are linear normal forms, comparisons of numbers have a
//! constant on one side, conjunctions and disjunctions are flat, sorted and without repetition.
//!
//! Nested `and`, `or`, `+` and the like are collected into one node where the inner one has no other user; shared ones are
//! merged only while they are short, since copying a long list into each of its users would not be linear.

mod arithmetic;
mod arrays;
mod boolean;
mod bounds;
mod choice;
mod compare;
mod equality;
mod sum;
mod vectors;
mod words;

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::value::{Value, fold};
use sum::{Domain, Sum};

/// Shared operand lists up to this length are merged into their users.
const SHORT: usize = 32;

const OPEN: TermId = TermId(u32::MAX);

/// Simplifies terms of one pool and remembers the results.
#[derive(Clone, Default)]
pub struct Simplifier {
    /// The result for each term, or `OPEN`.
    done: Vec<TermId>,
    /// How many users each term has among those seen so far.
    uses: Vec<u32>,
}

/// The simplified term. To simplify many terms of one pool, keep a [`Simplifier`].
pub fn simplify(terms: &mut Terms, term: TermId) -> TermId {
    Simplifier::new().simplify(terms, term)
}

/// An operand, and whether it counts negatively in its sum.
type Operand = (bool, TermId);

impl Simplifier {
    pub fn new() -> Self {
        Self::default()
    }

    /// The simplified term; `terms` must be the pool of all calls.
    pub fn simplify(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        self.resize(terms);
        self.count_uses(terms, root);
        // Terms to enter, and to leave when all their operands are done.
        let mut stack = vec![(root, false)];
        let mut operands = Vec::new();
        while let Some((term, leave)) = stack.pop() {
            if self.done[term.index()] != OPEN {
                continue;
            }
            if terms.children(term).is_empty() {
                self.done[term.index()] = term;
                continue;
            }
            self.operands(terms, term, &mut operands);
            if !leave {
                stack.push((term, true));
                stack.extend(operands.iter().map(|&(_, operand)| (operand, false)));
                continue;
            }
            for (_, operand) in &mut operands {
                *operand = self.done[operand.index()];
            }
            let result = build(terms, term, &operands);
            self.resize(terms);
            self.done[term.index()] = result;
            if self.done[result.index()] == OPEN {
                self.done[result.index()] = result;
            }
        }
        self.done[root.index()]
    }

    fn resize(&mut self, terms: &Terms) {
        if self.done.len() < terms.len() {
            let room = terms.len().next_power_of_two();
            self.done.resize(room, OPEN);
            self.uses.resize(room, 0);
        }
    }

    fn count_uses(&mut self, terms: &Terms, root: TermId) {
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            self.uses[term.index()] += 1;
            if self.uses[term.index()] == 1 && self.done[term.index()] == OPEN {
                stack.extend_from_slice(terms.children(term));
            }
        }
    }

    /// The operands of a term, those of nested terms that only it uses included, from left to right.
    fn operands(&self, terms: &Terms, term: TermId, out: &mut Vec<Operand>) {
        out.clear();
        let Some(family) = family(terms.op(term)) else {
            out.extend(terms.children(term).iter().map(|&child| (false, child)));
            return;
        };
        let mut open = vec![(false, term)];
        while let Some((negative, inner)) = open.pop() {
            let ours = family_of(terms, inner) == Some(family)
                && (inner == term || self.uses[inner.index()] <= 1 && self.done[inner.index()] == OPEN);
            if !ours {
                out.push((negative, inner));
                continue;
            }
            let (op, children) = (terms.op(inner), terms.children(inner));
            for (place, &child) in children.iter().enumerate().rev() {
                let minus = matches!(op, Op::Neg | Op::BvNeg) || place > 0 && matches!(op, Op::Sub | Op::BvSub);
                open.push((negative != minus, child));
            }
        }
    }
}

/// The operator into which nested ones of a family are collected.
fn family(op: Op) -> Option<Op> {
    match op {
        Op::Add | Op::Sub | Op::Neg => Some(Op::Add),
        Op::BvAdd | Op::BvSub | Op::BvNeg => Some(Op::BvAdd),
        op if op.is_nary() => Some(op),
        _ => None,
    }
}

fn family_of(terms: &Terms, term: TermId) -> Option<Op> {
    family(terms.op(term))
}

/// The term with its operands replaced by equal ones, simplified.
fn build(terms: &mut Terms, term: TermId, operands: &[Operand]) -> TermId {
    let op = terms.op(term);
    let sort = terms.sort(term);
    if let Some(Op::Add | Op::BvAdd) = family(op) {
        let mut sum = Sum::new(Domain::of(sort));
        for &(negative, operand) in operands {
            sum.add(terms, operand, negative);
        }
        return sum.finish(terms);
    }
    let operands: Vec<TermId> = operands.iter().map(|&(_, operand)| operand).collect();
    if let Some(value) = constant(terms, op, sort, &operands) {
        return terms.value_term(&value);
    }
    let o = &operands[..];
    match op {
        Op::Not => boolean::not(terms, o[0]),
        Op::And => boolean::and(terms, operands),
        Op::Or => boolean::or(terms, operands),
        Op::Implies => {
            let not = boolean::not(terms, o[0]);
            boolean::or(terms, vec![not, o[1]])
        }
        Op::Xor => {
            let equal = equality::eq(terms, o[0], o[1]);
            boolean::not(terms, equal)
        }
        Op::Eq => equality::eq(terms, o[0], o[1]),
        Op::Distinct => equality::distinct(terms, operands),
        Op::Ite => choice::ite(terms, o[0], o[1], o[2]),
        Op::Mul | Op::BvMul => arithmetic::product(terms, Domain::of(sort), o),
        Op::Div => arithmetic::divide(terms, o[0], o[1]),
        Op::IntDiv => arithmetic::int_divide(terms, o[0], o[1]),
        Op::Mod => arithmetic::modulo(terms, o[0], o[1]),
        Op::ToInt if terms.op(o[0]) == Op::ToReal => terms.children(o[0])[0],
        Op::IsInt if terms.op(o[0]) == Op::ToReal => Terms::TRUE,
        Op::Le => compare::le(terms, o[0], o[1]),
        Op::Lt => compare::lt(terms, o[0], o[1]),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => vectors::compare(terms, op, o[0], o[1]),
        Op::BvAnd | Op::BvOr | Op::BvXor => words::bitwise(terms, op, operands),
        Op::BvNot => words::not(terms, o[0]),
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => vectors::divide(terms, op, o[0], o[1]),
        Op::BvShl | Op::BvLshr | Op::BvAshr => vectors::shift(terms, op, o[0], o[1]),
        Op::Concat => words::concat(terms, operands),
        Op::Extract { high, low } => words::extract(terms, u32::from(high), u32::from(low), o[0]),
        Op::ZeroExtend(more) => words::zero_extend(terms, more, o[0]),
        Op::SignExtend(more) => words::sign_extend(terms, more, o[0]),
        Op::BvToNat => vectors::to_nat(terms, o[0]),
        Op::IntToBv(width) => vectors::of_int(terms, width, o[0]),
        Op::Select => arrays::select(terms, o[0], o[1]),
        Op::Store => arrays::store(terms, o[0], o[1], o[2]),
        Op::Forall | Op::Exists => boolean::quantifier(terms, op, o),
        _ => terms.make(op, o),
    }
}

/// The value, if all operands are constants.
fn constant(terms: &Terms, op: Op, sort: crate::sort::SortId, operands: &[TermId]) -> Option<Value> {
    if !operands.iter().all(|&operand| terms.op(operand).is_constant()) || sort.is_array() {
        return None;
    }
    let values: Vec<Value> = operands.iter().filter_map(|&operand| terms.as_value(operand)).collect();
    fold(terms, op, sort, &values.iter().collect::<Vec<_>>())
}
