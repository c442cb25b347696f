//! The tableau of the general simplex method (Dutertre and de Moura, CAV 2006): variables and linear forms of them,
//! each with a lower and an upper bound, the *basic* ones written as combinations of the others.
//!
//! Rows are integers over one positive denominator: `d·b = Σ aⱼ·xⱼ`, without a common divisor. Invariant: a
//! non-basic unknown lies within its bounds and has an integer value (each bound is one), so the value of a basic
//! unknown is an integer over `d` too, kept in front of the row's coefficients and changed by the same row operations.
//! A strict bound over ℝ is a bound moved by an infinitesimal ε, so values have a second part that counts ε.
//!
//! Backtracking restores bounds and drops the forms that were added; values and basis stay, they are still valid.

use std::cmp::Ordering;

use heureka_number::{Int, Rational};

use crate::expr::{LinearExpr, Var};
use crate::row::{Kind, Row};
use crate::simplex::refutation::RowRef;
use crate::simplex::scalar::{Overflow, Scalar};

/// Where a row's value and its ε part stand; the coefficients follow.
pub(super) const VALUE: usize = 0;
pub(super) const EPSILON: usize = 1;
pub(super) const COLUMNS: usize = 2;

/// The constraint that a bound says, `e ≥ 0` or (turned, of an equality) `−e ≥ 0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    row: RowRef,
    turned: bool,
}

/// Why there is no point: multiples of constraints that add up to a contradiction.
pub(crate) type Farkas = Vec<(RowRef, Rational)>;

/// `value + epsilon·ε`
#[derive(Debug, Clone)]
pub(super) struct Bound<N> {
    pub value: N,
    pub epsilon: N,
    pub origin: Origin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Row(usize),
    Column(usize),
}

/// What an unknown stands for.
#[derive(Debug, Clone)]
pub(super) enum Meaning {
    Var,
    /// The terms of an expression (without its constant), turned so that the leading coefficient is positive.
    Form(FormSource),
    /// The form was dropped; the place is free.
    Nothing,
}

/// Rows are shared, so a form need not copy the terms.
#[derive(Debug, Clone)]
pub(super) enum FormSource {
    Row(Row),
    Expr(LinearExpr),
}

