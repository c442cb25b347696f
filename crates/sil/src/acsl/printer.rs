//! Formulas as ACSL, the way a person would write them: bounds as `lo <= i < hi`, two opposite differences as an
//! equality, the larger side on the right.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Write};

use heureka_number::Int;

use crate::formula::{Body, Comparison, Difference, Formula, Operand, Property, Sign};
use crate::names::Array;
use crate::sum::Sum;
use crate::term::{Base, Term};

/// How tightly the context binds: a part that binds less gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Whole,
    Or,
    And,
    Not,
}

impl Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.exists.is_empty() {
            let names: Vec<&str> = self.exists.iter().map(|scalar| scalar.name()).collect();
            write!(f, "\\exists integer {}; ", names.join(", "))?;
        }
        write_body(f, &self.body, Tightness::Whole, index_name(self))
    }
}

impl Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_body(f, self, Tightness::Whole, index_name(&Formula::from(self.clone())))
    }
}

impl Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = Body::ForAll(self.clone());
        write_property(f, self, index_name(&Formula::from(body)))
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&term(self))
    }
}

impl Display for Sum<Base> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sum(self.terms().map(|(b, c)| (base(b), c.clone())), self.constant()))
    }
}

/// A name for the index that is no scalar of the formula: `i`, `j`, `k`, …
fn index_name(formula: &Formula) -> &'static str {
    let taken: BTreeSet<_> = formula.all_scalars();
    let names = ["i", "j", "k", "l", "p", "q", "r", "idx", "index", "position", "at"];
    let free = names.into_iter().find(|name| taken.iter().all(|scalar| scalar.name() != *name));
    free.unwrap_or("the_index_of_the_property")
}

fn write_body(f: &mut fmt::Formatter<'_>, body: &Body, context: Tightness, index: &str) -> fmt::Result {
    match body {
        Body::Compare(comparison) => f.write_str(&comparison_text(comparison)),
        Body::ForAll(property) if context == Tightness::Whole => write_property(f, property, index),
        Body::ForAll(property) => {
            f.write_char('(')?;
            write_property(f, property, index)?;
            f.write_char(')')
        }
        Body::Not(inner) => {
            f.write_char('!')?;
            match **inner {
                Body::Compare(_) => {
                    f.write_char('(')?;
                    write_body(f, inner, Tightness::Whole, index)?;
                    f.write_char(')')
                }
                _ => write_body(f, inner, Tightness::Not, index),
            }
        }
        Body::And(parts) if parts.is_empty() => f.write_str("\\true"),
        Body::Or(parts) if parts.is_empty() => f.write_str("\\false"),
        Body::And(parts) => write_list(f, parts, " && ", Tightness::And, context, index),
        Body::Or(parts) => write_list(f, parts, " || ", Tightness::Or, context, index),
    }
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    parts: &[Body],
    between: &str,
    own: Tightness,
    context: Tightness,
    index: &str,
) -> fmt::Result {
    let parentheses = context >= own;
    if parentheses {
        f.write_char('(')?;
    }
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            f.write_str(between)?;
        }
        // The last part may reach to the end.
        let last_quantifier = number + 1 == parts.len() && !parentheses && context == Tightness::Whole;
        let inner = if last_quantifier && matches!(part, Body::ForAll(_)) { Tightness::Whole } else { own };
        write_body(f, part, inner, index)?;
    }
    if parentheses {
        f.write_char(')')?;
    }
    Ok(())
}

fn write_property(f: &mut fmt::Formatter<'_>, property: &Property, index: &str) -> fmt::Result {
    write!(f, "\\forall integer {index}; ")?;
    let guard = guard_text(property, index);
    if !guard.is_empty() {
        write!(f, "{guard} ==> ")?;
    }
    let alternatives: Vec<Vec<String>> =
        property.value.0.iter().map(|conjunction| conjunction_texts(conjunction, index)).collect();
    match &alternatives[..] {
        [] => f.write_str("\\false"),
        [only] if only.is_empty() => f.write_str("\\true"),
        [only] => f.write_str(&only.join(" && ")),
        several => {
            let texts: Vec<String> = several.iter().map(|parts| parts.join(" && ")).collect();
            f.write_str(&texts.join(" || "))
        }
    }
}

fn guard_text(property: &Property, index: &str) -> String {
    if property.lower.len() == 1 && property.lower == property.upper {
        return format!("{index} == {}", term(&property.lower[0]));
    }
    let mut parts = Vec::new();
    for place in 0..property.lower.len().max(property.upper.len()) {
        let below = property.lower.get(place).map(|lower| format!("{} <= ", term(lower))).unwrap_or_default();
        let above = property.upper.get(place).map(|upper| format!(" < {}", term(&upper.plus(1)))).unwrap_or_default();
        parts.push(format!("{below}{index}{above}"));
    }
    parts.join(" && ")
}

