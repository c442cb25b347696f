//! One linear constraint, in canonical form.
//!
//! The kinds are `e = 0`, `e ≥ 0`, `e > 0` (over ℝ only), and over ℤ `e mod m ≤ w`. The last one is what integer
//! projection needs (`∃x. y = 2x` is `y mod 2 ≤ 0`); unlike plain divisibility it is closed under negation, since the
//! complement of a cyclic interval is one: `e mod m > w` is `(e − w − 1) mod m ≤ m − w − 2`.
//!
//! Invariant of [`Row`]: the expression is reduced by the greatest common divisor of its coefficients (over ℤ the
//! constant of an inequality is rounded down with it, so it is tight), the sign of an equality is fixed by its highest
//! variable, the coefficients of a modulo row lie in `0..m`. Rows that mean the same by these rules are equal; a row
//! is shared, and carries its hash.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use heureka_number::Int;

use crate::expr::{LinearExpr, Var};
use crate::hash::hash_of;

/// The numbers that variables range over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Numbers {
    Integer,
    Real,
}

/// What a row says of its expression `e`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `e = 0`
    Equal,
    /// `e ≥ 0`
    AtLeast,
    /// `e > 0`; over ℤ canonical rows say `e − 1 ≥ 0` instead.
    Above,
    /// `e mod modulus ≤ width`, where `mod` gives `0 .. modulus − 1`; over ℤ only. Width 0 is divisibility.
    Modulo { modulus: Int, width: Int },
}

/// A constraint in canonical form; neither always true nor always false by its form alone.
#[derive(Clone)]
pub struct Row(Arc<RowData>);

struct RowData {
    hash: u64,
    kind: Kind,
    expr: LinearExpr,
}

/// What becomes of a constraint in canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Canonical {
    Always,
    Never,
    Row(Row),
}

impl Row {
    /// The constraint in canonical form.
    pub fn canonical(expr: LinearExpr, kind: Kind, numbers: Numbers) -> Canonical {
        if expr.is_constant() {
            return if holds(expr.constant(), &kind) { Canonical::Always } else { Canonical::Never };
        }
        match (kind, numbers) {
            (Kind::Equal, Numbers::Integer) => equal_over_integers(expr),
            (Kind::Equal, Numbers::Real) => {
                let expr = reduced(expr);
                Canonical::Row(Row::build(leading_positive(expr), Kind::Equal))
            }
            (Kind::AtLeast, Numbers::Integer) => at_least_over_integers(expr),
            (Kind::Above, Numbers::Integer) => at_least_over_integers(expr.plus_constant(-1)),
            (kind @ (Kind::AtLeast | Kind::Above), Numbers::Real) => Canonical::Row(Row::build(reduced(expr), kind)),
            (Kind::Modulo { modulus, width }, Numbers::Integer) => modulo(expr, modulus, width),
            (Kind::Modulo { .. }, Numbers::Real) => panic!("a modulo row has no meaning over the reals"),
        }
    }

    pub fn expr(&self) -> &LinearExpr {
        &self.0.expr
    }

    pub fn kind(&self) -> &Kind {
        &self.0.kind
    }

    pub fn is_equality(&self) -> bool {
        self.0.kind == Kind::Equal
    }

    pub fn is_modulo(&self) -> bool {
        matches!(self.0.kind, Kind::Modulo { .. })
    }

    pub fn vars(&self) -> impl DoubleEndedIterator<Item = Var> + '_ {
        self.0.expr.vars()
    }

    pub fn mentions(&self, var: Var) -> bool {
        self.0.expr.coefficient(var).is_some()
    }

    /// Whether the row holds at a point of integers.
    pub fn holds_at(&self, point: impl FnMut(Var) -> Int) -> bool {
        holds(&self.0.expr.value_at(point), &self.0.kind)
    }

    /// The complement: one constraint, or for an equality two of which one holds.
    pub fn negated(&self, numbers: Numbers) -> Vec<Canonical> {
        let expr = &self.0.expr;
        let strictly = |e: LinearExpr| Row::canonical(e, Kind::Above, numbers);
        match &self.0.kind {
            Kind::Equal => vec![strictly(expr.negated()), strictly(expr.clone())],
            Kind::AtLeast => vec![strictly(expr.negated())],
            Kind::Above => vec![Row::canonical(expr.negated(), Kind::AtLeast, numbers)],
            Kind::Modulo { modulus, width } => {
                let shifted = expr.plus_constant(-(width + Int::ONE));
                let rest = modulus - width - Int::new(2);
                vec![Row::canonical(shifted, Kind::Modulo { modulus: modulus.clone(), width: rest }, numbers)]
            }
        }
    }

    /// A hash of the row that does not change from run to run.
    pub(crate) fn stored_hash(&self) -> u64 {
        self.0.hash
    }

    fn build(expr: LinearExpr, kind: Kind) -> Row {
        Row(Arc::new(RowData { hash: hash_of(&(&kind, &expr)), kind, expr }))
    }
}