impl FormSource {
    pub fn expr(&self) -> &LinearExpr {
        match self {
            FormSource::Row(row) => row.expr(),
            FormSource::Expr(expr) => expr,
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Unknown<N> {
    pub lower: Option<Bound<N>>,
    pub upper: Option<Bound<N>>,
    pub place: Place,
    pub meaning: Meaning,
}

/// A non-basic unknown and its value.
#[derive(Debug, Clone)]
pub(super) struct Column<N> {
    pub unknown: usize,
    pub value: N,
    pub epsilon: N,
}

/// A basic unknown and the denominator of its row.
#[derive(Debug, Clone)]
pub(super) struct Basic<N> {
    pub unknown: usize,
    pub denominator: N,
}

#[derive(Debug, Clone)]
enum Undo<N> {
    Lower(usize, Option<Bound<N>>),
    Upper(usize, Option<Bound<N>>),
    Form(usize),
}

#[derive(Debug, Clone)]
pub(crate) struct Tableau<N> {
    pub(super) unknowns: Vec<Unknown<N>>,
    /// The unknowns that are variables, sorted.
    vars: Vec<(Var, usize)>,
    forms: Vec<(u64, usize)>,
    free: Vec<usize>,
    pub(super) columns: Vec<Column<N>>,
    pub(super) basis: Vec<Basic<N>>,
    /// Row after row, each `stride` long: value, ε part, coefficients of the columns, unused rest.
    cells: Vec<N>,
    stride: usize,
    /// A copy of the pivot row during a pivot.
    pub(super) scratch: Vec<N>,
    /// The terms of a form while its row is made.
    places: Vec<(usize, N)>,
    trail: Vec<Undo<N>>,
    /// Lengths of the trail at each `push`.
    levels: Vec<usize>,
    /// Bounds that exclude each other, and the number of levels when they met.
    conflict: Option<(usize, Farkas)>,
}

impl<N: Scalar> Tableau<N> {
    pub fn new() -> Tableau<N> {
        Tableau {
            unknowns: Vec::new(),
            vars: Vec::new(),
            forms: Vec::new(),
            free: Vec::new(),
            columns: Vec::new(),
            basis: Vec::new(),
            cells: Vec::new(),
            stride: 16,
            scratch: Vec::new(),
            places: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            conflict: None,
        }
    }

    /// Forgets everything but the memory.
    pub fn clear(&mut self) {
        self.unknowns.clear();
        self.vars.clear();
        self.forms.clear();
        self.free.clear();
        self.columns.clear();
        self.basis.clear();
        self.cells.clear();
        self.trail.clear();
        self.levels.clear();
        self.conflict = None;
    }

    pub fn conflict(&self) -> Option<&Farkas> {
        self.conflict.as_ref().map(|(_, farkas)| farkas)
    }

    /// How many pushes are not popped.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    pub fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    pub fn pop(&mut self) -> Result<(), Overflow> {
        let length = self.levels.pop().expect("a pop for each push");
        if self.conflict.as_ref().is_some_and(|(level, _)| *level > self.levels.len()) {
            self.conflict = None;
        }
        while self.trail.len() > length {
            match self.trail.pop().expect("longer than the level's length") {
                Undo::Lower(unknown, bound) => self.unknowns[unknown].lower = bound,
                Undo::Upper(unknown, bound) => self.unknowns[unknown].upper = bound,
                Undo::Form(unknown) => self.drop_form(unknown)?,
            }
        }
        Ok(())
    }

    /// Adds a row that is not a modulo row.
    pub fn add_row(&mut self, row: &Row, reference: RowRef) -> Result<(), Overflow> {
        self.constrain(row.expr(), row.kind(), reference, || FormSource::Row(row.clone()))
    }

    /// Adds `expr ≥ 0`.
    pub fn add_at_least(&mut self, expr: &LinearExpr, reference: RowRef) -> Result<(), Overflow> {
        self.constrain(expr, &Kind::AtLeast, reference, || FormSource::Expr(expr.clone()))
    }

    fn constrain(
        &mut self,
        expr: &LinearExpr,
        kind: &Kind,
        reference: RowRef,
        source: impl FnOnce() -> FormSource,
    ) -> Result<(), Overflow> {
        if self.conflict.is_some() {
            return Ok(());
        }
        let constant = N::from_int(expr.constant())?;
        let origin = Origin { row: reference, turned: false };
        let Some((_, leading)) = expr.leading() else {
            let holds = match kind {
                Kind::Equal => constant.is_zero(),
                Kind::Above => constant.signum() > 0,
                _ => constant.signum() >= 0,
            };
            if !holds {
                let factor = Rational::from(if *kind == Kind::Equal { -i64::from(constant.signum()) } else { 1 });
                self.conflict = Some((self.levels.len(), vec![(reference, factor)]));
            }
            return Ok(());
        };
        let turned = leading.is_negative();
        let is_equality = matches!(kind, Kind::Equal);
        let unknown = match expr.terms() {
            [(var, coefficient)] if coefficient.is_unit() => self.unknown_of(*var)?,
            _ => self.form(expr, turned, source)?,
        };
        let limit = if turned { constant } else { constant.neg() };
        let epsilon = match (kind, turned) {
            (Kind::Above, false) => N::ONE,
            (Kind::Above, true) => N::ONE.neg(),
            _ => N::default(),
        };
        if is_equality || !turned {
            let origin = Origin { turned, ..origin };
            self.assert_lower(unknown, Bound { value: limit.clone(), epsilon: epsilon.clone(), origin })?;
        }
        if is_equality || turned {
            let origin = Origin { turned: is_equality && !turned, ..origin };
            self.assert_upper(unknown, Bound { value: limit, epsilon, origin })?;
        }
        Ok(())
    }

    fn assert_lower(&mut self, unknown: usize, bound: Bound<N>) -> Result<(), Overflow> {
        let known = &self.unknowns[unknown];
        if known.lower.as_ref().is_some_and(|lower| cmp_bounds(lower, &bound).is_ge()) {
            return Ok(());
        }
        if let Some(upper) = &known.upper
            && cmp_bounds(&bound, upper).is_gt()
        {
            self.clash(bound.origin, upper.origin);
            return Ok(());
        }
        let (value, epsilon) = (bound.value.clone(), bound.epsilon.clone());
        let old = self.unknowns[unknown].lower.replace(bound);
        if !self.levels.is_empty() {
            self.trail.push(Undo::Lower(unknown, old));
        }
        match self.unknowns[unknown].place {
            Place::Column(column) if self.cmp_column(column, &value, &epsilon).is_lt() => {
                self.update(column, value, epsilon)
            }
            _ => Ok(()),
        }
    }

    fn assert_upper(&mut self, unknown: usize, bound: Bound<N>) -> Result<(), Overflow> {
        let known = &self.unknowns[unknown];
        if known.upper.as_ref().is_some_and(|upper| cmp_bounds(upper, &bound).is_le()) {
            return Ok(());
        }
        if let Some(lower) = &known.lower
            && cmp_bounds(&bound, lower).is_lt()
        {
            self.clash(lower.origin, bound.origin);
            return Ok(());
        }
        let (value, epsilon) = (bound.value.clone(), bound.epsilon.clone());
        let old = self.unknowns[unknown].upper.replace(bound);
        if !self.levels.is_empty() {
            self.trail.push(Undo::Upper(unknown, old));
        }
        match self.unknowns[unknown].place {
            Place::Column(column) if self.cmp_column(column, &value, &epsilon).is_gt() => {
                self.update(column, value, epsilon)
            }
            _ => Ok(()),
        }
    }

    /// A lower bound above an upper one of the same unknown.
    fn clash(&mut self, lower: Origin, upper: Origin) {
        let mut farkas = Farkas::new();
        add_multiple(&mut farkas, lower, Int::ONE);
        add_multiple(&mut farkas, upper, Int::ONE);
        self.conflict = Some((self.levels.len(), farkas));
    }

    fn cmp_column(&self, column: usize, value: &N, epsilon: &N) -> Ordering {
        let column = &self.columns[column];
        column.value.cmp(value).then_with(|| column.epsilon.cmp(epsilon))
    }

    pub(super) fn row(&self, row: usize) -> &[N] {
        &self.cells[row * self.stride..][..COLUMNS + self.columns.len()]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [N] {
        &mut self.cells[row * self.stride..][..COLUMNS + self.columns.len()]
    }

    fn unknown_of(&mut self, var: Var) -> Result<usize, Overflow> {
        let place = match self.vars.binary_search_by_key(&var, |(var, _)| *var) {
            Ok(place) => return Ok(self.vars[place].1),
            Err(place) => place,
        };
        let column = self.columns.len();
        if COLUMNS + column == self.stride {
            self.widen();
        }
        let unknown = self.new_unknown(Meaning::Var, Place::Column(column));
        self.columns.push(Column { unknown, value: N::default(), epsilon: N::default() });
        for row in 0..self.basis.len() {
            self.row_mut(row)[COLUMNS + column] = N::default();
        }
        self.vars.insert(place, (var, unknown));
        Ok(unknown)
    }

    fn new_unknown(&mut self, meaning: Meaning, place: Place) -> usize {
        let unknown = Unknown { lower: None, upper: None, place, meaning };
        match self.free.pop() {
            Some(at) => {
                self.unknowns[at] = unknown;
                at
            }
            None => {
                self.unknowns.push(unknown);
                self.unknowns.len() - 1
            }
        }
    }

    fn widen(&mut self) {
        let (old, new) = (self.stride, 2 * self.stride);
        let mut cells = vec![N::default(); self.basis.len() * new];
        for row in 0..self.basis.len() {
            cells[row * new..][..old].clone_from_slice(&self.cells[row * old..][..old]);
        }
        self.cells = cells;
        self.stride = new;
    }

    /// The unknown for the terms of an expression.
    fn form(
        &mut self,
        expr: &LinearExpr,
        turned: bool,
        source: impl FnOnce() -> FormSource,
    ) -> Result<usize, Overflow> {
        let hash = direction_hash(expr, turned);
        if let Some(unknown) = self.known_form(hash, expr, turned) {
            return Ok(unknown);
        }
        let row = self.add_form_row(expr, turned)?;
        let unknown = self.new_unknown(Meaning::Form(source()), Place::Row(row));
        self.basis[row].unknown = unknown;
        self.forms.push((hash, unknown));
        if !self.levels.is_empty() {
            self.trail.push(Undo::Form(unknown));
        }
        Ok(unknown)
    }

    fn known_form(&self, hash: u64, expr: &LinearExpr, turned: bool) -> Option<usize> {
        let same = |unknown: usize| {
            let Meaning::Form(of) = &self.unknowns[unknown].meaning else { return false };
            let known = of.expr();
            let opposite = is_turned(known) != turned;
            known.terms().len() == expr.terms().len()
                && known
                    .terms()
                    .iter()
                    .zip(expr.terms())
                    .all(|((x, a), (y, b))| x == y && if opposite { *a == -b } else { a == b })
        };
        self.forms.iter().find(|(known, unknown)| *known == hash && same(*unknown)).map(|(_, unknown)| *unknown)
    }

    /// Writes a form in terms of the columns, as a new row whose unknown is still to be set.
    fn add_form_row(&mut self, expr: &LinearExpr, turned: bool) -> Result<usize, Overflow> {
        let mut denominator = N::ONE;
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        for (var, coefficient) in expr.terms() {
            let unknown = self.unknown_of(*var)?;
            let coefficient = N::from_int(coefficient)?;
            places.push((unknown, if turned { coefficient.neg() } else { coefficient }));
        }
        let row = self.basis.len();
        self.cells.resize((row + 1) * self.stride, N::default());
        let mut cells = std::mem::take(&mut self.scratch);
        cells.clear();
        cells.resize(COLUMNS + self.columns.len(), N::default());
        for (unknown, coefficient) in places.drain(..) {
            match self.unknowns[unknown].place {
                Place::Column(column) => {
                    let factor = if denominator.is_one() { coefficient } else { coefficient.mul(&denominator)? };
                    let at = &self.columns[column];
                    cells[COLUMNS + column] = cells[COLUMNS + column].add(&factor)?;
                    cells[VALUE] = cells[VALUE].plus_product(&factor, &at.value)?;
                    cells[EPSILON] = cells[EPSILON].plus_product(&factor, &at.epsilon)?;
                }
                Place::Row(basic) => {
                    let divisor = &self.basis[basic].denominator;
                    let common = divisor.gcd(&denominator);
                    let scale = divisor.div_exact(&common);
                    let factor = coefficient.mul(&denominator.div_exact(&common))?;
                    for (cell, other) in cells.iter_mut().zip(self.row(basic)) {
                        *cell = cell.combine(&scale, &factor, other)?;
                    }
                    denominator = denominator.mul(&scale)?;
                }
            }
        }
        self.basis.push(Basic { unknown: usize::MAX, denominator });
        self.row_mut(row).clone_from_slice(&cells);
        self.scratch = cells;
        self.places = places;
        self.reduce_row(row);
        Ok(row)
    }

    fn drop_form(&mut self, unknown: usize) -> Result<(), Overflow> {
        if let Place::Column(column) = self.unknowns[unknown].place {
            // Variables are independent, so one of the basic unknowns depends on the form.
            let row = (0..self.basis.len())
                .filter(|row| !self.row(*row)[COLUMNS + column].is_zero())
                .min_by_key(|row| !self.row(*row)[COLUMNS + column].abs().is_one())
                .expect("a form that is not basic determines a basic unknown");
            let (value, epsilon) = self.integer_value_near(row);
            self.pivot(row, column, value, epsilon)?;
        }
        let Place::Row(row) = self.unknowns[unknown].place else { unreachable!("it is basic now") };
        self.remove_row(row);
        self.unknowns[unknown].meaning = Meaning::Nothing;
        self.free.push(unknown);
        self.forms.retain(|(_, form)| *form != unknown);
        Ok(())
    }

    pub(super) fn remove_row(&mut self, row: usize) {
        let last = self.basis.len() - 1;
        if row != last {
            let (head, tail) = self.cells.split_at_mut(last * self.stride);
            head[row * self.stride..][..self.stride].swap_with_slice(&mut tail[..self.stride]);
            self.unknowns[self.basis[last].unknown].place = Place::Row(row);
        }
        self.basis.swap_remove(row);
        self.cells.truncate(last * self.stride);
    }

    /// A value within the bounds of a row's unknown, an integer: its own if it is one.
    fn integer_value_near(&self, row: usize) -> (N, N) {
        let (cells, Basic { unknown, denominator }) = (self.row(row), &self.basis[row]);
        let Unknown { lower, upper, .. } = &self.unknowns[*unknown];
        if self.violated(row).is_none()
            && cells[VALUE].is_multiple_of(denominator)
            && cells[EPSILON].is_multiple_of(denominator)
        {
            return (cells[VALUE].div_exact(denominator), cells[EPSILON].div_exact(denominator));
        }
        match lower.as_ref().or(upper.as_ref()) {
            Some(bound) => (bound.value.clone(), bound.epsilon.clone()),
            None => (N::default(), N::default()),
        }
    }

    /// Compares the value of a row's unknown with a bound.
    pub(super) fn cmp_row(&self, row: usize, bound: &Bound<N>) -> Ordering {
        let (cells, denominator) = (self.row(row), &self.basis[row].denominator);
        cells[VALUE]
            .cmp_product(&bound.value, denominator)
            .then_with(|| cells[EPSILON].cmp_product(&bound.epsilon, denominator))
    }

    /// Whether a row's unknown is below its lower (`Less`) or above its upper bound (`Greater`).
    pub(super) fn violated(&self, row: usize) -> Option<Ordering> {
        let Unknown { lower, upper, .. } = &self.unknowns[self.basis[row].unknown];
        if lower.as_ref().is_some_and(|lower| self.cmp_row(row, lower).is_lt()) {
            return Some(Ordering::Less);
        }
        upper.as_ref().is_some_and(|upper| self.cmp_row(row, upper).is_gt()).then_some(Ordering::Greater)
    }

    /// Whether a column's unknown can still grow or shrink.
    pub(super) fn can_move(&self, column: usize, up: bool) -> bool {
        let at = &self.columns[column];
        let unknown = &self.unknowns[at.unknown];
        let bound = if up { &unknown.upper } else { &unknown.lower };
        match bound {
            None => true,
            Some(bound) => at.value != bound.value || at.epsilon != bound.epsilon,
        }
    }

    /// The variables with their places.
    pub(super) fn vars(&self) -> impl Iterator<Item = (Var, &Unknown<N>)> {
        self.vars.iter().map(|(var, unknown)| (*var, &self.unknowns[*unknown]))
    }

    /// A form as a temporary basic row without bounds: what is to be maximised. Taken away with `remove_row`.
    pub(super) fn add_objective(&mut self, expr: &LinearExpr) -> Result<usize, Overflow> {
        let row = self.add_form_row(expr, false)?;
        self.basis[row].unknown = self.new_unknown(Meaning::Nothing, Place::Row(row));
        Ok(row)
    }

    pub(super) fn remove_objective(&mut self, row: usize) {
        let unknown = self.basis[row].unknown;
        self.remove_row(row);
        self.free.push(unknown);
    }
}

/// Adds a multiple of the constraint that a bound says.
pub(super) fn add_multiple(farkas: &mut Farkas, origin: Origin, factor: Int) {
    let factor = Rational::from(if origin.turned { -factor } else { factor });
    match farkas.iter_mut().find(|(row, _)| *row == origin.row) {
        Some((_, known)) => *known += &factor,
        None => farkas.push((origin.row, factor)),
    }
}

fn cmp_bounds<N: Scalar>(a: &Bound<N>, b: &Bound<N>) -> Ordering {
    a.value.cmp(&b.value).then_with(|| a.epsilon.cmp(&b.epsilon))
}

fn is_turned(expr: &LinearExpr) -> bool {
    expr.leading().is_some_and(|(_, coefficient)| coefficient.is_negative())
}

/// The same for an expression and its negation; different ones may meet, which costs a comparison.
fn direction_hash(expr: &LinearExpr, turned: bool) -> u64 {
    let mut hash = expr.terms().len() as u64;
    for (var, coefficient) in expr.terms() {
        let size = coefficient.to_i64().unwrap_or(0);
        let size = if turned { size.wrapping_neg() } else { size };
        for part in [u64::from(var.0), size as u64] {
            hash = (hash.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
    hash
}
