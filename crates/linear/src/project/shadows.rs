//! Bounds combined pairwise: Fourier–Motzkin elimination, and where that is not exact over ℤ the Omega test
//! (Pugh, "The Omega test", 1991).
//!
//! For `L ≤ a·x` and `b·x ≤ U` the real shadow is `a·U − b·L ≥ 0`; over ℤ it is exact if `a` or `b` is 1. The dark
//! shadow `a·U − b·L ≥ (a−1)(b−1)` always has an integer `x` behind it. An `x` outside the dark shadow lies close to
//! one of its lower bounds: `a·x = L + i` for one of finitely many `i`, the splinters.

use heureka_number::Int;

use super::branch::Branch;
use super::history::History;
use crate::expr::{LinearExpr, Var};
use crate::interrupt::poll;
use crate::relaxation::Relaxation;
use crate::row::{Canonical, Kind, Numbers, Row};
use crate::simplex::Optimum;

/// Below this many active rows their history is not worth the bookkeeping.
const FEW_ROWS: usize = 12;

/// How the active rows mention a target.
#[derive(Clone, Default)]
pub(super) struct Occurrence {
    pub lower: usize,
    pub upper: usize,
    /// Bounds with a coefficient other than ±1.
    pub rough_lower: usize,
    pub rough_upper: usize,
    pub modulo: usize,
}

impl Occurrence {
    pub fn occurs(&self) -> bool {
        self.lower + self.upper + self.modulo > 0
    }

    pub fn one_sided(&self) -> bool {
        self.modulo == 0 && (self.lower == 0 || self.upper == 0)
    }

    /// Whether the real shadow is the projection.
    pub fn exact(&self, numbers: Numbers) -> bool {
        self.modulo == 0 && (numbers == Numbers::Real || self.rough_lower == 0 || self.rough_upper == 0)
    }

    /// How many rows are won or lost when it is eliminated.
    pub fn growth(&self) -> isize {
        (self.lower * self.upper) as isize - (self.lower + self.upper) as isize
    }
}

/// How the active rows mention each of the targets; none of them is an equality.
pub(super) fn occurrences(branch: &Branch) -> Vec<(Var, Occurrence)> {
    let mut found: Vec<(Var, Occurrence)> =
        branch.targets.iter().map(|target| (*target, Occurrence::default())).collect();
    for row in &branch.active {
        for (var, coefficient) in row.expr().terms() {
            let Ok(place) = branch.targets.binary_search(var) else { continue };
            let occurrence = &mut found[place].1;
            let rough = usize::from(!coefficient.is_unit());
            match (row.kind(), coefficient.is_positive()) {
                (Kind::Modulo { .. }, _) => occurrence.modulo += 1,
                (_, true) => {
                    occurrence.lower += 1;
                    occurrence.rough_lower += rough;
                }
                (_, false) => {
                    occurrence.upper += 1;
                    occurrence.rough_upper += rough;
                }
            }
        }
    }
    found.retain(|(_, occurrence)| occurrence.occurs());
    found
}

/// Drops the rows of a variable that is bounded on one side only: it can always go far enough.
pub(super) fn drop_bounds(branch: &mut Branch, var: Var) {
    branch.take_rows_of(var);
}

/// A bound of the variable being eliminated.
pub(super) struct Bound {
    pub row: Row,
    /// The absolute value of the variable's coefficient.
    pub size: Int,
}

/// The bounds of one variable.
pub(super) struct Bounds {
    pub lower: Vec<Bound>,
    pub upper: Vec<Bound>,
}

impl Bounds {
    pub fn of(rows: &[Row], var: Var) -> Bounds {
        let mut bounds = Bounds { lower: Vec::new(), upper: Vec::new() };
        for row in rows {
            let Some(coefficient) = row.expr().coefficient(var) else { continue };
            let bound = Bound { row: row.clone(), size: coefficient.abs() };
            if coefficient.is_positive() { bounds.lower.push(bound) } else { bounds.upper.push(bound) }
        }
        bounds
    }

    pub fn pairs(&self) -> impl Iterator<Item = (&Bound, &Bound)> {
        self.lower.iter().flat_map(|lower| {
            poll(64 * self.upper.len());
            self.upper.iter().map(move |upper| (lower, upper))
        })
    }
}

