//! Invariants of the program as conditions on a state of the unwinding.
//!
//! A constraint is computed in 64 bits, where ranges show that nothing leaves them; otherwise it is left out, and less is
//! assumed.

use std::collections::BTreeSet;

use heureka_ir::invariant::{Constraint, Invariant, Relation, Value};
use heureka_ir::{BinOp, CmpOp, ExprId, IntTy, Interval, LocId, VarId};

use super::state::State;
use super::unwind::Unwinder;

/// The type in which constraints are computed.
const WIDE: IntTy = IntTy::signed(64);

/// Disjunctions that are longer say little, and cost much.
const MOST_DISJUNCTS: usize = 16;

impl Unwinder<'_> {
    /// Assumes the invariant of a location, of which the given variables are new inputs.
    pub(super) fn assume_invariant(&mut self, loc: LocId, state: &mut State, inputs: &BTreeSet<VarId>) {
        let Some(invariants) = self.induction.and_then(|induction| induction.invariants) else { return };
        let invariant = &invariants.at[loc.index()];
        if invariant.disjuncts.len() > MOST_DISJUNCTS {
            return;
        }
        let mut any = self.builder.bool(false);
        for disjunct in &invariant.disjuncts {
            let mut all = self.builder.bool(true);
            for constraint in disjunct {
                if let Some(condition) = self.constraint(constraint, state) {
                    all = self.builder.and(all, condition);
                }
            }
            any = self.builder.or(any, all);
        }
        state.guard = self.builder.and(state.guard, any);
        // Only now: what is known of an input makes a condition that says so true.
        for &var in inputs {
            if let (Some(range), Some(input)) = (hull(invariant, var), state.vars[var.index()]) {
                self.builder.narrow(input, range);
            }
        }
    }

    fn constraint(&mut self, constraint: &Constraint, state: &State) -> Option<ExprId> {
        let (mut sum, mut range) = (None, Interval::point(0));
        for &(value, factor) in &constraint.terms {
            let value = match value {
                Value::Now(var) => *state.vars.get(var.index())?,
                Value::AtEntry(var) => *self.open.last()?.at_entry.get(var.index())?,
            }?;
            let bounds = self.builder.range(value);
            let product = scaled(bounds, factor)?;
            range = fitting(range.min.checked_add(product.min)?, range.max.checked_add(product.max)?)?;
            fitting(bounds.min, bounds.max)?;
            let factor = self.builder.int(WIDE, factor);
            let value = self.builder.cast(WIDE, value);
            let product = self.builder.binary(BinOp::Mul, value, factor);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.builder.binary(BinOp::Add, sum, product),
            });
        }
        let with_constant = |bound: i128| bound.checked_add(constraint.constant);
        fitting(with_constant(range.min)?, with_constant(range.max)?)?;
        fitting(constraint.constant, constraint.constant)?;
        let constant = self.builder.int(WIDE, constraint.constant);
        let sum = match sum {
            None => constant,
            Some(sum) => self.builder.binary(BinOp::Add, sum, constant),
        };
        let zero = self.builder.int(WIDE, 0);
        Some(match constraint.relation {
            Relation::Zero => self.builder.compare(CmpOp::Eq, sum, zero),
            Relation::AtLeastZero => self.builder.compare(CmpOp::Le, zero, sum),
            Relation::AboveZero => self.builder.compare(CmpOp::Lt, zero, sum),
            Relation::NonZero => self.builder.compare(CmpOp::Ne, sum, zero),
            Relation::Modulo { modulus, width } => {
                fitting(modulus.checked_mul(2)?, width)?;
                let modulus = self.builder.int(WIDE, modulus);
                let width = self.builder.int(WIDE, width);
                // C's remainder has the sign of the dividend: what is below zero is one modulus short.
                let remainder = self.builder.binary(BinOp::Rem, sum, modulus);
                let negative = self.builder.compare(CmpOp::Lt, remainder, zero);
                let raised = self.builder.binary(BinOp::Add, remainder, modulus);
                let remainder = self.builder.ite(negative, raised, remainder);
                self.builder.compare(CmpOp::Le, remainder, width)
            }
        })
    }
}

fn scaled(interval: Interval, factor: i128) -> Option<Interval> {
    let (a, b) = (interval.min.checked_mul(factor)?, interval.max.checked_mul(factor)?);
    fitting(a.min(b), a.max(b))
}

fn fitting(min: i128, max: i128) -> Option<Interval> {
    (WIDE.contains(min) && WIDE.contains(max)).then_some(Interval { min, max })
}

/// The bounds of a variable in all disjuncts, as far as single rows say them.
fn hull(invariant: &Invariant, var: VarId) -> Option<Interval> {
    let mut hull: Option<Interval> = None;
    for disjunct in &invariant.disjuncts {
        let (mut min, mut max) = (None, None);
        for row in disjunct {
            let ([(Value::Now(of), factor)], constant) = (&*row.terms, row.constant) else { continue };
            if *of != var || factor.abs() != 1 {
                continue;
            }
            // `x + c ⋈ 0` or `c - x ⋈ 0`
            let at = -constant * factor;
            match (row.relation, *factor) {
                (Relation::Zero, _) => (min, max) = (Some(at), Some(at)),
                (Relation::AtLeastZero, 1) => min = min.max(Some(at)),
                (Relation::AtLeastZero, _) => max = Some(max.map_or(at, |max: i128| max.min(at))),
                _ => {}
            }
        }
        let this = Interval { min: min.unwrap_or(i128::MIN), max: max.unwrap_or(i128::MAX) };
        hull = Some(hull.map_or(this, |hull| hull.join(this)));
    }
    hull
}
