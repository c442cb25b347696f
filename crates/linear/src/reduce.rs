//! Bringing rows into the form that [`Conjunction`] promises: equalities solved and substituted, one bound per
//! direction.
//!
//! An equality `a·p + e = 0` with pivot `p` is used as it is, also where `a` is not 1: the other row is scaled by a
//! positive factor until `p` cancels. Over ℤ the equality stays beside it, so no integer point is lost or won. (A row
//! `e mod m ≤ w` is scaled to `k·e mod k·m ≤ k·w`, which says the same.)

use std::cmp::Ordering;

use heureka_number::{Int, Rational};

use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::row::{Canonical, Kind, Numbers, Row};

pub(crate) struct Reduction {
    numbers: Numbers,
    contradiction: bool,
    /// Solved: no pivot occurs in another of these.
    equalities: Vec<Row>,
    /// Canonical one by one; pivots may still occur in them.
    others: Vec<Row>,
}

impl Reduction {
    pub fn of(start: &Conjunction) -> Reduction {
        Reduction {
            numbers: start.numbers(),
            contradiction: start.is_false(),
            equalities: start.equalities().to_vec(),
            others: start.others().to_vec(),
        }
    }

    pub fn add_row(&mut self, row: &Row) {
        match row.kind() {
            Kind::Equal => self.add_equality(row.expr().clone()),
            _ => self.others.push(row.clone()),
        }
    }

    pub fn add(&mut self, expr: LinearExpr, kind: Kind) {
        match kind {
            Kind::Equal => self.add_equality(expr),
            kind => match Row::canonical(expr, kind, self.numbers) {
                Canonical::Always => {}
                Canonical::Never => self.contradiction = true,
                Canonical::Row(row) => self.others.push(row),
            },
        }
    }

    fn add_equality(&mut self, expr: LinearExpr) {
        let expr = self.equalities.iter().fold(expr, |expr, equality| match pivot_in(equality, &expr) {
            None => expr,
            Some(_) => eliminate(&expr, Kind::Equal, equality).0,
        });
        let row = match Row::canonical(expr, Kind::Equal, self.numbers) {
            Canonical::Always => return,
            Canonical::Never => {
                self.contradiction = true;
                return;
            }
            Canonical::Row(row) => row,
        };
        for equality in &mut self.equalities {
            if pivot_in(&row, equality.expr()).is_some() {
                let (expr, kind) = eliminate(equality.expr(), Kind::Equal, &row);
                match Row::canonical(expr, kind, self.numbers) {
                    Canonical::Row(reduced) => *equality = reduced,
                    // The pivot of `equality` is not that of `row`, so something is left of it.
                    Canonical::Always | Canonical::Never => self.contradiction = true,
                }
            }
        }
        self.equalities.push(row);
    }

    pub fn finish(mut self) -> Conjunction {
        loop {
            if self.contradiction {
                return Conjunction::bottom(self.numbers);
            }
            self.substitute();
            if !self.merge_directions() {
                break;
            }
        }
        if self.contradiction {
            return Conjunction::bottom(self.numbers);
        }
        self.equalities.sort_unstable();
        let mut rows = self.equalities;
        self.others.sort_unstable();
        rows.append(&mut self.others);
        Conjunction::from_reduced(self.numbers, rows)
    }

    /// Removes the pivots from the other rows.
    fn substitute(&mut self) {
        let mut kept = Vec::with_capacity(self.others.len());
        for row in std::mem::take(&mut self.others) {
            let mut changed: Option<(LinearExpr, Kind)> = None;
            for equality in &self.equalities {
                let expr = changed.as_ref().map_or(row.expr(), |(expr, _)| expr);
                if pivot_in(equality, expr).is_some() {
                    let kind = changed.as_ref().map_or(row.kind(), |(_, kind)| kind).clone();
                    changed = Some(eliminate(expr, kind, equality));
                }
            }
            let Some((expr, kind)) = changed else {
                kept.push(row);
                continue;
            };
            match Row::canonical(expr, kind, self.numbers) {
                Canonical::Always => {}
                Canonical::Never => {
                    self.contradiction = true;
                    return;
                }
                Canonical::Row(row) => kept.push(row),
            }
        }
        self.others = kept;
    }

