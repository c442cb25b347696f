//! A short way to write certificates: for each location `L3: 0 <= i, i <= n@ | i = 7`, where `x@` is the value of `x` at
//! the entry, `,` is "and", `|` is "or", and `*` says that anything may come here. A location that is not listed is
//! unreachable.

use heureka_certify::{Checked, Numbers, Question, Rejected, check};
use heureka_ir::invariant::{Constraint, Invariant, Invariants, Relation, Value};
use heureka_ir::{LocId, Program, Property, VarId};
use heureka_logic::solver::{Limits, SolverFactory};

pub fn invariants(program: &Program, text: &str) -> Invariants {
    let mut at = vec![Invariant::unreachable(); program.locs.len()];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (loc, rest) = line.split_once(':').expect("a location and its invariant");
        let loc = LocId(loc.trim().trim_start_matches('L').parse().expect("L and a number"));
        let disjunct = |text: &str| match text.trim() {
            "*" => Box::default(),
            text => text.split(',').map(|text| constraint(program, loc, text)).collect(),
        };
        at[loc.index()] = Invariant { disjuncts: rest.split('|').map(disjunct).collect() };
    }
    Invariants::new(at)
}

fn constraint(program: &Program, loc: LocId, text: &str) -> Constraint {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(at) = words.iter().position(|word| *word == "mod") {
        let [modulus, "<=", width] = words[at + 1..] else { panic!("`e mod m <= w` is expected, not {text}") };
        let relation = Relation::Modulo { modulus: modulus.parse().unwrap(), width: width.parse().unwrap() };
        return build(linear(program, loc, &words[..at]), relation);
    }
    let at = words.iter().position(|word| ["<=", ">=", "<", ">", "="].contains(word)).expect("a comparison");
    let (left, right) = (linear(program, loc, &words[..at]), linear(program, loc, &words[at + 1..]));
    let minus = |a: Sum, b: Sum| Sum {
        constant: a.constant - b.constant,
        terms: a.terms.into_iter().chain(b.terms.into_iter().map(|(value, factor)| (value, -factor))).collect(),
    };
    match words[at] {
        "=" => build(minus(left, right), Relation::Zero),
        ">=" => build(minus(left, right), Relation::AtLeastZero),
        "<=" => build(minus(right, left), Relation::AtLeastZero),
        ">" => build(minus(left, right), Relation::AboveZero),
        _ => build(minus(right, left), Relation::AboveZero),
    }
}

#[derive(Default)]
struct Sum {
    constant: i128,
    terms: Vec<(Value, i128)>,
}

fn build(sum: Sum, relation: Relation) -> Constraint {
    let mut terms = std::collections::BTreeMap::new();
    for (value, factor) in sum.terms {
        *terms.entry(value).or_insert(0) += factor;
    }
    terms.retain(|_, factor| *factor != 0);
    Constraint { terms: terms.into_iter().collect(), constant: sum.constant, relation }
}

fn linear(program: &Program, loc: LocId, words: &[&str]) -> Sum {
    let mut sum = Sum::default();
    let mut sign = 1;
    for word in words {
        match *word {
            "+" => sign = 1,
            "-" => sign = -1,
            word => {
                let (factor, name) = match word.split_once('*') {
                    Some((factor, name)) => (factor.parse().unwrap(), name),
                    None => (1, word),
                };
                match name.parse::<i128>() {
                    Ok(constant) => sum.constant += sign * factor * constant,
                    Err(_) => sum.terms.push((value(program, loc, name), sign * factor)),
                }
                sign = 1;
            }
        }
    }
    sum
}

fn value(program: &Program, loc: LocId, name: &str) -> Value {
    let proc = program.loc(loc).proc;
    let find = |name: &str| {
        let is_it = |var: &VarId| {
            let var = program.var(*var);
            var.name == name && var.owner.is_none_or(|owner| owner == proc)
        };
        program.var_ids().find(is_it).unwrap_or_else(|| panic!("no variable {name} at {loc}"))
    };
    match name.strip_suffix('@') {
        Some(name) => Value::AtEntry(find(name)),
        None => Value::Now(find(name)),
    }
}

/// The verdict of the checker.
pub fn judge(
    program: &Program,
    properties: &[Property],
    numbers: Numbers,
    invariants: &Invariants,
) -> Result<Checked, Rejected> {
    let properties = properties.iter().copied().collect();
    let question = Question { program, properties: &properties, numbers };
    check(&question, invariants, &SolverFactory::default(), Limits::NONE)
}