fn conjunction_texts(conjunction: &[Difference], index: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut done = vec![false; conjunction.len()];
    for (place, difference) in conjunction.iter().enumerate() {
        if done[place] {
            continue;
        }
        let back = conjunction
            .iter()
            .enumerate()
            .skip(place + 1)
            .find(|(other, back)| !done[*other] && back.left == difference.right && back.right == difference.left);
        let Difference { left, right, bound } = difference;
        match back {
            Some((other, back)) if back.bound == -bound => {
                done[other] = true;
                let (left, right, bound) =
                    if is_simpler(left, right) { (right, left, -bound) } else { (left, right, bound.clone()) };
                texts.push(format!("{} == {}", operand(left, index), shifted(operand(right, index), right, &bound)));
            }
            Some((other, back)) if *left == Operand::Zero || *right == Operand::Zero => {
                // lower ≤ x ≤ upper
                done[other] = true;
                let (cell, lower, upper) = if *left == Operand::Zero {
                    (right, -bound, back.bound.clone())
                } else {
                    (left, -&back.bound, bound.clone())
                };
                texts.push(format!("{lower} <= {} <= {upper}", operand(cell, index)));
            }
            _ => texts.push(difference_text(difference, index)),
        }
    }
    texts
}

fn difference_text(Difference { left, right, bound }: &Difference, index: &str) -> String {
    let (l, r) = (operand(left, index), operand(right, index));
    if *left == Operand::Zero {
        // −right ≤ bound
        return format!("{r} >= {}", -bound);
    }
    if *right == Operand::Zero {
        return format!("{l} <= {bound}");
    }
    if bound.is_negative() && bound.abs().is_one() {
        return format!("{l} < {r}");
    }
    format!("{l} <= {}", shifted(r, right, bound))
}

/// Whether an operand reads better on the right.
fn is_simpler(left: &Operand, right: &Operand) -> bool {
    let weight = |operand: &Operand| match operand {
        Operand::Zero => 0,
        Operand::Base(_) => 1,
        Operand::Index => 2,
        Operand::Cell(..) => 3,
    };
    weight(left) < weight(right)
}

fn shifted(text: String, operand: &Operand, number: &Int) -> String {
    match operand {
        Operand::Zero => number.to_string(),
        _ => sum(std::iter::once((text, Int::ONE)), number),
    }
}

fn operand(operand: &Operand, index: &str) -> String {
    match operand {
        Operand::Zero => "0".to_owned(),
        Operand::Index => index.to_owned(),
        Operand::Cell(array, offset) => {
            let position = sum(std::iter::once((index.to_owned(), Int::ONE)), &Int::from(*offset));
            cell(array, &position)
        }
        Operand::Base(it) => base(it),
    }
}

/// `a[position]`, `\old(a[position])`; the index of a quantifier is the same before and after.
fn cell(array: &Array, position: &str) -> String {
    match array.name().strip_prefix("\\old(").and_then(|name| name.strip_suffix(')')) {
        Some(name) => format!("\\old({name}[{position}])"),
        None => format!("{array}[{position}]"),
    }
}

fn base(it: &Base) -> String {
    match it {
        Base::Scalar(scalar) => scalar.name().to_owned(),
        Base::Length(array) => format!("\\length({array})"),
        // Not `\old(a[n])`, which would speak of the old `n`.
        Base::Read(array, position) => format!("{array}[{}]", term(position)),
    }
}

fn term(it: &Term) -> String {
    match &it.base {
        None => it.offset.to_string(),
        Some(start) => sum(std::iter::once((base(start), Int::ONE)), &it.offset),
    }
}

/// `2 * x - y + 3`.
fn sum(terms: impl Iterator<Item = (String, Int)>, constant: &Int) -> String {
    let mut text = String::new();
    let mut add = |factor: &Int, name: &str| {
        text.push_str(match (text.is_empty(), factor.is_negative()) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        let size = factor.abs();
        match (name.is_empty(), size.is_one()) {
            (true, _) => text.push_str(&size.to_string()),
            (false, true) => text.push_str(name),
            (false, false) => write!(text, "{size} * {name}").expect("writing to a string does not fail"),
        }
    };
    for (name, factor) in terms {
        add(&factor, &name);
    }
    if !constant.is_zero() {
        add(constant, "");
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

fn comparison_text(comparison: &Comparison) -> String {
    // Terms with a minus go to the left: the rest is at least as large.
    let (mut left, mut right) = (Sum::<Base>::zero(), Sum::zero());
    for (quantity, coefficient) in comparison.sum.terms() {
        let part = Sum::of(quantity.clone());
        if coefficient.is_negative() {
            left = left.plus_scaled(&coefficient.abs(), &part);
        } else {
            right = right.plus_scaled(coefficient, &part);
        }
    }
    let constant = comparison.sum.constant().clone();
    if left.as_number().is_some() {
        let sign = if comparison.sign == Sign::EqualZero { "==" } else { ">=" };
        return format!("{right} {sign} {}", -constant);
    }
    match comparison.sign {
        Sign::EqualZero if right.as_number().is_some() => format!("{left} == {constant}"),
        Sign::EqualZero => {
            if constant.is_negative() {
                return format!("{right} == {}", left.plus_number(-constant));
            }
            format!("{left} == {}", right.plus_number(constant))
        }
        Sign::AtLeastZero if right.as_number().is_none() && constant == Int::MINUS_ONE => format!("{left} < {right}"),
        Sign::AtLeastZero => format!("{left} <= {}", right.plus_number(constant)),
    }
}
