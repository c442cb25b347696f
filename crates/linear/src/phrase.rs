//! Constraints as people write them: `x' = x + 1`, `0 <= k' <= 50`, `x' mod 2 = 0`.
//!
//! The canonical text ([`Names::show_row`]) has the variables on the left and the constant on the right; here each
//! constraint is solved for its highest variable, which in path edges is a value now, and the two bounds of one
//! expression are one phrase. Nothing is left out but bounds that the caller says hold anyway; nothing is rounded.

use std::collections::BTreeMap;

use heureka_number::Int;

use crate::conjunction::Conjunction;
use crate::expr::{LinearExpr, Var};
use crate::names::Names;
use crate::row::{Kind, Row};

/// The least and the greatest value of a variable, if it has them.
pub type Limits<'a> = &'a dyn Fn(Var) -> Option<(Int, Int)>;

/// How to write constraints.
pub struct Phrasing<'a> {
    pub names: &'a Names,
    /// Values outside are impossible, so bounds that say no more are left out.
    pub limits: Limits<'a>,
}

/// Phrases are sorted by the variable that they are about; equalities come first, then bounds (by numbers before those by
/// other variables), then remainders.
type Phrases = Vec<(Var, u8, String)>;

/// What bounds an expression.
#[derive(Default)]
struct Bounds {
    lower: Option<Bound>,
    upper: Option<Bound>,
}

struct Bound {
    value: Int,
    strict: bool,
}

impl Bound {
    fn sign(&self) -> &'static str {
        if self.strict { "<" } else { "<=" }
    }

    fn turned_sign(&self) -> &'static str {
        if self.strict { ">" } else { ">=" }
    }
}

