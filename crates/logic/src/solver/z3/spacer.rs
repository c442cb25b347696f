//! Horn clauses, answered by Spacer, Z3's engine for them (Komuravelli, Gurfinkel, Chaki 2014).
//!
//! Z3's own transformations that merge or slice clauses are switched off: derivations and solutions must speak of the clauses
//! that were given. Invariant: a query ends with its limits; what is left of an interrupt goes away with the thread that
//! asked, so each query has a thread of its own (see [`crate::horn::race`]).

use std::collections::HashMap;

use heureka_number::Int;
use z3::ast::{self, Ast, Bool, Dynamic};
use z3::{AstKind, Fixedpoint, FuncDecl, Params, SatResult, Sort};

use super::count::{STEP_OF_SPACER, count, is_used_up, steps_until};
use super::translate::Translator;
use super::watch::under_watch;
use crate::horn::{Derivation, Settings, Step, System, Verdict};
use crate::pool::{SymbolId, Terms};
use crate::solver::{Limits, SolverError};

/// Asks Spacer about a system.
pub fn solve_horn(
    terms: &Terms,
    system: &System,
    settings: &Settings,
    limits: Limits<'_>,
) -> Result<Verdict, SolverError> {
    limits.check()?;
    let fixedpoint = Fixedpoint::new();
    let steps = steps_until(STEP_OF_SPACER, limits.deadline);
    fixedpoint.set_params(&parameters(settings, steps.unwrap_or(0)));
    let mut translator = Translator::default();
    let error = FuncDecl::new(crate::horn::ERROR, &[], &Sort::bool());
    fixedpoint.register_relation(&error);
    let is_error = error.apply(&[]).as_bool().expect("a relation is a condition");
    let mut registered: Vec<SymbolId> = Vec::new();
    for clause in &system.clauses {
        let variables = crate::horn::variables(terms, clause);
        let mut parts = Vec::new();
        for &atom in clause.body.iter().chain(&clause.head) {
            let translated = translator.translate(terms, atom).bool().clone();
            let predicate = crate::horn::predicate(terms, atom);
            if !registered.contains(&predicate) {
                registered.push(predicate);
                fixedpoint.register_relation(&translated.decl());
            }
            parts.push(translated);
        }
        let head = if clause.head.is_some() { parts.pop().expect("a head") } else { is_error.clone() };
        parts.push(translator.translate(terms, clause.constraint).bool().clone());
        let body = Bool::and(&parts.iter().collect::<Vec<_>>());
        let rule = body.implies(&head);
        let bound: Vec<Dynamic> = variables.iter().map(|symbol| translator.constant(terms, *symbol)).collect();
        let bound: Vec<&dyn Ast> = bound.iter().map(|variable| variable as &dyn Ast).collect();
        match bound.is_empty() {
            true => fixedpoint.add_rule(&rule, None),
            false => fixedpoint.add_rule(&ast::forall_const(&bound, &[], &rule), None),
        }
    }
    let (result, stopped) = under_watch(&limits, || fixedpoint.query(&is_error));
    count(STEP_OF_SPACER, || fixedpoint.get_statistics());
    if let Some(reason) = stopped {
        limits.deadline.into_iter().for_each(heureka_clock::worked_until);
        return Err(reason);
    }
    let answer = || fixedpoint.get_answer().ok_or(SolverError::NotAvailable("answer"));
    Ok(match result {
        SatResult::Unsat => Verdict::Solved(answer()?.to_string()),
        SatResult::Sat => {
            let proof = Dynamic::from_ast(&answer()?);
            let names: HashMap<String, SymbolId> =
                registered.iter().map(|symbol| (format!("k!{}", symbol.index()), *symbol)).collect();
            Verdict::Refuted(derivation(&proof, &names))
        }
        SatResult::Unknown => {
            let reason = fixedpoint.get_reason_unknown();
            if steps.is_some() && is_used_up(&reason, limits.deadline) {
                limits.deadline.into_iter().for_each(heureka_clock::worked_until);
                return Err(SolverError::TimedOut);
            }
            Verdict::Unknown(reason)
        }
    })
}

fn parameters(settings: &Settings, steps: u32) -> Params {
    let mut params = Params::new();
    if steps > 0 {
        params.set_u32("rlimit", steps);
    }
    params.set_symbol("engine", "spacer");
    for name in ["xform.slice", "xform.inline_eager", "xform.inline_linear"] {
        params.set_bool(name, false);
    }
    for &(name, value) in &settings.flags {
        params.set_bool(name, value);
    }
    for &(name, value) in &settings.numbers {
        params.set_u32(name, value);
    }
    params
}

/// The steps of Z3's proof: nodes `hyper-res` with a rule, the premises and what follows.
fn derivation(proof: &Dynamic, names: &HashMap<String, SymbolId>) -> Derivation {
    let mut steps: Vec<Step> = Vec::new();
    let mut places: HashMap<Dynamic, usize> = HashMap::new();
    let mut open = vec![(proof.clone(), false)];
    while let Some((node, is_ready)) = open.pop() {
        if places.contains_key(&node) || node.kind() != AstKind::App {
            continue;
        }
        let children = node.children();
        let is_step = node.decl().name() == "hyper-res" && children.len() >= 2;
        if !is_ready {
            open.push((node, true));
            // The rule comes first and the conclusion last; what is around the steps has them among its children.
            let inner = if is_step { &children[1..children.len() - 1] } else { &children[..] };
            open.extend(inner.iter().rev().map(|child| (child.clone(), false)));
            continue;
        }
        if !is_step {
            continue;
        }
        let premises = children[1..children.len() - 1].iter().filter_map(|child| places.get(child).copied()).collect();
        let conclusion = &children[children.len() - 1];
        let predicate = names.get(&conclusion.decl().name()).copied();
        let values = conclusion.children().iter().map(number).collect();
        places.insert(node, steps.len());
        steps.push(Step { predicate, values, premises });
    }
    // Behind the first step that derives no predicate there are only Z3's own relations.
    let end = steps.iter().position(|step| step.predicate.is_none()).map_or(steps.len(), |at| at + 1);
    steps.truncate(end);
    Derivation { steps }
}

fn number(term: &Dynamic) -> Option<Int> {
    term.as_int()?;
    if let Some(small) = term.as_int().and_then(|term| term.as_i64()) {
        return Some(Int::from(small));
    }
    let text = term.to_string();
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let value = Int::from_digits(&digits, 10).ok()?;
    Some(if text.contains('-') { -value } else { value })
}
