//! What the walk takes from a certificate: which loops and calls are not followed to their end, and what is claimed of them.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::certificate::{Contract, HeadInvariants, Unwound};
use heureka_ir::formula::{Formula, Number};
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{BinOp, ExprId, LocId, Node, ProcId, Program, VarId};

use super::words::Kind;

pub struct Plan {
    pub kind: Kind,
    /// Rounds of a loop whose end is not known, and the k of k-induction.
    pub rounds: u64,
    /// The heads of loops by induction.
    pub by_induction: BTreeSet<LocId>,
    /// What holds at heads.
    pub at: BTreeMap<LocId, Formula>,
    /// Whether that is proved on the way.
    pub is_proving: bool,
    /// Whether that could speak of contents of arrays. Where it cannot, it may follow from contents that induction forgets.
    pub knows_contents: bool,
    pub contracts: BTreeMap<ProcId, Contract>,
}

impl Plan {
    pub fn of_unwound(unwound: &Unwound, is_proving: bool) -> Plan {
        let by_induction: BTreeSet<LocId> = unwound.by_induction.iter().copied().collect();
        let mut at = BTreeMap::new();
        if let Some(invariants) = &unwound.invariants {
            at.extend(by_induction.iter().map(|head| (*head, Formula::from(&invariants.at[head.index()]))));
        }
        Plan {
            kind: Kind::Bits,
            rounds: unwound.rounds,
            by_induction,
            at,
            is_proving,
            knows_contents: false,
            contracts: BTreeMap::new(),
        }
    }

    pub fn of_heads(invariants: &HeadInvariants, kind: Kind) -> Plan {
        let contracts = invariants.contracts.iter().map(|contract| (contract.procedure, contract.clone())).collect();
        let by_induction = invariants.at.iter().map(|(head, _)| *head).collect();
        let at = invariants.at.iter().cloned().collect();
        Plan { kind, rounds: 0, by_induction, at, is_proving: true, knows_contents: true, contracts }
    }

    /// Whether loops are not unwound, so that what there is to prove is about a round.
    pub fn is_short(&self) -> bool {
        self.rounds == 0
    }
}

/// The variables whose present values a formula speaks of.
pub fn mentioned(formula: &Formula) -> BTreeSet<VarId> {
    let mut vars = BTreeSet::new();
    each_number(formula, &mut |number| {
        if let Number::Value(Value::Now(var)) = number {
            vars.insert(*var);
        }
    });
    vars
}

/// Whether a formula speaks of contents of arrays.
pub fn reads_arrays(formula: &Formula) -> bool {
    let mut reads = false;
    each_number(formula, &mut |number| reads |= matches!(number, Number::Read(..)));
    reads
}

/// Whether a formula has a product of two numbers that are not known.
pub fn multiplies(formula: &Formula) -> bool {
    let mut multiplies = false;
    each_number(formula, &mut |number| multiplies |= matches!(number, Number::Product(..)));
    multiplies
}

/// The narrowest type has so many bits; that a number is a multiple of less is about numbers.
const FEWEST_BITS: u32 = 8;

/// Whether a formula says that a sum or product is a multiple of the size of a type, which is about words.
pub fn is_of_words(formula: &Formula) -> bool {
    match formula {
        Formula::And(all) => all.iter().any(is_of_words),
        Formula::Compare(_, Relation::Modulo { modulus, width: 0 }) => {
            modulus.count_ones() == 1 && modulus.trailing_zeros() >= FEWEST_BITS
        }
        _ => false,
    }
}

/// Whether a formula says by equations without products, or by cases of them, what numbers are: it is short, and helps algebra.
pub fn says_what_numbers_are(formula: &Formula) -> bool {
    let is_plain = |formula: &Formula| {
        matches!(formula, Formula::Compare(_, Relation::Zero | Relation::Modulo { width: 0, .. }))
            && !multiplies(formula)
            && !reads_arrays(formula)
    };
    match formula {
        Formula::And(all) | Formula::Or(all) => all.iter().all(says_what_numbers_are),
        formula => is_plain(formula),
    }
}

/// Whether a program multiplies or divides two numbers that are not known.
pub fn has_products(program: &Program) -> bool {
    let is_known = |expr: ExprId| program.exprs.as_const(expr).is_some();
    (0..program.exprs.len() as u32).map(ExprId).any(|expr| match program.exprs.node(expr) {
        Node::Binary(BinOp::Mul, a, b) => !is_known(*a) && !is_known(*b),
        Node::Binary(BinOp::Div | BinOp::Rem, _, b) => !is_known(*b),
        _ => false,
    })
}

/// Whether a formula speaks of what there are no words for.
pub fn is_unsaid(formula: &Formula) -> bool {
    let mut is_unsaid = false;
    each_number(formula, &mut |number| is_unsaid |= number.is_unsaid());
    is_unsaid
}

fn each_number(formula: &Formula, visit: &mut dyn FnMut(&Number)) {
    match formula {
        Formula::Bool(_) => {}
        Formula::Not(a) | Formula::ForAll(_, a) | Formula::Exists(_, a) => each_number(a, visit),
        Formula::And(all) | Formula::Or(all) => all.iter().for_each(|a| each_number(a, visit)),
        Formula::Compare(number, _) => each_part(number, visit),
    }
}

fn each_part(number: &Number, visit: &mut dyn FnMut(&Number)) {
    visit(number);
    match number {
        Number::Const(_) | Number::Value(_) | Number::Bound(_) => {}
        Number::Read(_, indices) => indices.iter().for_each(|index| each_part(index, visit)),
        Number::Sum(terms, _) => terms.iter().for_each(|(term, _)| each_part(term, visit)),
        Number::Product(a, b) => [a, b].into_iter().for_each(|a| each_part(a, visit)),
        Number::Quotient(a, _) | Number::Remainder(a, _) => each_part(a, visit),
        Number::Choice(condition, a, b) => {
            each_number(condition, visit);
            [a, b].into_iter().for_each(|a| each_part(a, visit));
        }
    }
}