/// The real shadow of a pair: the variable cancelled from the two rows.
pub(super) fn real_shadow(lower: &Bound, upper: &Bound) -> (LinearExpr, Kind) {
    let strict = *lower.row.kind() == Kind::Above || *upper.row.kind() == Kind::Above;
    let kind = if strict { Kind::Above } else { Kind::AtLeast };
    if lower.size == upper.size {
        return (lower.row.expr().plus(upper.row.expr()), kind);
    }
    (lower.row.expr().combine(&upper.size, &lower.size, upper.row.expr()), kind)
}

/// The dark shadow of a pair, over ℤ.
fn dark_shadow(lower: &Bound, upper: &Bound) -> (LinearExpr, Kind) {
    // Not divided by common factors of the sizes: the margin belongs to the full product.
    let product = lower.row.expr().combine(&upper.size, &lower.size, upper.row.expr());
    let margin = (&lower.size - Int::ONE) * (&upper.size - Int::ONE);
    (product.plus_constant(-margin), Kind::AtLeast)
}

/// Replaces the rows of a variable by the real shadows of its pairs of bounds.
pub(super) fn cast_real_shadow(branch: &mut Branch, var: Var) {
    let mut history = std::mem::take(&mut branch.history);
    let origins = if branch.active.len() < FEW_ROWS { None } else { history.origins_of(&branch.active) };
    match origins {
        None => cast_all(branch, var),
        Some(origins) => cast_with_history(branch, var, &origins, &mut history),
    }
    branch.history = history;
}

fn cast_all(branch: &mut Branch, var: Var) {
    let rows = branch.take_rows_of(var);
    for (lower, upper) in Bounds::of(&rows, var).pairs() {
        let (expr, kind) = real_shadow(lower, upper);
        branch.add(expr, kind);
    }
}

/// The same without the shadows that are redundant by their origins, those of the active rows.
fn cast_with_history(branch: &mut Branch, var: Var, origins: &[u64], history: &mut History) {
    let before = std::mem::take(&mut branch.active);
    let origin_of = |bound: &Bound| {
        let place = before.iter().position(|row| *row == bound.row).expect("a bound is an active row");
        origins[place]
    };
    let mut after: Vec<(Row, u64)> = Vec::with_capacity(before.len());
    let is_other = |(row, _): &(&Row, &u64)| !row.mentions(var);
    after.extend(before.iter().zip(origins).filter(is_other).map(|(row, origin)| (row.clone(), *origin)));
    let mut tightened = false;
    for (lower, upper) in Bounds::of(&before, var).pairs() {
        let origin = origin_of(lower) | origin_of(upper);
        if history.is_redundant(origin) {
            continue;
        }
        let (expr, kind) = real_shadow(lower, upper);
        tightened |=
            branch.numbers == Numbers::Integer && !expr.is_constant() && !expr.content().divides(expr.constant());
        match Row::canonical(expr, kind, branch.numbers) {
            Canonical::Always => {}
            Canonical::Never => branch.contradiction = true,
            Canonical::Row(row) if branch.mentions_target(row.expr()) => after.push((row, origin)),
            Canonical::Row(row) => branch.kept.push(row),
        }
    }
    branch.active.extend(after.iter().map(|(row, _)| row.clone()));
    if tightened { history.reset() } else { history.advance(after) }
}

/// Replaces the rows of a variable by the dark shadows of its pairs of bounds.
pub(super) fn cast_dark_shadow(branch: &mut Branch, var: Var) {
    let rows = branch.take_rows_of(var);
    let bounds = Bounds::of(&rows, var);
    for (lower, upper) in bounds.pairs() {
        let (expr, kind) = dark_shadow(lower, upper);
        branch.add(expr, kind);
    }
}

/// `bound = i` for `i` from 0 to `last`: the value of the row's expression, which is never negative. None if `last` is
/// −1.
#[derive(Clone)]
pub(super) struct Splinters {
    pub bound: Row,
    pub last: Int,
}

impl Splinters {
    pub fn count(&self) -> Int {
        &self.last + Int::ONE
    }
}

/// How to eliminate a variable over ℤ whose real shadow is not known to be exact.
pub(super) struct Plan {
    pub var: Var,
    /// Whether the dark shadow is one of the cases; if not, the splinters are all cases.
    pub dark: bool,
    pub splinters: Vec<Splinters>,
}

impl Plan {
    /// The number of cases.
    pub fn count(&self) -> Int {
        self.splinters.iter().map(Splinters::count).sum::<Int>() + Int::from(self.dark)
    }

