//! Small queries: values for a few unknowns under constraints in which nearly everything is known.
//!
//! Known numbers are filled in when a constraint is added, and equalities with one unknown give it its value at once: on
//! the way back from a point that decides almost every query. Only what is left goes to the solver. Over ℝ integers are
//! tried first, because they are nicest to read and because some operations need them; a constraint is multiplied by the
//! denominators of the values that are filled in, so its coefficients stay integers.

use std::collections::BTreeMap;

use heureka_linear::{Canonical, Conjunction, Kind, LinearExpr, Numbers, Row, Var};
use heureka_number::{Int, Rational};

use super::taste::{Bound, Taste};

/// Values for the unknowns that a query mentions.
pub(super) type Solution = BTreeMap<Var, Rational>;

/// Constraints on unknowns.
pub(super) struct Query<K> {
    numbers: Numbers,
    known: K,
    /// None of them is constant, and none mentions a known variable.
    open: Vec<(LinearExpr, Kind)>,
    is_false: bool,
}

impl<'v, K: Fn(Var) -> Option<&'v Rational>> Query<K> {
    /// A query with the values that are known.
    pub fn new(numbers: Numbers, known: K) -> Query<K> {
        Query { numbers, known, open: Vec::new(), is_false: false }
    }

    pub fn require(&mut self, expr: &LinearExpr, kind: &Kind) {
        self.require_renamed(expr, kind, |var| var);
    }

    /// The constraint under other names for its variables.
    pub fn require_renamed(&mut self, expr: &LinearExpr, kind: &Kind, name: impl Fn(Var) -> Var) {
        let mut constant = Rational::from(expr.constant().clone());
        let mut terms = Vec::new();
        for (var, coefficient) in expr.terms() {
            let var = name(*var);
            match (self.known)(var) {
                Some(value) => constant += &(value * &Rational::from(coefficient.clone())),
                None => terms.push((var, coefficient.clone())),
            }
        }
        self.add(scaled(terms, &constant), kind);
    }

    pub fn require_all(&mut self, conjunction: &Conjunction) {
        self.require_all_renamed(conjunction, |var| var);
    }

    pub fn require_all_renamed(&mut self, conjunction: &Conjunction, name: impl Fn(Var) -> Var) {
        self.is_false |= conjunction.is_false();
        for row in conjunction.rows() {
            self.require_renamed(row.expr(), row.kind(), &name);
        }
    }

    /// `expr = value`
    pub fn require_value(&mut self, expr: &LinearExpr, value: &Rational) {
        self.require(&difference(expr, value), &Kind::Equal);
    }

    /// Whether a contradiction was seen already.
    pub fn is_false(&self) -> bool {
        self.is_false
    }

    fn add(&mut self, expr: LinearExpr, kind: &Kind) {
        if expr.is_constant() {
            self.is_false |= !holds(expr, kind);
        } else {
            self.open.push((expr, kind.clone()));
        }
    }

    /// Values with which all constraints hold.
    pub fn solve(mut self, taste: &mut Taste) -> Option<Solution> {
        let mut solution = Solution::new();
        self.propagate(&mut solution)?;
        if self.open.is_empty() {
            return Some(solution);
        }
        if !matches!(taste, Taste::Small)
            && let Some(found) = self.one_by_one(&solution, taste)
        {
            return Some(found);
        }
        let found = match (self.integers(taste), self.numbers) {
            (Some(found), _) => found,
            (None, Numbers::Integer) => return None,
            (None, Numbers::Real) => self.model(Numbers::Real)?,
        };
        solution.extend(found);
        Some(solution)
    }

    /// Integers with which all open constraints hold.
    fn integers(&self, taste: &mut Taste) -> Option<Solution> {
        match bounds(&self.open) {
            Some(bounds) => {
                bounds.into_iter().map(|(var, bound)| Some((var, Rational::from(taste.pick(&bound)?)))).collect()
            }
            None => self.model(Numbers::Integer),
        }
    }

    fn model(&self, numbers: Numbers) -> Option<Solution> {
        let model = Conjunction::new(numbers, self.open.iter().cloned()).model()?;
        let vars = self.open.iter().flat_map(|(expr, _)| expr.vars());
        Some(vars.map(|var| (var, model.value(var))).collect())
    }

    /// Gives one unknown after the other a value of taste, as long as that leads to a solution.
    fn one_by_one(&mut self, known: &Solution, taste: &mut Taste) -> Option<Solution> {
        let before = self.open.clone();
        let mut solution = known.clone();
        let found = loop {
            let Some(var) = self.open.iter().find_map(|(expr, _)| expr.vars().next()) else { break true };
            let Some(value) = taste.pick(&bound_of(&self.open, var)) else { break false };
            let value = Rational::from(value);
            self.fill_in(var, &value);
            solution.insert(var, value);
            if self.propagate(&mut solution).is_none() {
                break false;
            }
        };
        self.open = before;
        self.is_false = false;
        found.then_some(solution)
    }

