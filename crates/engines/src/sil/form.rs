//! A loop of the paper's form as text (paper 001, Fig. 4).

use heureka_number::Int;
use heureka_sil::{Assignment, Condition, Place, ProgramLoop, Scalar, Sign, Sum};

/// The loop, line by line.
pub fn lines(the_loop: &ProgramLoop) -> Vec<String> {
    let place = |place: &Place| place_text(the_loop, place);
    let by = the_loop.arrays.iter().map(|(array, index)| format!("{} by {}", name(array.name()), name(index.name())));
    let by: Vec<String> = by.collect();
    let condition = text(&the_loop.condition, true, &place);
    let mut lines = vec![format!("while ({})    // {}", condition.unwrap_or("true".to_owned()), by.join(", "))];
    for (at, branch) in the_loop.branches.iter().enumerate() {
        let mut parts: Vec<String> = branch.assignments.iter().map(|own| assignment(the_loop, own)).collect();
        parts.extend(branch.increments.iter().map(|index: &Scalar| format!("{}++;", name(index.name()))));
        if branch.breaks {
            parts.push("break;".to_owned());
        }
        let when = match (at, text(&branch.condition, true, &place)) {
            (0, None) => String::new(),
            (0, Some(condition)) => format!("if ({condition}) "),
            (_, None) => "else ".to_owned(),
            (_, Some(condition)) => format!("else if ({condition}) "),
        };
        lines.push(format!("  {when}{}", parts.join(" ")));
    }
    lines
}

/// A name as users know it.
pub fn name(name: &str) -> String {
    super::present::stem(&Scalar::new(name))
}

/// A condition, or its negation; none if it is true.
fn text(condition: &Condition, positive: bool, place: &dyn Fn(&Place) -> String) -> Option<String> {
    let join = |parts: &[Condition], is_and: bool| {
        let texts: Vec<Option<String>> = parts.iter().map(|part| text(part, positive, place)).collect();
        if is_and {
            let texts: Vec<String> = texts.into_iter().flatten().collect();
            return (!texts.is_empty()).then(|| bracketed(&texts, " && "));
        }
        let texts: Option<Vec<String>> = texts.into_iter().collect();
        texts.map(|texts| if texts.is_empty() { "false".to_owned() } else { bracketed(&texts, " || ") })
    };
    match condition {
        Condition::Unknown => Some("*".to_owned()),
        Condition::Not(inner) => text(inner, !positive, place),
        Condition::And(parts) => join(parts, positive),
        Condition::Or(parts) => join(parts, !positive),
        Condition::Compare(sum, sign) => Some(comparison(sum, *sign, positive, place)),
    }
}

fn bracketed(texts: &[String], operator: &str) -> String {
    match texts {
        [only] => only.clone(),
        all => {
            let one = |text: &String| if text.contains(['&', '|']) { format!("({text})") } else { text.clone() };
            all.iter().map(one).collect::<Vec<_>>().join(operator)
        }
    }
}

/// `sum ≥ 0` or `sum = 0`, or the opposite, with positive terms on both sides.
fn comparison(sum: &Sum<Place>, sign: Sign, positive: bool, place: &dyn Fn(&Place) -> String) -> String {
    let (mut left, mut right) = (Sum::zero(), Sum::zero());
    for (own, factor) in sum.terms() {
        if factor.is_negative() {
            right = right.plus_scaled(&-factor, &Sum::of(own.clone()));
        } else {
            left = left.plus_scaled(factor, &Sum::of(own.clone()));
        }
    }
    // left + constant ⋈ right
    let constant = sum.constant().clone();
    let write = |left: &Sum<Place>, operator: &str, right: &Sum<Place>| {
        format!("{} {operator} {}", sum_text(left, place), sum_text(right, place))
    };
    if sign == Sign::EqualZero {
        return write(&left, if positive { "==" } else { "!=" }, &right.plus_number(-constant));
    }
    if left.terms().next().is_none() {
        // constant ≥ right
        return match positive {
            true => write(&right, "<=", &Sum::number(constant)),
            false => write(&right, ">", &Sum::number(constant)),
        };
    }
    let is_strict = constant == Int::MINUS_ONE && right.terms().next().is_some();
    match (positive, is_strict) {
        (true, true) => write(&right, "<", &left),
        (true, false) if right.terms().next().is_none() => write(&left, ">=", &Sum::number(-constant)),
        (true, false) => write(&right, "<=", &left.plus_number(constant)),
        (false, true) => write(&left, "<=", &right),
        (false, false) => write(&left, "<", &right.plus_number(-constant)),
    }
}

fn assignment(the_loop: &ProgramLoop, Assignment { target, value }: &Assignment) -> String {
    let place = |own: &Place| place_text(the_loop, own);
    let value = value.as_ref().map_or("*".to_owned(), |value| sum_text(value, &place));
    format!("{} = {value};", place(target))
}

fn place_text(the_loop: &ProgramLoop, place: &Place) -> String {
    match place {
        Place::Scalar(scalar) => name(scalar.name()),
        Place::Length(array) => format!("\\length({})", name(array.name())),
        Place::Cell(array, offset) => {
            let index = the_loop.arrays.get(array).map_or("i".to_owned(), |index| name(index.name()));
            let array = name(array.name());
            match offset {
                0 => format!("{array}[{index}]"),
                offset if *offset < 0 => format!("{array}[{index} - {}]", -offset),
                offset => format!("{array}[{index} + {offset}]"),
            }
        }
    }
}

fn sum_text(sum: &Sum<Place>, place: &dyn Fn(&Place) -> String) -> String {
    let mut text = String::new();
    for (own, factor) in sum.terms() {
        let sign = match (text.is_empty(), factor.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = factor.abs();
        let times = if size == Int::ONE { String::new() } else { format!("{size} * ") };
        text.push_str(&format!("{sign}{times}{}", place(own)));
    }
    match sum.constant() {
        constant if text.is_empty() => constant.to_string(),
        constant if constant.is_zero() => text,
        constant if constant.is_negative() => format!("{text} - {}", constant.abs()),
        constant => format!("{text} + {constant}"),
    }
}