    /// The plan with the fewest cases. The relaxation holds all rows of the branch.
    pub fn of(branch: &Branch, var: Var, relaxation: &mut Relaxation) -> Plan {
        let bounds = Bounds::of(&branch.active, var);
        let rough: Vec<(&Bound, &Bound)> =
            bounds.pairs().filter(|(lower, upper)| !shadows_agree(lower, upper, relaxation)).collect();
        let mut from_lower = splinters(&bounds.lower, |bound| {
            rough.iter().filter(|(lower, _)| std::ptr::eq(*lower, bound)).map(|(_, upper)| &upper.size).max()
        });
        let mut from_upper = splinters(&bounds.upper, |bound| {
            rough.iter().filter(|(_, upper)| std::ptr::eq(*upper, bound)).map(|(lower, _)| &lower.size).max()
        });
        let mut plans = Vec::new();
        plans.extend(values(var, relaxation).map(|all| Plan { var, dark: false, splinters: vec![all] }));
        for splinters in from_lower.iter_mut().chain(&mut from_upper) {
            let Optimum::Attained(most) = relaxation.maximum(splinters.bound.expr()) else { continue };
            // The bound's row has finitely many values: these are all cases.
            let last = most.floor();
            splinters.last = splinters.last.clone().min(last.clone());
            let all = Splinters { bound: splinters.bound.clone(), last };
            plans.push(Plan { var, dark: false, splinters: vec![all] });
        }
        plans.push(Plan { var, dark: true, splinters: from_lower });
        plans.push(Plan { var, dark: true, splinters: from_upper });
        plans.into_iter().min_by_key(Plan::count).expect("two plans at least")
    }
}

/// All values of the variable, if they are finitely many.
fn values(var: Var, relaxation: &mut Relaxation) -> Option<Splinters> {
    let expr = LinearExpr::var(var);
    let (Optimum::Attained(most), Optimum::Attained(least)) =
        (relaxation.maximum(&expr), relaxation.maximum(&expr.negated()))
    else {
        return None;
    };
    let (low, high) = (-least.floor(), most.floor());
    let Canonical::Row(bound) = Row::canonical(expr.plus_constant(-&low), Kind::AtLeast, Numbers::Integer) else {
        unreachable!("a variable is no constant");
    };
    Some(Splinters { bound, last: high - low })
}

/// Whether the pair's real shadow has an integer of the variable behind each of its points.
fn shadows_agree(lower: &Bound, upper: &Bound, relaxation: &mut Relaxation) -> bool {
    if lower.size.is_one() || upper.size.is_one() {
        return true;
    }
    let canonical = |(expr, kind)| Row::canonical(expr, kind, Numbers::Integer);
    match (canonical(real_shadow(lower, upper)), canonical(dark_shadow(lower, upper))) {
        (Canonical::Never, _) | (_, Canonical::Always) => true,
        (Canonical::Row(real), Canonical::Row(dark)) => real == dark || relaxation.entails(&dark),
        _ => false,
    }
}

/// The splinters of the bounds on one side, each with the greatest coefficient that it meets roughly.
fn splinters<'b>(bounds: &'b [Bound], roughest: impl Fn(&'b Bound) -> Option<&'b Int>) -> Vec<Splinters> {
    let of_bound = |bound: &'b Bound| {
        let (near, far) = (&bound.size, roughest(bound)?);
        let last = (near * far - near - far).div_floor(far);
        Some(Splinters { bound: bound.row.clone(), last })
    };
    bounds.iter().filter_map(of_bound).collect()
}

/// If the variable lies between two bounds that are a constant apart, and nothing else is said of it: the modulo row
/// that says that a value fits between them.
pub(super) fn close_slab(branch: &mut Branch, var: Var) -> bool {
    let bounds = Bounds::of(&branch.active, var);
    let ([lower], [upper]) = (&bounds.lower[..], &bounds.upper[..]) else { return false };
    let modulus = lower.size.lcm(&upper.size);
    let (to_lower, to_upper) = (modulus.div_exact(&lower.size), modulus.div_exact(&upper.size));
    let gap = lower.row.expr().combine(&to_lower, &to_upper, upper.row.expr());
    let limit = upper.row.expr().without(var).scaled(&to_upper);
    if !gap.is_constant() || branch.mentions_target(&limit) {
        return false;
    }
    // A multiple of the modulus in [limit − gap, limit].
    branch.take_rows_of(var);
    branch.add(limit, Kind::Modulo { modulus, width: gap.constant().clone() });
    true
}
