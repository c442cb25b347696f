//! Formulas and states for people: in the names of the source, without what the front end and the engine made up.
//!
//! What only helpers know is eliminated (temporaries, the common length of the arrays of a contract, parts of pointers); a variable
//! is shown by its name in the source where that is clear, the copy of an array from before a call is `\old(a)`, a value that
//! the program does not have any more is bound under a name like that of its variable; and what follows from the rest is left out.
//!
//! Invariant: what is shown follows from what came in.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::{Program, Role};
use heureka_sil::{Array, Base, Body, Formula, Limits, Scalar, State, entails, simplify};

use super::facts::{Facts, mentions};
use super::names::{Names, shown};

/// What the front end calls the result of a function with a contract.
const RESULT: &str = "__result";

pub struct Presenter<'a> {
    pub program: &'a Program,
    pub names: &'a Names,
    pub limits: Limits<'a>,
}

impl Presenter<'_> {
    /// Whether users know a scalar.
    fn is_known(&self, scalar: &Scalar) -> bool {
        self.names.var(scalar).is_some_and(|var| {
            let about = self.program.var(var);
            about.role == Role::Source && (!about.name.starts_with("__") || about.name == RESULT)
        })
    }

    /// What holds after a loop, in ACSL: without the lengths that arrays have anyway, without the cases in which single cells
    /// differ at the end, and without ways that another one covers.
    pub fn posts(&self, posts: &[Formula]) -> Vec<String> {
        let mut kept: Vec<Formula> = Vec::new();
        for post in posts {
            let post = self.conjunction(post, true);
            let covers = |one: &Formula, other: &Formula| {
                one.exists.is_empty() && entails(other, one, self.limits).is_ok_and(|answer| answer.holds())
            };
            if !kept.iter().any(|other| covers(other, &post)) {
                kept.retain(|other| !covers(&post, other));
                kept.push(post);
            }
        }
        kept.iter().map(Formula::to_string).collect()
    }

    /// A formula in ACSL.
    pub fn formula(&self, formula: &Formula) -> String {
        let alternatives = match &formula.body {
            Body::Or(parts) if !parts.is_empty() => parts.clone(),
            body => vec![body.clone()],
        };
        let mut texts: Vec<String> = Vec::new();
        for body in alternatives {
            let text = self.conjunction(&Formula { exists: formula.exists.clone(), body }, false).to_string();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match &texts[..] {
            [only] => only.clone(),
            all => all.iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(" || "),
        }
    }

    fn conjunction(&self, formula: &Formula, is_short: bool) -> Formula {
        // A variable that is bound under its own name has its value still; it is only not read any more.
        let exists = formula.exists.iter().filter(|scalar| !self.is_known(scalar)).cloned().collect();
        let mut facts = Facts { exists, conjuncts: BTreeSet::new() };
        facts.assume(formula.body.clone());
        let all = formula.all_scalars();
        // Of a function's parameter and the argument of the contract around it, one is enough.
        let is_double = |scalar: &Scalar| {
            all.iter().any(|other| other != scalar && self.is_known(other) && other.name() == stem(scalar))
        };
        facts.project(|scalar| self.is_known(scalar) && !is_double(scalar));
        if is_short {
            facts
                .conjuncts
                .retain(|part| !(is_about_lengths(part) || matches!(part, Body::Or(_)) && is_case_of_cells(part)));
        }
        // Helpers that could not be eliminated take with them what is said of them.
        let helpers: Vec<Scalar> =
            facts.exists.iter().filter(|it| !self.is_known(it) && !is_old_value(it)).cloned().collect();
        facts.conjuncts.retain(|part| !helpers.iter().any(|helper| mentions(part, helper)));
        facts.exists.retain(|scalar| facts.conjuncts.iter().any(|part| mentions(part, scalar)));
        facts.use_equations();
        let formula = facts.formula();
        let short = simplify(&formula, self.limits).unwrap_or(formula);
        let renaming = self.display_names(&short);
        let arrays = display_arrays(&short);
        let renamed = Formula {
            exists: short.exists.iter().map(|scalar| renaming.get(scalar).unwrap_or(scalar).clone()).collect(),
            body: short.body.replace(
                &|scalar| heureka_sil::Term::scalar(renaming.get(scalar).unwrap_or(scalar).clone()),
                &|array| arrays[array].clone(),
            ),
        };
        ordered(renamed)
    }

    /// Short names for the scalars of a formula.
    fn display_names(&self, formula: &Formula) -> BTreeMap<Scalar, Scalar> {
        let all = formula.all_scalars();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut renaming = BTreeMap::new();
        // Free ones first: these are the program's.
        let (bound, free): (Vec<&Scalar>, Vec<&Scalar>) = all.iter().partition(|it| formula.exists.contains(it));
        for (scalar, is_bound) in free.into_iter().map(|it| (it, false)).chain(bound.into_iter().map(|it| (it, true))) {
            let stem = stem(scalar);
            let plain = (!is_bound).then(|| stem.clone());
            let numbered = (0..).map(|number| format!("{stem}{number}"));
            let name =
                plain.into_iter().chain(numbered).find(|name| !taken.contains(name)).expect("numbers do not end");
            taken.insert(name.clone());
            renaming.insert(scalar.clone(), Scalar::new(&name));
        }
        renaming
    }

    /// A state that users can read.
    pub fn state(&self, state: &State) -> String {
        let mut shown_state = State::new();
        for (scalar, value) in state.scalars.iter().filter(|(scalar, _)| self.is_known(scalar)) {
            let name = stem(scalar);
            let is_only = !state.scalars.keys().any(|it| it != scalar && self.is_known(it) && stem(it) == name);
            let name = if is_only { Scalar::new(&name) } else { scalar.clone() };
            shown_state.scalars.insert(name, value.clone());
        }
        let arrays = names_of(state.arrays.keys().cloned().collect(), &BTreeSet::new());
        for (array, cells) in &state.arrays {
            shown_state.arrays.insert(arrays[array].clone(), cells.clone());
        }
        shown_state.to_string()
    }
}