    /// Takes the values that equalities give; nothing if there is a contradiction.
    fn propagate(&mut self, solution: &mut Solution) -> Option<()> {
        while let Some((var, value)) = self.next_determined()? {
            self.fill_in(var, &value);
            solution.insert(var, value);
        }
        Some(())
    }

    /// An unknown whose value an equality gives; nothing at all if there is a contradiction.
    fn next_determined(&self) -> Option<Option<(Var, Rational)>> {
        if self.is_false {
            return None;
        }
        let equalities = self.open.iter().filter(|(_, kind)| *kind == Kind::Equal);
        for (expr, _) in equalities {
            let [(var, coefficient)] = expr.terms() else { continue };
            let value = Rational::new(-expr.constant(), coefficient.clone());
            if self.numbers == Numbers::Integer && !value.is_integer() {
                return None;
            }
            return Some(Some((*var, value)));
        }
        Some(None)
    }

    fn fill_in(&mut self, var: Var, value: &Rational) {
        for (expr, kind) in std::mem::take(&mut self.open) {
            let expr = match expr.coefficient(var) {
                Some(coefficient) => {
                    let part = value * &Rational::from(coefficient.clone());
                    let rest = expr.terms().iter().filter(|(other, _)| *other != var).cloned().collect();
                    scaled(rest, &(&Rational::from(expr.constant().clone()) + &part))
                }
                None => expr,
            };
            self.add(expr, &kind);
        }
    }
}

/// The sum of terms and a constant, multiplied by the denominator of the constant.
fn scaled(mut terms: Vec<(Var, Int)>, constant: &Rational) -> LinearExpr {
    if !constant.is_integer() {
        terms.iter_mut().for_each(|(_, coefficient)| *coefficient = &*coefficient * constant.denominator());
    }
    LinearExpr::new(terms, constant.numerator().clone())
}

/// `expr - value`, multiplied by the denominator of the value.
pub(super) fn difference(expr: &LinearExpr, value: &Rational) -> LinearExpr {
    match value.is_integer() {
        true => expr.plus_constant(-value.numerator()),
        false => expr.scaled(value.denominator()).plus_constant(-value.numerator()),
    }
}

/// The value of an expression under a solution; what has no value there is 0.
pub(super) fn value_of(expr: &LinearExpr, solution: &Solution) -> Rational {
    let start = Rational::from(expr.constant().clone());
    expr.terms().iter().fold(start, |sum, (var, coefficient)| match solution.get(var) {
        Some(value) => &sum + &(value * &Rational::from(coefficient.clone())),
        None => sum,
    })
}

fn holds(constant: LinearExpr, kind: &Kind) -> bool {
    Row::canonical(constant, kind.clone(), Numbers::Integer) == Canonical::Always
}

/// The range of each unknown, if every constraint is a bound of a single one.
fn bounds(constraints: &[(LinearExpr, Kind)]) -> Option<BTreeMap<Var, Bound>> {
    let mut bounds: BTreeMap<Var, Bound> = BTreeMap::new();
    for (expr, kind) in constraints {
        let [(var, coefficient)] = expr.terms() else { return None };
        restrict(bounds.entry(*var).or_default(), coefficient, expr.constant(), kind)?;
    }
    Some(bounds)
}

/// The range of one unknown, as far as constraints speak of it alone.
fn bound_of(constraints: &[(LinearExpr, Kind)], var: Var) -> Bound {
    let mut bound = Bound::default();
    for (expr, kind) in constraints {
        if let [(only, coefficient)] = expr.terms()
            && *only == var
        {
            restrict(&mut bound, coefficient, expr.constant(), kind);
        }
    }
    bound
}