impl Phrasing<'_> {
    /// The constraints with `&` between them; `true` for none.
    pub fn text(&self, conjunction: &Conjunction) -> String {
        if conjunction.is_false() {
            return "false".to_owned();
        }
        let phrases = self.phrases(conjunction);
        if phrases.is_empty() { "true".to_owned() } else { phrases.join(" & ") }
    }

    /// One phrase for each constraint, or for two that bound the same expression.
    fn phrases(&self, conjunction: &Conjunction) -> Vec<String> {
        let mut phrases = Phrases::new();
        let mut bounds: BTreeMap<(Var, LinearExpr), Bounds> = BTreeMap::new();
        for row in conjunction.rows() {
            match row.kind() {
                Kind::Equal => phrases.push(self.equality(row)),
                Kind::AtLeast | Kind::Above => add_bound(&mut bounds, row),
                Kind::Modulo { modulus, width } => phrases.push(self.remainder(row.expr(), modulus, width)),
            }
        }
        for ((subject, expr), bounds) in bounds {
            let rank = if expr.terms().len() == 1 { 1 } else { 2 };
            phrases.extend(self.bounds(subject, &expr, bounds).map(|text| (subject, rank, text)));
        }
        phrases.sort();
        phrases.into_iter().map(|(_, _, text)| text).collect()
    }

    fn equality(&self, row: &Row) -> (Var, u8, String) {
        let (var, coefficient) = subject(row.expr());
        let expr = if coefficient.is_negative() { row.expr().negated() } else { row.expr().clone() };
        let left = LinearExpr::new([(var, coefficient.abs())], Int::ZERO);
        let right = left.minus(&expr);
        (var, 0, format!("{} = {}", self.sum(&left), self.sum(&right)))
    }

    fn bounds(&self, subject: Var, expr: &LinearExpr, mut bounds: Bounds) -> Option<String> {
        let coefficient = expr.coefficient(subject).expect("the subject is in the expression");
        if expr.terms().len() == 1
            && coefficient.is_one()
            && let Some((least, greatest)) = (self.limits)(subject)
        {
            bounds.upper = bounds.upper.filter(|bound| bound.strict || bound.value < greatest);
            // `0 <= n <= 6` reads better than `n <= 6`.
            let is_kept = bounds.upper.is_some() && least.is_zero();
            bounds.lower = bounds.lower.filter(|bound| is_kept || bound.strict || bound.value > least);
        }
        let is_solved = coefficient.is_one();
        let both = bounds.lower.is_some() && bounds.upper.is_some();
        // What stands in the middle: the subject, or what cannot be solved for it.
        let middle = match (is_solved, both) {
            (true, _) => LinearExpr::var(subject),
            (false, true) => expr.clone(),
            (false, false) => LinearExpr::new(expr.terms().iter().filter(|(_, c)| c.is_positive()).cloned(), Int::ZERO),
        };
        let rest = middle.minus(expr);
        let side = |bound: &Bound| self.sum(&rest.plus_constant(bound.value.clone()));
        let middle = self.sum(&middle);
        match (&bounds.lower, &bounds.upper) {
            (Some(lower), Some(upper)) => {
                Some(format!("{} {} {middle} {} {}", side(lower), lower.sign(), upper.sign(), side(upper)))
            }
            (Some(lower), None) => Some(format!("{middle} {} {}", lower.turned_sign(), side(lower))),
            (None, Some(upper)) => Some(format!("{middle} {} {}", upper.sign(), side(upper))),
            (None, None) => None,
        }
    }

    /// `(f + c) mod m <= w`: the remainder of f lies in a cyclic interval.
    fn remainder(&self, expr: &LinearExpr, modulus: &Int, width: &Int) -> (Var, u8, String) {
        let near_zero = |c: &Int| if c + c > *modulus { c - modulus } else { c.clone() };
        let mut start = -expr.constant();
        let mut sum = LinearExpr::new(expr.terms().iter().map(|(var, c)| (*var, near_zero(c))), Int::ZERO);
        let (var, leading) = sum.leading().expect("a canonical row has a variable").clone();
        if leading.is_negative() {
            sum = sum.negated();
            start = -(start + width);
        }
        let first = start.mod_floor(modulus);
        let last = &first + width;
        let is_plain = sum.terms().len() == 1 && leading.is_unit();
        let remainder = |sum: &LinearExpr, plain: bool| {
            let text = self.sum(sum);
            if plain { format!("{text} mod {modulus}") } else { format!("({text}) mod {modulus}") }
        };
        let text = remainder(&sum, is_plain);
        let phrase = if width.is_zero() {
            format!("{text} = {first}")
        } else if *width == modulus - Int::new(2) {
            format!("{text} != {}", (first - Int::ONE).mod_floor(modulus))
        } else if last >= *modulus {
            format!("{} <= {width}", remainder(&sum.plus_constant(modulus - first), false))
        } else if first.is_zero() {
            format!("{text} <= {last}")
        } else if last == modulus - Int::ONE {
            format!("{text} >= {first}")
        } else {
            format!("{first} <= {text} <= {last}")
        };
        (var, 3, phrase)
    }

    /// Without a minus in front where that can be.
    fn sum(&self, expr: &LinearExpr) -> String {
        let constant = (String::new(), expr.constant().clone());
        let terms = || expr.terms().iter().map(|(var, c)| (self.names.name(*var), c.clone()));
        let positive = terms().filter(|(_, c)| c.is_positive());
        let negative = terms().filter(|(_, c)| c.is_negative());
        let no_positive = expr.terms().iter().all(|(_, c)| c.is_negative());
        let (before, after) =
            if no_positive && constant.1.is_positive() { (Some(constant), None) } else { (None, Some(constant)) };
        let mut text = String::new();
        for (name, number) in before.into_iter().chain(positive).chain(negative).chain(after) {
            append(&mut text, &name, &number);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

fn append(text: &mut String, name: &str, number: &Int) {
    if number.is_zero() {
        return;
    }
    text.push_str(match (text.is_empty(), number.is_negative()) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    });
    let size = number.abs();
    match (name.is_empty(), size.is_one()) {
        (true, _) => text.push_str(&size.to_string()),
        (false, true) => text.push_str(name),
        (false, false) => text.push_str(&format!("{size}*{name}")),
    }
}

/// The variable to solve for: the highest that needs no division, or else the highest.
fn subject(expr: &LinearExpr) -> (Var, Int) {
    let unit = expr.terms().iter().rev().find(|(_, coefficient)| coefficient.is_unit());
    unit.or(expr.leading()).expect("a canonical row has a variable").clone()
}

fn add_bound(bounds: &mut BTreeMap<(Var, LinearExpr), Bounds>, row: &Row) {
    let (var, coefficient) = subject(row.expr());
    let strict = *row.kind() == Kind::Above;
    let mut sum = row.expr().clone();
    sum.set_constant(Int::ZERO);
    let constant = row.expr().constant();
    if coefficient.is_negative() {
        let upper = Some(Bound { value: constant.clone(), strict });
        bounds.entry((var, sum.negated())).or_default().upper = upper;
    } else {
        let lower = Some(Bound { value: -constant, strict });
        bounds.entry((var, sum)).or_default().lower = lower;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Numbers;

    fn phrased(text: &str, numbers: Numbers) -> String {
        let mut names = Names::default();
        for name in ["x", "y", "x'", "y'"] {
            names.var(name);
        }
        let conjunction = Conjunction::parse(text, numbers, &mut names).expect("the text is right");
        Phrasing { names: &names, limits: &|_| None }.text(&conjunction)
    }

    #[test]
    fn constraints_are_solved_for_values_now() {
        for (constraint, phrase) in [
            ("x' - x = 1", "x' = x + 1"),
            ("x' + x = 5", "x' = 5 - x"),
            ("x' + x + y = 0", "x' = -x - y"),
            ("x = 10 & y = 20 & x' = y & y' = x", "x = 10 & y = 20 & x' = 20 & y' = 10"),
            ("2y' = x' + 1", "x' = 2*y' - 1"),
            ("3x' = 2x + 6y + 1", "3*x' = 2*x + 6*y + 1"),
            ("x' >= 0 & x' <= 50", "0 <= x' <= 50"),
            ("x' >= x & x' <= x + 5", "x <= x' <= x + 5"),
            ("y' <= 2x' - 3", "y' <= 2*x' - 3"),
            ("x' - 2y' <= 3", "x' <= 2*y' + 3"),
            ("x' - 2y' <= 3 & x' - 2y' >= 1", "2*y' + 1 <= x' <= 2*y' + 3"),
            ("3x' - 2y' <= 3", "2*y' >= 3*x' - 3"),
            ("3x' - 2y' <= 3 & 3x' - 2y' >= 1", "-3 <= 2*y' - 3*x' <= -1"),
            ("true", "true"),
            ("false", "false"),
        ] {
            assert_eq!(phrased(constraint, Numbers::Integer), phrase, "{constraint}");
        }
        assert_eq!(phrased("2x' > 3 & 2x' <= 9", Numbers::Real), "3 < 2*x' <= 9");
        assert_eq!(phrased("x' > 3 & x' < y", Numbers::Real), "x' > 3 & x' < y");
        assert_eq!(phrased("x' > 3 & x' <= 4", Numbers::Real), "3 < x' <= 4");
    }

    #[test]
    fn remainders() {
        for (constraint, phrase) in [
            ("x' mod 2 <= 0", "x' mod 2 = 0"),
            ("(x' + 1) mod 2 <= 0", "x' mod 2 = 1"),
            ("(x' - x) mod 3 <= 0", "(x' - x) mod 3 = 0"),
            ("(2x' + 1) mod 5 <= 0", "(2*x') mod 5 = 4"),
            ("x' mod 4 <= 1", "x' mod 4 <= 1"),
            ("(x' - 1) mod 5 <= 1", "1 <= x' mod 5 <= 2"),
            ("(x' - 3) mod 6 <= 2", "x' mod 6 >= 3"),
            ("(x' + 1) mod 5 <= 3", "x' mod 5 != 3"),
            ("(x' + 1) mod 5 <= 1", "(x' + 1) mod 5 <= 1"),
        ] {
            assert_eq!(phrased(constraint, Numbers::Integer), phrase, "{constraint}");
        }
    }

    #[test]
    fn bounds_that_hold_anyway_are_left_out() {
        let mut names = Names::default();
        let text = "x >= 0 & x <= 255 & y >= 1 & y <= 255 & z >= 0 & z <= 6 & x' >= -1";
        let conjunction = Conjunction::parse(text, Numbers::Integer, &mut names).expect("the text is right");
        let byte = |var: Var| (var.0 < 3).then(|| (Int::ZERO, Int::from(255)));
        assert_eq!(Phrasing { names: &names, limits: &byte }.text(&conjunction), "y >= 1 & 0 <= z <= 6 & x' >= -1");
    }
}
