//! A conjunction seen as a box: an interval for each direction that its rows bound.
//!
//! A *direction* is `a·x` with coefficients that share no factor and a positive leading one; `x' - x`
//! and `2x + y` are directions. Two disjuncts that bound the same directions differ only in the ends of intervals,
//! and that is what the index and coalescing work with. Over ℤ the ends are integers, since directions have integer
//! values there.

use heureka_number::{Int, Rational};

use super::stride::Congruence;
use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::row::{Canonical, Kind, Numbers, Row};

/// The end of an interval.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Limit {
    pub value: Rational,
    /// Whether the value itself is left out; over ℝ only.
    pub strict: bool,
}

/// The values between two ends; an end that is missing is infinite.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Interval {
    pub lower: Option<Limit>,
    pub upper: Option<Limit>,
}

impl Interval {
    /// Each of its ends alone.
    pub fn ends(&self) -> [Interval; 2] {
        [Interval { lower: self.lower.clone(), upper: None }, Interval { lower: None, upper: self.upper.clone() }]
    }

    /// With the bounds of another, on sides where this has none.
    pub fn fill(&mut self, other: Interval) {
        self.lower = self.lower.take().or(other.lower);
        self.upper = self.upper.take().or(other.upper);
    }

    pub fn exactly(value: Rational) -> Interval {
        let limit = Limit { value, strict: false };
        Interval { lower: Some(limit.clone()), upper: Some(limit) }
    }

    /// Its value, if it has only one.
    pub fn fixed(&self) -> Option<&Rational> {
        match (&self.lower, &self.upper) {
            (Some(lower), Some(upper)) if lower.value == upper.value => Some(&lower.value),
            _ => None,
        }
    }

    pub fn contains(&self, other: &Interval) -> bool {
        let below = match (&self.lower, &other.lower) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine <= theirs,
        };
        let above = match (&self.upper, &other.upper) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => {
                mine.value > theirs.value || (mine.value == theirs.value && (!mine.strict || theirs.strict))
            }
        };
        below && above
    }

    /// The union, if it leaves no gap.
    pub fn united(&self, other: &Interval, numbers: Numbers) -> Option<Interval> {
        let (first, second) = if self.lower <= other.lower { (self, other) } else { (other, self) };
        if let (Some(end), Some(start)) = (&first.upper, &second.lower) {
            let touches = match numbers {
                Numbers::Integer => start.value <= &end.value + &Rational::ONE,
                Numbers::Real => start.value < end.value || (start.value == end.value && !(start.strict && end.strict)),
            };
            if !touches {
                return None;
            }
        }
        let upper = if first.contains(&Interval { lower: first.lower.clone(), upper: second.upper.clone() }) {
            first.upper.clone()
        } else {
            second.upper.clone()
        };
        Some(Interval { lower: first.lower.clone(), upper })
    }

    fn shifted(&self, by: &Rational) -> Interval {
        let shift = |limit: &Option<Limit>| {
            limit.as_ref().map(|limit| Limit { value: &limit.value + by, strict: limit.strict })
        };
        Interval { lower: shift(&self.lower), upper: shift(&self.upper) }
    }

    /// The interval of `factor` times the values.
    fn scaled(&self, factor: &Rational) -> Interval {
        let scale = |limit: &Option<Limit>| {
            limit.as_ref().map(|limit| Limit { value: &limit.value * factor, strict: limit.strict })
        };
        let (lower, upper) = (scale(&self.lower), scale(&self.upper));
        if factor.is_negative() { Interval { lower: upper, upper: lower } } else { Interval { lower, upper } }
    }
}

/// An expression without constant, content 1, leading coefficient positive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Direction(LinearExpr);

impl Direction {
    /// Writes the expression as `factor·direction + constant`; nothing if it has no variable.
    pub fn of(expr: &LinearExpr) -> Option<(Direction, Int)> {
        let (_, leading) = expr.leading()?;
        let mut factor = expr.content();
        if leading.is_negative() {
            factor = -factor;
        }
        let mut direction = expr.clone();
        direction.set_constant(Int::ZERO);
        if !factor.is_one() {
            direction.div_exact(&factor);
        }
        Some((Direction(direction), factor))
    }

    pub fn expr(&self) -> &LinearExpr {
        &self.0
    }

    /// The rows that keep the direction within the interval.
    pub fn within(&self, interval: &Interval, numbers: Numbers) -> Vec<Row> {
        if let Some(value) = interval.fixed() {
            return self.row(value, Int::ONE, Kind::Equal, numbers);
        }
        let kind = |limit: &Limit| if limit.strict { Kind::Above } else { Kind::AtLeast };
        let mut rows = Vec::new();
        if let Some(lower) = &interval.lower {
            rows.extend(self.row(&lower.value, Int::ONE, kind(lower), numbers));
        }
        if let Some(upper) = &interval.upper {
            rows.extend(self.row(&upper.value, Int::MINUS_ONE, kind(upper), numbers));
        }
        rows
    }