/// With `coefficient·x + constant ≥ 0` or `> 0`; nothing for what is no bound.
fn restrict(bound: &mut Bound, coefficient: &Int, constant: &Int, kind: &Kind) -> Option<()> {
    let limit = match kind {
        Kind::AtLeast => constant.clone(),
        Kind::Above => constant - Int::ONE,
        Kind::Equal | Kind::Modulo { .. } => return None,
    };
    if coefficient.is_positive() {
        bound.at_least((-limit).div_ceil(coefficient));
    } else {
        bound.at_most(limit.div_floor(&-coefficient));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use heureka_linear::Names;

    use super::*;

    fn solve(text: &str, known: &[(&str, i64)]) -> Option<Vec<(String, i64)>> {
        solve_by(text, known, &mut Taste::Small)
    }

    fn solve_by(text: &str, known: &[(&str, i64)], taste: &mut Taste) -> Option<Vec<(String, i64)>> {
        let mut names = Names::default();
        let conjunction = Conjunction::parse(text, Numbers::Integer, &mut names).expect("a conjunction");
        let known: Solution = known.iter().map(|(name, value)| (names.var(name), Rational::from(*value))).collect();
        let mut query = Query::new(Numbers::Integer, |var| known.get(&var));
        query.require_all(&conjunction);
        let solution = query.solve(taste)?;
        let whole = |value: &Rational| value.to_int().expect("an integer");
        let value = |var: Var| known.get(&var).or_else(|| solution.get(&var)).map(whole).unwrap_or_default();
        assert!(conjunction.holds_at(value), "{text}");
        let small = |value: &Rational| whole(value).to_i64().expect("a small number");
        Some(solution.iter().map(|(var, value)| (names.name(*var).to_string(), small(value))).collect())
    }

    /// A solution over ℝ, where the first variables are known.
    fn solve_reals(rows: &[(&[i64], i64, Kind)], known: &[Rational]) -> Option<Vec<Rational>> {
        let known: Solution = (0..).map(Var).zip(known.iter().cloned()).collect();
        let mut query = Query::new(Numbers::Real, |var| known.get(&var));
        for (coefficients, constant, kind) in rows {
            let terms = (0..).map(Var).zip(coefficients.iter().map(|&coefficient| Int::from(coefficient)));
            query.require(&LinearExpr::new(terms, Int::from(*constant)), kind);
        }
        let solution = query.solve(&mut Taste::Small)?;
        let all: Solution = known.clone().into_iter().chain(solution.clone()).collect();
        for (coefficients, constant, kind) in rows {
            let terms = (0..).map(Var).zip(coefficients.iter().map(|&coefficient| Int::from(coefficient)));
            let value = value_of(&LinearExpr::new(terms, Int::from(*constant)), &all);
            assert!(if *kind == Kind::Equal { value.is_zero() } else { value.is_positive() || value.is_zero() });
            assert!(*kind != Kind::Above || value.is_positive());
        }
        Some(solution.into_values().collect())
    }

    #[test]
    fn fractions_where_integers_do_not_do() {
        let third = Rational::new(Int::ONE, Int::from(3));
        // 2x = 1
        assert_eq!(solve_reals(&[(&[2], -1, Kind::Equal)], &[]), Some(vec![Rational::new(Int::ONE, Int::from(2))]));
        // y = x + 1 with x = 1/3, and 0 < z < y
        let rows: [(&[i64], i64, Kind); 3] =
            [(&[1, -1], 1, Kind::Equal), (&[0, 0, 1], 0, Kind::Above), (&[0, 1, -1], 0, Kind::Above)];
        let values = solve_reals(&rows, std::slice::from_ref(&third)).expect("a solution");
        assert_eq!(values, [Rational::new(Int::from(4), Int::from(3)), Rational::ONE], "integers come first");
        // 0 < x < 1/3
        let rows: [(&[i64], i64, Kind); 2] = [(&[0, 1], 0, Kind::Above), (&[1, -1], 0, Kind::Above)];
        assert!(solve_reals(&rows, std::slice::from_ref(&third)).is_some());
        // x < 0 < x
        let rows: [(&[i64], i64, Kind); 2] = [(&[1], 0, Kind::Above), (&[-1], 0, Kind::Above)];
        assert_eq!(solve_reals(&rows, &[]), None);
        // x + y + z = 1/3 and x - y = 1/3 with more unknowns than equations
        let rows: [(&[i64], i64, Kind); 2] = [(&[-1, 1, 1, 1], 0, Kind::Equal), (&[-1, 1, -1], 0, Kind::Equal)];
        assert!(solve_reals(&rows, &[third]).is_some());
    }

    #[test]
    fn chains_of_equalities_are_followed() {
        let solved = solve("x = y + 1 & y = z + 1 & w <= z", &[("x", 7)]).expect("a solution");
        assert_eq!(solved.len(), 3);
        assert_eq!(solve("x = 2y", &[("x", 7)]), None);
        assert_eq!(solve("x = 2y & x = 3z & x >= 1 & x <= 5", &[]), None);
        assert!(solve("x = 2y & x = 3z & x >= 1 & x <= 6", &[]).is_some());
    }

    #[test]
    fn bounds_give_the_value_nearest_to_zero() {
        assert_eq!(solve("2x >= 5 & x <= 9", &[]), Some(vec![("x".to_owned(), 3)]));
        assert_eq!(solve("2x <= -5", &[]), Some(vec![("x".to_owned(), -3)]));
        assert_eq!(solve("x <= 5 & x >= -5", &[]), Some(vec![("x".to_owned(), 0)]));
        assert_eq!(solve("y <= 4 & y >= x", &[("x", 5)]), None);
    }

    #[test]
    fn what_is_left_goes_to_the_solver() {
        assert!(solve("x + y >= 10 & x - y <= 1 & x mod 4 <= 0 & y <= 7", &[]).is_some());
        assert_eq!(solve("2x + 4y = z & z <= 3 & z >= 3", &[]), None);
    }

    #[test]
    fn every_taste_finds_a_solution() {
        let text = "0 <= x & x <= 10 & 0 <= y & y <= 10 & x + y >= 3 & x + 2z = y & w mod 3 <= 1 & w >= 5";
        for mut taste in Taste::all(7, 40) {
            assert!(solve_by(text, &[], &mut taste).is_some());
            assert!(solve_by("2x = 4y + 1", &[], &mut taste).is_none());
        }
        let greatest = solve_by("0 <= x & x <= 10 & 0 <= y & y <= x", &[], &mut Taste::Greatest);
        assert_eq!(greatest, Some(vec![("x".to_owned(), 10), ("y".to_owned(), 10)]));
    }
}
