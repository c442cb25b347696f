//! Disequalities `e ≠ 0`, handled by splitting: no row says them, since a conjunction of rows is convex and they are
//! not.
//!
//! With k disequalities there are 2ᵏ cases, nearly all of which nobody needs to look at: a point is found without them
//! first, and only a disequality that the point violates is split, on that branch alone.

use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::row::Kind;
use crate::simplex::Model;

impl Conjunction {
    /// The conjunction with `expr ≠ 0`: the part below and the part above, without those that are false by their form.
    pub fn apart(&self, expr: &LinearExpr) -> Vec<Conjunction> {
        let sides = [expr.negated(), expr.clone()];
        let parts = sides.into_iter().map(|side| self.with(side, Kind::Above));
        parts.filter(|part| !part.is_false()).collect()
    }

    /// A point at which none of the expressions is 0, if there is one.
    ///
    /// ```
    /// use heureka_linear::{Conjunction, LinearExpr, Names, Numbers};
    /// let mut names = Names::default();
    /// let c = Conjunction::parse("0 <= x & x <= 1", Numbers::Integer, &mut names).unwrap();
    /// let x = LinearExpr::var(names.var("x"));
    /// assert!(c.model_apart(&[x.clone()]).is_some());
    /// assert!(c.model_apart(&[x.clone(), x.plus_constant(-1)]).is_none());
    /// ```
    pub fn model_apart(&self, unequal: &[LinearExpr]) -> Option<Model> {
        let mut open = vec![self.clone()];
        while let Some(part) = open.pop() {
            let Some(model) = part.model() else { continue };
            match unequal.iter().find(|expr| model.eval(expr).is_zero()) {
                None => return Some(model),
                Some(violated) => open.extend(part.apart(violated)),
            }
        }
        None
    }
}