    /// The row that says that the congruence holds.
    pub fn congruent(&self, congruence: &Congruence) -> Option<Row> {
        let expr = self.0.plus_constant(-&congruence.residue);
        let kind = Kind::Modulo { modulus: congruence.modulus.clone(), width: Int::ZERO };
        match Row::canonical(expr, kind, Numbers::Integer) {
            Canonical::Row(row) => Some(row),
            Canonical::Always | Canonical::Never => None,
        }
    }

    /// `sign·(direction − value)` compared with 0.
    fn row(&self, value: &Rational, sign: Int, kind: Kind, numbers: Numbers) -> Vec<Row> {
        let expr = self.0.scaled(value.denominator());
        let constant = expr.constant() - value.numerator();
        let mut expr = expr;
        expr.set_constant(constant);
        expr.scale(&sign);
        match Row::canonical(expr, kind, numbers) {
            Canonical::Row(row) => vec![row],
            Canonical::Always | Canonical::Never => Vec::new(),
        }
    }
}

/// What a row says of its direction; nothing for modulo rows.
pub(super) fn bound(row: &Row) -> Option<(Direction, Interval)> {
    if matches!(row.kind(), Kind::Modulo { .. }) {
        return None;
    }
    let (direction, factor) = Direction::of(row.expr()).expect("a canonical row has a variable");
    Some((direction, bound_by(row, &factor)))
}

/// The interval in which a row keeps its direction, where its expression is the factor times that, and a constant.
pub(super) fn bound_by(row: &Row, factor: &Int) -> Interval {
    let value = Rational::new(-row.expr().constant(), factor.clone());
    let strict = *row.kind() == Kind::Above;
    match (row.kind(), factor.is_negative()) {
        (Kind::Equal, _) => Interval::exactly(value),
        (_, false) => Interval { lower: Some(Limit { value, strict }), upper: None },
        (_, true) => Interval { lower: None, upper: Some(Limit { value, strict }) },
    }
}

/// The intervals of a conjunction's directions, sorted by direction, and its modulo rows.
#[derive(Debug, Clone)]
pub(super) struct Profile {
    pub spans: Vec<(Direction, Interval)>,
    pub modulos: Vec<Row>,
}

impl Profile {
    pub fn of(conjunction: &Conjunction) -> Profile {
        let mut profile = Profile { spans: Vec::with_capacity(conjunction.rows().len()), modulos: Vec::new() };
        for row in conjunction.rows() {
            match bound(row) {
                Some(span) => profile.spans.push(span),
                None => profile.modulos.push(row.clone()),
            }
        }
        profile.spans.sort_by(|a, b| a.0.cmp(&b.0));
        profile.spans.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                // A reduced conjunction has one bound for each side.
                kept.1.fill(std::mem::take(&mut next.1));
            }
            same
        });
        profile
    }

    /// The interval that the rows show for a direction they bound.
    fn interval(&self, direction: &Direction) -> Interval {
        match self.spans.binary_search_by(|(known, _)| known.cmp(direction)) {
            Ok(place) => self.spans[place].1.clone(),
            Err(_) => Interval::default(),
        }
    }

    /// Bounds of an expression that the conjunction shows by its form: its equalities are substituted, and what is
    /// left is looked up. Every point's value lies within.
    pub fn bounds(&self, conjunction: &Conjunction, expr: &LinearExpr) -> Interval {
        let mut rest = expr.clone();
        // What the rest must be divided by to be the value of `expr`.
        let mut scale = Int::ONE;
        for equality in conjunction.equalities() {
            let (pivot, divisor) = equality.expr().leading().expect("a canonical row has a variable");
            if let Some(coefficient) = rest.coefficient(*pivot) {
                let common = divisor.gcd(coefficient);
                let (by, factor) = (divisor.div_exact(&common), -coefficient.div_exact(&common));
                rest = rest.combine(&by, &factor, equality.expr());
                scale *= &by;
            }
        }
        let scale = Rational::new(Int::ONE, scale);
        let constant = Rational::from(rest.constant().clone());
        match Direction::of(&rest) {
            None => Interval::exactly(constant * scale),
            Some((direction, factor)) => {
                self.interval(&direction).scaled(&Rational::from(factor)).shifted(&constant).scaled(&scale)
            }
        }
    }

    /// Whether the form of the conjunction shows that a row holds everywhere in it. `false` decides nothing.
    pub fn implies(&self, conjunction: &Conjunction, row: &Row) -> bool {
        if conjunction.rows().binary_search(row).is_ok() {
            return true;
        }
        let zero = |strict| Some(Limit { value: Rational::ZERO, strict });
        let values = self.bounds(conjunction, row.expr());
        match row.kind() {
            Kind::Equal => values.fixed().is_some_and(Rational::is_zero),
            Kind::AtLeast => Interval { lower: zero(false), upper: None }.contains(&values),
            Kind::Above => Interval { lower: zero(true), upper: None }.contains(&values),
            Kind::Modulo { modulus, width } => match values.fixed().and_then(Rational::to_int) {
                Some(value) => value.mod_floor(modulus) <= *width,
                None => conjunction.and(&Conjunction::from_rows(conjunction.numbers(), [row])) == *conjunction,
            },
        }
    }
}