/// Whether a constraint holds for a value of its expression.
fn holds(value: &Int, kind: &Kind) -> bool {
    match kind {
        Kind::Equal => value.is_zero(),
        Kind::AtLeast => !value.is_negative(),
        Kind::Above => value.is_positive(),
        Kind::Modulo { modulus, width } => value.mod_floor(modulus) <= *width,
    }
}

fn equal_over_integers(mut expr: LinearExpr) -> Canonical {
    let content = expr.content();
    if !content.divides(expr.constant()) {
        return Canonical::Never;
    }
    if !content.is_one() {
        expr.div_exact(&content);
    }
    Canonical::Row(Row::build(leading_positive(expr), Kind::Equal))
}

fn at_least_over_integers(mut expr: LinearExpr) -> Canonical {
    let content = expr.content();
    if !content.is_one() {
        expr.div_floor_constant(&content);
    }
    Canonical::Row(Row::build(expr, Kind::AtLeast))
}

/// The least integer coefficients and constant in the same proportion.
fn reduced(mut expr: LinearExpr) -> LinearExpr {
    let content = expr.content().gcd(expr.constant());
    if !content.is_one() {
        expr.div_exact(&content);
    }
    expr
}

fn leading_positive(expr: LinearExpr) -> LinearExpr {
    if expr.leading().is_some_and(|(_, coefficient)| coefficient.is_negative()) { expr.negated() } else { expr }
}

fn modulo(expr: LinearExpr, modulus: Int, width: Int) -> Canonical {
    assert!(modulus.is_positive(), "a modulus is positive");
    if width.is_negative() {
        return Canonical::Never;
    }
    if width >= &modulus - Int::ONE {
        return Canonical::Always;
    }
    let within = |e: &LinearExpr, modulus: &Int| {
        let terms = e.terms().iter().map(|(var, c)| (*var, c.mod_floor(modulus)));
        LinearExpr::new(terms, e.constant().mod_floor(modulus))
    };
    let mut expr = within(&expr, &modulus);
    // With e = g·f + c and 0 ≤ c < g where g divides the modulus: e mod m = g·(f mod m/g) + c.
    let divisor = expr.content().gcd(&modulus);
    let (modulus, width) = if divisor.is_one() {
        (modulus, width)
    } else {
        let rest = expr.constant().mod_floor(&divisor);
        expr.div_floor_constant(&divisor);
        (modulus.div_exact(&divisor), (width - rest).div_floor(&divisor))
    };
    if width.is_negative() {
        return Canonical::Never;
    }
    if width >= &modulus - Int::ONE {
        return Canonical::Always;
    }
    // The cyclic interval read from its other end: e mod m ≤ w says the same as (w − e) mod m ≤ w.
    let mirrored = within(&expr.negated().plus_constant(width.clone()), &modulus);
    let expr = mirrored.min(expr);
    Canonical::Row(Row::build(expr, Kind::Modulo { modulus, width }))
}

impl PartialEq for Row {
    fn eq(&self, other: &Row) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.hash == other.0.hash && self.0.kind == other.0.kind && self.0.expr == other.0.expr)
    }
}

impl Eq for Row {}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

/// By kind (equalities first), then by expression.
impl Ord for Row {
    fn cmp(&self, other: &Row) -> std::cmp::Ordering {
        (&self.0.kind, &self.0.expr).cmp(&(&other.0.kind, &other.0.expr))
    }
}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Row) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::names::Names::default().show_row(self))
    }
}
