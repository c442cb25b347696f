//! Predicates from the end of a path.
//!
//! Interpolants of large blocks are dear. The region of a node excludes the rest of the path, while that of the next node on
//! the path does not: so what matters is at the next one. One way along the rest, which a model shows, is a conjunction of
//! literals; those of them that the block before contradicts, written over the variables of each cut point on the way, are
//! the predicates: weakest preconditions, and of these only what is needed.

use std::collections::BTreeSet;

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Row, Var, interrupt};
use heureka_logic::solver::{Answer, SolverError};
use heureka_logic::{Assignment, Op, Substitution, SymbolId, TermId, evaluate_all};
use heureka_number::Int;

use super::encode::Encoder;
use super::implicant::Implicant;
use super::linear::{Sum, linear};
use super::refine::{Leg, PATIENCE, PathFormula, instance, searching};
use super::region::Region;
use crate::engine::Context;

/// A core of more literals is not made smaller one by one.
const MOST_LITERALS: usize = 60;

/// By cut point on the path, the predicates that show that it cannot be executed; `None` if there are none. `exact` are the
/// formulas of the legs with their sides.
pub fn predicates(
    encoder: &mut Encoder,
    legs: &[Leg],
    formula: &PathFormula,
    exact: &[TermId],
    regions: &[Region],
    cx: &Context,
) -> Result<Option<Vec<Vec<TermId>>>, SolverError> {
    let regions: Vec<TermId> = (0..legs.len()).map(|at| at_cut(encoder, regions[at].term, at)).collect();
    // The last node from which the rest cannot be executed, and how it can from the next one.
    let mut last: Option<Assignment> = None;
    for before in (0..legs.len()).rev() {
        let mut solver = searching(cx)?;
        solver.assert(&encoder.terms, regions[before])?;
        for part in &exact[before..] {
            solver.assert(&encoder.terms, *part)?;
        }
        match solver.check(&encoder.terms)? {
            Answer::Satisfiable => last = Some(solver.model(&encoder.terms)?),
            Answer::Unknown(_) => return Ok(None),
            Answer::Unsatisfiable => {
                let Some(model) = last else { return Ok(None) };
                let block = encoder.terms.and(&[regions[before], exact[before]]);
                for with_sides in [false, true] {
                    let rest = Rest { legs, formula, model: &model, after: before + 1, with_sides };
                    if let Some(found) = rest.predicates(encoder, block, cx)? {
                        return Ok(Some(found));
                    }
                }
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// A region over the symbols of a cut point on a path.
fn at_cut(encoder: &mut Encoder, region: TermId, at: usize) -> TermId {
    let mut names = Substitution::new();
    for symbol in encoder.terms.free_symbols(&[region]) {
        if encoder.meaning_of(symbol).is_some() {
            let plain = encoder.symbol_term(symbol);
            names.insert(symbol, instance(encoder, plain, at));
        }
    }
    encoder.terms.substitute(region, &names)
}

/// The rest of a path, with a model of it.
struct Rest<'a, 'b> {
    legs: &'a [Leg<'b>],
    formula: &'a PathFormula,
    model: &'a Assignment,
    /// The first leg of the rest.
    after: usize,
    with_sides: bool,
}

impl Rest<'_, '_> {
    fn predicates(
        &self,
        encoder: &mut Encoder,
        block: TermId,
        cx: &Context,
    ) -> Result<Option<Vec<Vec<TermId>>>, SolverError> {
        let Some(written) = self.literals(encoder) else { return Ok(None) };
        let first = &written[0];
        let Some(core) = core(encoder, block, first, cx)? else { return Ok(None) };
        let mut found = vec![Vec::new(); self.legs.len() - 1];
        for (at, literals) in written.iter().enumerate() {
            let needed: Vec<TermId> = core.iter().filter_map(|id| literals.get(*id).copied()).collect();
            let cut = self.after + at;
            let suffix = format!("@{cut}");
            let is_own = |encoder: &Encoder, symbol: SymbolId| {
                let name = encoder.terms.symbol(symbol).name.strip_suffix(&suffix);
                let plain = name.and_then(|name| encoder.terms.find_symbol(name));
                plain.is_some_and(|plain| encoder.meaning_of(plain).is_some())
            };
            let over = without_inputs(encoder, &needed, is_own, self.model);
            found[cut - 1] = plain(encoder, &over, cut);
        }
        Ok(Some(found))
    }

    /// For each cut point of the rest, the literals of the legs behind it over its variables (and inputs). A literal has the
    /// same place in all lists; lists of later cut points are shorter.
    fn literals(&self, encoder: &mut Encoder) -> Option<Vec<Vec<TermId>>> {
        let count = self.legs.len() - self.after;
        backwards(encoder, self.model, count, true, |encoder, leg, all| {
            let at = self.after + leg;
            let (leg, names) = (&self.legs[at], &self.formula.names[at]);
            let mut own: Vec<TermId> = vec![encoder.terms.substitute(leg.exit.state.path, names)];
            if self.with_sides {
                own.extend(leg.block.sides.iter().map(|side| encoder.terms.substitute(*side, names)));
            }
            // The variables behind this leg that later literals speak of.
            let mut values: Vec<(SymbolId, TermId)> = Vec::new();
            for symbol in encoder.terms.free_symbols(all) {
                let name = encoder.terms.symbol(symbol).name.clone();
                let Some(plain) = name.strip_suffix(&format!("@{}", at + 1)) else { continue };
                let Some(plain) = encoder.terms.find_symbol(plain) else { continue };
                if let Some(value) = encoder.value_of(plain, &leg.exit.state) {
                    values.push((symbol, encoder.terms.substitute(value, names)));
                }
            }
            (own, values)
        })
    }
}

/// From the end of a path to its start: for each leg the literals of it and of all behind it, over what is known before it. A
/// leg is given by its conditions, and by the values behind it of those symbols that later literals speak of. `says_which`:
/// what is not equal is said to be less or greater.
pub fn backwards(
    encoder: &mut Encoder,
    model: &Assignment,
    legs: usize,
    says_which: bool,
    mut leg: impl FnMut(&mut Encoder, usize, &[TermId]) -> (Vec<TermId>, Vec<(SymbolId, TermId)>),
) -> Option<Vec<Vec<TermId>>> {
    let mut complete = model.clone();
    complete.complete = true;
    let mut written: Vec<Vec<TermId>> = Vec::new();
    let mut all: Vec<TermId> = Vec::new();
    for at in (0..legs).rev() {
        let (own, values) = leg(encoder, at, &all);
        let roots: Vec<TermId> = own.iter().copied().chain(values.iter().map(|(_, value)| *value)).collect();
        let (terms, simplifier) = encoder.parts();
        let mut implicant = Implicant::new(terms, simplifier, &roots, &complete)?;
        implicant.says_which = says_which;
        own.iter().for_each(|condition| implicant.condition(*condition));
        let mut back = Substitution::new();
        for (symbol, value) in values {
            let value = implicant.number(value);
            back.insert(symbol, value);
        }
        let more = implicant.finish();
        for literal in &mut all {
            let term = encoder.terms.substitute(*literal, &back);
            *literal = encoder.simple(term);
        }
        all.extend(more);
        written.push(all.clone());
    }
    written.reverse();
    Some(written)
}

/// Which of the literals contradict the block; `None` if all of them do not.
pub fn core(
    encoder: &mut Encoder,
    block: TermId,
    literals: &[TermId],
    cx: &Context,
) -> Result<Option<Vec<usize>>, SolverError> {
    let mut solver = searching(cx)?;
    solver.assert(&encoder.terms, block)?;
    let mut needed: Vec<usize> = {
        if solver.check_assuming(&encoder.terms, literals)? != Answer::Unsatisfiable {
            return Ok(None);
        }
        let core = solver.unsat_core()?;
        (0..literals.len()).filter(|id| core.contains(&literals[*id])).collect()
    };
    if needed.len() <= MOST_LITERALS {
        let mut at = 0;
        while at < needed.len() {
            let mut fewer = needed.clone();
            fewer.remove(at);
            let assumed: Vec<TermId> = fewer.iter().map(|id| literals[*id]).collect();
            match solver.check_assuming(&encoder.terms, &assumed)? {
                Answer::Unsatisfiable => needed = fewer,
                _ => at += 1,
            }
        }
    }
    Ok(Some(needed))
}

/// The literals without symbols that are not those of a point of the path: for some values of these.
pub fn without_inputs(
    encoder: &mut Encoder,
    literals: &[TermId],
    is_own: impl Fn(&Encoder, SymbolId) -> bool,
    model: &Assignment,
) -> Vec<TermId> {
    let is_own = |encoder: &Encoder, symbol: SymbolId| {
        !encoder.terms.symbol(symbol).arguments.is_empty() || is_own(encoder, symbol)
    };
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for &literal in literals {
        let symbols = encoder.terms.free_symbols(&[literal]);
        match symbols.iter().all(|symbol| is_own(encoder, *symbol)) {
            true => own.push(literal),
            false => others.push(literal),
        }
    }
    if others.is_empty() {
        return own;
    }
    let mut symbols: Vec<SymbolId> = Vec::new();
    let mut rows = Vec::new();
    // What is not linear is left out.
    for literal in others {
        let literal = less_or_greater(encoder, literal, model);
        rows.extend(row(encoder, literal, &mut symbols));
    }
    let conjunction = Conjunction::new(Numbers::Integer, rows);
    let hidden: BTreeSet<Var> =
        (0..symbols.len()).filter(|at| !is_own(encoder, symbols[*at])).map(|at| Var(at as u32)).collect();
    let end = heureka_clock::now() + PATIENCE;
    let project = || conjunction.project(|var| hidden.contains(&var));
    let Ok(projection) = interrupt::run(move || heureka_clock::now() >= end, project) else { return own };
    let value = |var: Var| {
        let known = symbols.get(var.0 as usize).and_then(|symbol| model.constants.get(symbol));
        known.and_then(|value| value.as_int()).cloned().unwrap_or(Int::ZERO)
    };
    let holds = projection.disjuncts.iter().find(|disjunct| disjunct.holds_at(value));
    let rows: Vec<Row> = holds.map(|disjunct| disjunct.rows().to_vec()).unwrap_or_default();
    for row in rows {
        own.push(row_term(encoder, &row, &symbols));
    }
    own
}

/// For numbers that are not equal, which of them the model has smaller.
fn less_or_greater(encoder: &mut Encoder, literal: TermId, model: &Assignment) -> TermId {
    let terms = &mut encoder.terms;
    let (Op::Not, &[atom]) = (terms.op(literal), terms.children(literal)) else { return literal };
    let (Op::Eq, &[a, b]) = (terms.op(atom), terms.children(atom)) else { return literal };
    let mut complete = model.clone();
    complete.complete = true;
    let Ok(values) = evaluate_all(terms, &[a, b], &complete) else { return literal };
    match (values[0].as_int(), values[1].as_int()) {
        (Some(left), Some(right)) if left < right => terms.lt(a, b),
        (Some(_), Some(_)) => terms.lt(b, a),
        _ => literal,
    }
}

/// A literal as a row over the places of its symbols.
fn row(encoder: &Encoder, literal: TermId, symbols: &mut Vec<SymbolId>) -> Option<(LinearExpr, Kind)> {
    let Sum { terms, constant, kind } = linear(&encoder.terms, literal)?;
    let mut place = |symbol: SymbolId| match symbols.iter().position(|known| *known == symbol) {
        Some(at) => Var(at as u32),
        None => {
            symbols.push(symbol);
            Var(symbols.len() as u32 - 1)
        }
    };
    let terms: Vec<(Var, Int)> = terms.into_iter().map(|(symbol, factor)| (place(symbol), Int::from(factor))).collect();
    Some((LinearExpr::new(terms, Int::from(constant)), kind))
}

fn row_term(encoder: &mut Encoder, row: &Row, symbols: &[SymbolId]) -> TermId {
    let mut parts = vec![];
    for (var, factor) in row.expr().terms() {
        let symbol = encoder.symbol_term(symbols[var.0 as usize]);
        let factor = encoder.terms.int(factor.clone());
        parts.push(encoder.terms.mul(&[factor, symbol]));
    }
    parts.push(encoder.terms.int(row.expr().constant().clone()));
    let sum = encoder.terms.add(&parts);
    let zero = encoder.terms.int(0);
    let term = match row.kind() {
        Kind::Equal => encoder.terms.eq(sum, zero),
        Kind::AtLeast => encoder.terms.le(zero, sum),
        Kind::Above => encoder.terms.lt(zero, sum),
        Kind::Modulo { modulus, width } => {
            let (modulus, width) = (encoder.terms.int(modulus.clone()), encoder.terms.int(width.clone()));
            let rest = encoder.terms.modulo(sum, modulus);
            encoder.terms.le(rest, width)
        }
    };
    encoder.simple(term)
}

/// The atoms of literals over a cut point, over the variables themselves.
fn plain(encoder: &mut Encoder, literals: &[TermId], cut: usize) -> Vec<TermId> {
    let mut found = Vec::new();
    for &literal in literals {
        for atom in super::refine::predicates(encoder, literal, cut) {
            if !found.contains(&atom) {
                found.push(atom);
            }
        }
    }
    found
}