/// Whether a scalar stands for the value that a variable had before.
fn is_old_value(scalar: &Scalar) -> bool {
    let stem = stem(scalar);
    scalar.name().contains('\'') && !stem.starts_with("__") && !stem.is_empty()
}

/// The name in the source.
pub fn stem(scalar: &Scalar) -> String {
    let name = scalar.name();
    let name = name.split(['\'', '"']).next().unwrap_or(name).trim_end_matches('_');
    let name = shown(&Scalar::new(name)).trim_end_matches('_').to_owned();
    match name.strip_suffix("__old") {
        _ if name == RESULT => "\\result".to_owned(),
        Some(of) => format!("\\old({of})"),
        None => name,
    }
}

/// Short names for the arrays of a formula.
fn display_arrays(formula: &Formula) -> BTreeMap<Array, Array> {
    names_of(formula.arrays(), &formula.all_scalars().iter().map(stem).collect())
}

fn names_of(arrays: BTreeSet<Array>, taken: &BTreeSet<String>) -> BTreeMap<Array, Array> {
    let plain = |array: &Array| stem(&Scalar::new(array.name()));
    let is_clear = |array: &Array| {
        let own = plain(array);
        !taken.contains(&own) && !arrays.iter().any(|other| other != array && plain(other) == own)
    };
    arrays.iter().map(|it| (it.clone(), if is_clear(it) { Array::new(&plain(it)) } else { it.clone() })).collect()
}

/// Whether a comparison speaks of nothing but lengths of arrays.
fn is_about_lengths(part: &Body) -> bool {
    matches!(part, Body::Compare(it) if it.sum.terms().all(|(base, _)| matches!(base, Base::Length(_))))
}

/// Whether a choice speaks of single cells.
fn is_case_of_cells(part: &Body) -> bool {
    match part {
        Body::Compare(comparison) => comparison.sum.terms().any(|(base, _)| matches!(base, Base::Read(..))),
        Body::ForAll(_) | Body::Not(_) => false,
        Body::And(parts) | Body::Or(parts) => parts.iter().any(is_case_of_cells),
    }
}

/// Scalars first, then cells, then what holds for all indices.
fn ordered(formula: Formula) -> Formula {
    let rank = |part: &Body| match part {
        Body::Compare(_) if part.names().1.is_empty() => 0,
        Body::Compare(_) => 1,
        Body::Or(_) | Body::And(_) => 2,
        Body::ForAll(_) | Body::Not(_) => 3,
    };
    let mut parts: Vec<Body> = formula.body.conjuncts().into_iter().cloned().collect();
    parts.sort_by_key(rank);
    Formula { exists: formula.exists, body: Body::and(parts) }
}
