//! A loop of the paper's form as text (paper 001, Fig. 4).

use heureka_number::Int;
use heureka_sil::{Assignment, Condition, Place, ProgramLoop, Scalar, Sign, Sum};

/// The loop, line by line.
pub fn lines(the_loop: &ProgramLoop) -> Vec<String> {
    let by: Vec<String> = the_loop.arrays.iter().map(|(array, index)| format!("{array} by {index}")).collect();
    let mut lines = vec![format!("while ({})    // {}", condition(&the_loop.condition), by.join(", "))];
    for (at, branch) in the_loop.branches.iter().enumerate() {
        let keyword = if at == 0 { "if" } else { "else if" };
        let mut parts: Vec<String> = branch.assignments.iter().map(|own| assignment(the_loop, own)).collect();
        parts.extend(branch.increments.iter().map(|index: &Scalar| format!("{index}++;")));
        if branch.breaks {
            parts.push("break;".to_owned());
        }
        lines.push(format!("  {keyword} ({}) {}", condition_in(the_loop, &branch.condition), parts.join(" ")));
    }
    lines.iter().map(|line| line.replace(['\'', '"'], "_")).collect()
}

fn condition(condition: &Condition) -> String {
    condition_text(condition, &|place| place_text(None, place))
}

fn condition_in(the_loop: &ProgramLoop, condition: &Condition) -> String {
    condition_text(condition, &|place| place_text(Some(the_loop), place))
}

fn condition_text(condition: &Condition, place: &dyn Fn(&Place) -> String) -> String {
    let all = |parts: &[Condition], operator: &str, empty: &str| match parts {
        [] => empty.to_owned(),
        [only] => condition_text(only, place),
        parts => {
            let texts: Vec<String> = parts.iter().map(|part| format!("({})", condition_text(part, place))).collect();
            texts.join(operator)
        }
    };
    match condition {
        Condition::Unknown => "*".to_owned(),
        Condition::Not(inner) => format!("!({})", condition_text(inner, place)),
        Condition::And(parts) => all(parts, " && ", "\\true"),
        Condition::Or(parts) => all(parts, " || ", "\\false"),
        Condition::Compare(sum, sign) => {
            let (mut left, mut right) = (Sum::number(0), Sum::number(0));
            for (own, factor) in sum.terms() {
                if factor.is_negative() {
                    left = left.plus_scaled(&-factor, &Sum::of(own.clone()));
                } else {
                    right = right.plus_scaled(factor, &Sum::of(own.clone()));
                }
            }
            // left ≤ right + constant
            let right = right.plus_number(sum.constant().clone());
            let operator = if *sign == Sign::EqualZero { "==" } else { "<=" };
            format!("{} {operator} {}", sum_text(&left, place), sum_text(&right, place))
        }
    }
}

fn assignment(the_loop: &ProgramLoop, Assignment { target, value }: &Assignment) -> String {
    let place = |own: &Place| place_text(Some(the_loop), own);
    let value = value.as_ref().map_or("*".to_owned(), |value| sum_text(value, &place));
    format!("{} = {value};", place(target))
}

fn place_text(the_loop: Option<&ProgramLoop>, place: &Place) -> String {
    match place {
        Place::Scalar(scalar) => scalar.to_string(),
        Place::Length(array) => format!("\\length({array})"),
        Place::Cell(array, offset) => {
            let index = the_loop.and_then(|own| own.arrays.get(array)).map_or("i".to_owned(), Scalar::to_string);
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
