//! Places: terms that may limit the indices of cells.
//!
//! They are zero, the numbers of a predicate, limits that clauses set to a number, and the indices at which clauses read and
//! write, such as 2·i: what a loop has written often ends where the next round writes. Indices of an inner loop are taken as
//! they are when it is entered.

use std::collections::BTreeSet;

use heureka_logic::horn::{Clause, System};
use heureka_logic::{Op, SortId, Substitution, SymbolId, TermId, Terms, simplify};

use super::super::summaries::{conjuncts, limit};

/// More indices are not taken.
const MOST_INDICES: usize = 6;

/// Terms that may limit indices.
pub fn limits(
    terms: &mut Terms,
    system: &System,
    predicate: SymbolId,
    parameters: &[SymbolId],
    has_indices: bool,
) -> Vec<TermId> {
    let mut found = vec![terms.int(0)];
    let is_number = |terms: &Terms, symbol: &SymbolId| terms.symbol(*symbol).result == SortId::INT;
    let numbers: Vec<SymbolId> = parameters.iter().copied().filter(|symbol| is_number(terms, symbol)).collect();
    let mut add = |terms: &mut Terms, term: TermId| {
        let term = simplify(terms, term);
        if !found.contains(&term) {
            found.push(term);
        }
    };
    for &number in &numbers {
        let term = terms.call(number, &[]);
        add(terms, term);
    }
    // Limits that clauses set; of the predicate itself first.
    let is_own = |terms: &Terms, atom: &TermId| terms.op(*atom) == Op::Symbol(predicate);
    for of_own in [true, false] {
        for clause in &system.clauses {
            if clause.body.iter().any(|atom| is_own(terms, atom)) != of_own {
                continue;
            }
            for part in conjuncts(terms, clause.constraint) {
                let symbols = terms.free_symbols(&[part]);
                let others: BTreeSet<SymbolId> =
                    symbols.iter().copied().filter(|symbol| !numbers.contains(symbol)).collect();
                if symbols.len() < 2 || others.len() > 1 {
                    continue;
                }
                for &symbol in &symbols {
                    if !others.is_empty() && !others.contains(&symbol) || !is_number(terms, &symbol) {
                        continue;
                    }
                    let symbol = terms.call(symbol, &[]);
                    for is_upper in [true, false] {
                        if let Some(limit) = limit(terms, part, symbol, is_upper) {
                            add(terms, limit);
                        }
                    }
                }
            }
        }
    }
    if has_indices {
        for index in indices(terms, system, predicate, &numbers) {
            add(terms, index);
        }
    }
    // What is next to them comes last.
    let one = terms.int(1);
    for term in found.clone() {
        let next = terms.add(&[term, one]);
        let next = simplify(terms, next);
        if !found.contains(&next) {
            found.push(next);
        }
    }
    found
}

/// What is before a parameter, where it is not among the limits.
pub fn before(terms: &mut Terms, parameters: &[SymbolId], limits: &[TermId]) -> Vec<TermId> {
    let one = terms.int(1);
    let numbers: Vec<SymbolId> =
        parameters.iter().copied().filter(|symbol| terms.symbol(*symbol).result == SortId::INT).collect();
    let mut found = Vec::new();
    for number in numbers {
        let term = terms.call(number, &[]);
        let before = terms.sub(term, one);
        let before = simplify(terms, before);
        if !limits.contains(&before) {
            found.push(before);
        }
    }
    found
}

/// The indices at which clauses from a predicate, and those that follow, read and write; over these numbers.
fn indices(terms: &mut Terms, system: &System, predicate: SymbolId, numbers: &[SymbolId]) -> Vec<TermId> {
    let mut found: Vec<TermId> = Vec::new();
    let mut add = |terms: &mut Terms, index: TermId| {
        let index = simplify(terms, index);
        let symbols = terms.free_symbols(&[index]);
        let is_ours = !symbols.is_empty() && symbols.iter().all(|symbol| numbers.contains(symbol));
        if is_ours && is_linear(terms, index) && !found.contains(&index) && found.len() < MOST_INDICES {
            found.push(index);
        }
    };
    let from = |terms: &Terms, clause: &Clause, predicate: SymbolId| {
        clause.body.iter().copied().find(|atom| terms.op(*atom) == Op::Symbol(predicate))
    };
    let own: Vec<&Clause> = system.clauses.iter().filter(|clause| from(terms, clause, predicate).is_some()).collect();
    for clause in &own {
        for index in accessed(terms, clause) {
            add(terms, index);
        }
    }
    for clause in own {
        let Some(head) = clause.head else { continue };
        let Op::Symbol(next) = terms.op(head) else { continue };
        if next == predicate {
            continue;
        }
        for inner in &system.clauses {
            let Some(atom) = from(terms, inner, next) else { continue };
            let symbols: Vec<Option<SymbolId>> =
                terms.children(atom).iter().map(|argument| terms.as_constant(*argument)).collect();
            let values = symbols.into_iter().zip(terms.children(head).to_vec());
            let values: Substitution = values.filter_map(|(symbol, value)| Some((symbol?, value))).collect();
            for index in accessed(terms, inner) {
                // Other symbols of that clause mean something else here.
                if terms.free_symbols(&[index]).iter().all(|symbol| values.contains_key(symbol)) {
                    let index = terms.substitute(index, &values);
                    add(terms, index);
                }
            }
        }
    }
    found
}

/// The indices of cells in a clause: those that are written first.
fn accessed(terms: &Terms, clause: &Clause) -> Vec<TermId> {
    let roots: Vec<TermId> = clause.head.iter().copied().chain([clause.constraint]).collect();
    let all = terms.post_order(&roots);
    let with = |op: Op| all.iter().copied().filter(move |term| terms.op(*term) == op);
    let mut found: Vec<TermId> = Vec::new();
    for cell in with(Op::Store).chain(with(Op::Select)) {
        let index = terms.children(cell)[1];
        if !found.contains(&index) {
            found.push(index);
        }
    }
    found
}

/// Whether a term is a sum of numbers with factors.
fn is_linear(terms: &Terms, term: TermId) -> bool {
    let is_number = |term: &TermId| terms.as_int(*term).is_some();
    terms.post_order(&[term]).into_iter().all(|part| match terms.op(part) {
        Op::Add | Op::Neg | Op::Sub => true,
        Op::Mul => terms.children(part).iter().filter(|factor| !is_number(factor)).count() <= 1,
        Op::Symbol(_) => terms.sort(part) == SortId::INT && terms.children(part).is_empty(),
        _ => is_number(&part),
    })
}