    /// Leaves one lower and one upper bound for each direction; two that meet become an equality. Says whether there
    /// is a new equality.
    fn merge_directions(&mut self) -> bool {
        let (mut bounds, mut kept) = (Vec::with_capacity(self.others.len()), Vec::new());
        for row in std::mem::take(&mut self.others) {
            match row.kind() {
                Kind::AtLeast | Kind::Above => bounds.push(Bound::of(row)),
                _ => kept.push(row),
            }
        }
        kept.sort_unstable();
        kept.dedup();
        bounds.sort_by(|a, b| a.direction_order(b).then_with(|| a.upper.cmp(&b.upper)).then_with(|| b.tightness(a)));
        // Of one direction and side the tightest comes first.
        bounds.dedup_by(|next, first| next.upper == first.upper && next.direction_order(first).is_eq());
        let mut equalities = Vec::new();
        let mut rest = bounds.into_iter().peekable();
        while let Some(bound) = rest.next() {
            let opposite = rest.next_if(|next| next.direction_order(&bound).is_eq());
            let Some(upper) = opposite else {
                kept.push(bound.row);
                continue;
            };
            match bound.limit.cmp(&upper.limit) {
                Ordering::Less => kept.extend([bound.row, upper.row]),
                Ordering::Equal if !bound.strict() && !upper.strict() => equalities.push(bound.row),
                _ => {
                    self.contradiction = true;
                    return false;
                }
            }
        }
        self.others = kept;
        let found = !equalities.is_empty();
        for row in equalities {
            self.add_equality(row.expr().clone());
        }
        found
    }
}

/// The coefficient of the equality's pivot in the expression, if it is there.
fn pivot_in<'e>(equality: &Row, expr: &'e LinearExpr) -> Option<&'e Int> {
    let (pivot, _) = leading(equality);
    expr.coefficient(*pivot)
}

fn leading(equality: &Row) -> &(Var, Int) {
    equality.expr().leading().expect("a canonical row has a variable")
}

/// The constraint with the equality's pivot cancelled.
pub(crate) fn eliminate(expr: &LinearExpr, kind: Kind, equality: &Row) -> (LinearExpr, Kind) {
    let (pivot, divisor) = leading(equality);
    let Some(coefficient) = expr.coefficient(*pivot) else { return (expr.clone(), kind) };
    let common = divisor.gcd(coefficient);
    // The pivot's coefficient is positive, so this does not turn an inequality.
    let scale = divisor.div_exact(&common);
    let factor = -coefficient.div_exact(&common);
    let kind = match kind {
        Kind::Modulo { modulus, width } => Kind::Modulo { modulus: modulus * &scale, width: width * &scale },
        kind => kind,
    };
    (expr.combine(&scale, &factor, equality.expr()), kind)
}

/// A row `±content·d + c ≥ 0` read as a lower or upper limit of its direction `d`, whose leading coefficient is
/// positive and whose coefficients have no common divisor.
struct Bound {
    row: Row,
    upper: bool,
    content: Int,
    limit: Rational,
}

impl Bound {
    fn of(row: Row) -> Bound {
        let upper = leading(&row).1.is_negative();
        let content = row.expr().content();
        let constant = row.expr().constant();
        let limit = Rational::new(if upper { constant.clone() } else { -constant }, content.clone());
        Bound { row, upper, content, limit }
    }

    fn strict(&self) -> bool {
        *self.row.kind() == Kind::Above
    }

    /// Orders by the direction alone.
    fn direction_order(&self, other: &Bound) -> Ordering {
        let (mine, theirs) = (self.row.expr().terms(), other.row.expr().terms());
        let vars = mine.iter().map(|term| term.0).cmp(theirs.iter().map(|term| term.0));
        vars.then_with(|| {
            let turned = self.upper != other.upper;
            for ((_, a), (_, b)) in mine.iter().zip(theirs) {
                let order = if self.content.is_one() && other.content.is_one() {
                    if turned { a.cmp(&-b) } else { a.cmp(b) }
                } else if turned {
                    (a * &other.content).cmp(&-(b * &self.content))
                } else {
                    (a * &other.content).cmp(&(b * &self.content))
                };
                if order.is_ne() {
                    return if self.upper { order.reverse() } else { order };
                }
            }
            Ordering::Equal
        })
    }

    /// Greater is tighter, among bounds of the same direction and side.
    fn tightness(&self, other: &Bound) -> Ordering {
        let limit = self.limit.cmp(&other.limit);
        let limit = if self.upper { limit.reverse() } else { limit };
        limit.then_with(|| self.strict().cmp(&other.strict()))
    }
}
