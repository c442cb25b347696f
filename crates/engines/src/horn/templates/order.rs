//! In which order predicates are settled: those that clauses lead from before those that they lead to. What is said of an earlier
//! one does not depend on a later one, so it need not be looked at again.

use std::collections::BTreeSet;

use heureka_logic::horn::{Clause, System};
use heureka_logic::{Op, SymbolId, TermId, Terms};

/// Groups of predicates that depend on each other, each after those that it depends on.
pub fn groups(terms: &Terms, system: &System) -> Vec<Vec<SymbolId>> {
    let all = &system.predicates;
    let place = |predicate: SymbolId| all.iter().position(|other| *other == predicate);
    let count = all.len();
    let mut leads = vec![vec![false; count]; count];
    for clause in &system.clauses {
        let Some(to) = clause.head.and_then(|head| of(terms, head)).and_then(place) else { continue };
        for from in clause.body.iter().filter_map(|atom| of(terms, *atom)).filter_map(place) {
            leads[from][to] = true;
        }
    }
    // Over any number of clauses (Warshall).
    for middle in 0..count {
        for from in 0..count {
            if leads[from][middle] {
                let row = leads[middle].clone();
                leads[from].iter_mut().zip(row).for_each(|(one, other)| *one |= other);
            }
        }
    }
    let mut made = Vec::new();
    let mut left: BTreeSet<usize> = (0..count).collect();
    while !left.is_empty() {
        let is_first = |at: &usize| left.iter().all(|other| !leads[*other][*at] || leads[*at][*other]);
        let Some(first) = left.iter().copied().find(is_first) else { unreachable!("some group depends on no other") };
        let group: Vec<usize> =
            left.iter().copied().filter(|at| *at == first || leads[first][*at] && leads[*at][first]).collect();
        left.retain(|at| !group.contains(at));
        made.push(group.into_iter().map(|at| all[at]).collect());
    }
    made
}

/// The predicate that a clause leads to.
pub fn head(terms: &Terms, clause: &Clause) -> Option<SymbolId> {
    clause.head.and_then(|head| of(terms, head))
}

/// The predicate of an application.
pub fn of(terms: &Terms, atom: TermId) -> Option<SymbolId> {
    match terms.op(atom) {
        Op::Symbol(predicate) => Some(predicate),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use heureka_logic::SortId;

    use super::*;

    #[test]
    fn what_is_depended_on_comes_first() {
        let mut terms = Terms::new();
        let [a, b, c, d] =
            ["a", "b", "c", "d"].map(|name| terms.declare(name, &[], SortId::BOOL).expect("the name is new"));
        let mut clause = |body: &[SymbolId], head: SymbolId| Clause {
            body: body.iter().map(|predicate| terms.call(*predicate, &[])).collect(),
            constraint: Terms::TRUE,
            head: Some(terms.call(head, &[])),
        };
        // d comes before b and c, which depend on each other, and these before a.
        let clauses = vec![
            clause(&[], d),
            clause(&[d], b),
            clause(&[b], c),
            clause(&[c], b),
            clause(&[c, d], a),
            clause(&[a], a),
        ];
        let system = System { predicates: vec![a, b, c, d], clauses };
        assert_eq!(groups(&terms, &system), [vec![d], vec![b, c], vec![a]]);
    }
}
