//! Solutions of systems, from the text of Z3's answer.
//!
//! The answer is a conjunction of `P = formula`, each under a quantifier if P has arguments. Its names are Z3's, so it is read
//! in a pool of its own, the arguments of all predicates get names that nobody else has, and only then it is read in ours.

use std::collections::BTreeMap;

use super::System;
use crate::op::Op;
use crate::pool::{Substitution, SymbolId, TermId, Terms};
use crate::simplify;
use crate::smtlib::{parse_term, print_term};
use crate::sort::{Sort, SortId};

/// A formula for each predicate.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// The parameters, and the formula over them.
    formulas: BTreeMap<SymbolId, (Vec<SymbolId>, TermId)>,
}

impl Solution {
    /// What the predicate says of these arguments; none if the solution does not know it.
    pub fn instance(&self, terms: &mut Terms, predicate: SymbolId, arguments: &[TermId]) -> Option<TermId> {
        let (parameters, formula) = self.formulas.get(&predicate)?;
        let replacements: Substitution = parameters.iter().copied().zip(arguments.iter().copied()).collect();
        Some(terms.substitute(*formula, &replacements))
    }
}

/// Reads the answer; the reason if it makes no sense.
pub fn read_solution(terms: &mut Terms, system: &System, text: &str) -> Result<Solution, String> {
    let mut theirs = Terms::new();
    let mut predicates = BTreeMap::new();
    for &predicate in &system.predicates {
        let symbol = terms.symbol(predicate);
        let arguments: Vec<SortId> = symbol.arguments.iter().map(|sort| same_sort(terms, *sort, &mut theirs)).collect();
        let name = format!("k!{}", predicate.index());
        let named = theirs.declare(&name, &arguments, SortId::BOOL).map_err(|clash| clash.to_string())?;
        predicates.insert(named, predicate);
    }
    theirs.constant(ERROR, SortId::BOOL);
    let answer = parse_term(&mut theirs, text).map_err(|error| error.to_string())?;
    let mut solution = Solution::default();
    let mut open = vec![answer];
    while let Some(term) = open.pop() {
        let children = theirs.children(term).to_vec();
        match theirs.op(term) {
            Op::And => open.extend(children),
            Op::True => {}
            Op::Forall => open.extend(children.last()),
            _ => {
                let defined = definition(&mut theirs, term, &predicates);
                let Some((named, arguments, formula)) = defined else { continue };
                let predicate = predicates[&named];
                let sorts = terms.symbol(predicate).arguments.clone();
                let parameters: Vec<SymbolId> = sorts
                    .iter()
                    .enumerate()
                    .map(|(at, &sort)| {
                        let name = parameter(terms, at, sort);
                        let term = terms.constant(&name, sort);
                        terms.as_constant(term).expect("a constant")
                    })
                    .collect();
                let mut replacements = Substitution::new();
                for (argument, parameter) in arguments.iter().zip(&parameters) {
                    let bound = theirs.as_constant(*argument).ok_or("an argument is no variable")?;
                    let name = terms.symbol(*parameter).name.clone();
                    let to = theirs.constant(&name, theirs.sort(*argument));
                    replacements.insert(bound, to);
                }
                let formula = theirs.substitute(formula, &replacements);
                let formula = parse_term(terms, &print_term(&theirs, formula)).map_err(|error| error.to_string())?;
                let formula = simplify(terms, formula);
                solution.formulas.insert(predicate, (parameters, formula));
            }
        }
    }
    Ok(solution)
}

/// The name of the relation that stands for clauses without a head.
pub(crate) const ERROR: &str = "no!head";

/// A definition: the predicate, its arguments and the formula. `P`, `¬P` and `¬(P = f)` are definitions, too.
fn definition(
    terms: &mut Terms,
    term: TermId,
    predicates: &BTreeMap<SymbolId, SymbolId>,
) -> Option<(SymbolId, Vec<TermId>, TermId)> {
    let applied = |terms: &Terms, term: TermId| match terms.op(term) {
        Op::Symbol(symbol) if predicates.contains_key(&symbol) => Some((symbol, terms.children(term).to_vec())),
        _ => None,
    };
    if let Some((symbol, arguments)) = applied(terms, term) {
        return Some((symbol, arguments, Terms::TRUE));
    }
    let children = terms.children(term).to_vec();
    match (terms.op(term), &children[..]) {
        (Op::Eq, &[left, right]) => {
            if let Some((symbol, arguments)) = applied(terms, left) {
                return Some((symbol, arguments, right));
            }
            applied(terms, right).map(|(symbol, arguments)| (symbol, arguments, left))
        }
        (Op::Not, &[inner]) => {
            let (symbol, arguments, formula) = definition(terms, inner, predicates)?;
            let formula = terms.not(formula);
            Some((symbol, arguments, formula))
        }
        _ => None,
    }
}

/// A name for the parameter at a place, which no program has.
fn parameter(terms: &Terms, at: usize, sort: SortId) -> String {
    match sort {
        SortId::INT => format!("p!{at}"),
        _ => format!("p!{at}:{}", terms.sort_text(sort)),
    }
}

fn same_sort(terms: &Terms, sort: SortId, theirs: &mut Terms) -> SortId {
    match terms.sort_of(sort) {
        Sort::Array { index, element } => {
            let (index, element) = (same_sort(terms, index, theirs), same_sort(terms, element, theirs));
            theirs.array_sort(index, element)
        }
        _ => sort,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_all_shapes_are_read() {
        let mut terms = Terms::new();
        let p = terms.declare("P", &[SortId::INT, SortId::INT], SortId::BOOL).expect("new");
        let q = terms.declare("Q", &[], SortId::BOOL).expect("new");
        let r = terms.declare("R", &[SortId::INT], SortId::BOOL).expect("new");
        let system = System { predicates: vec![p, q, r], clauses: Vec::new() };
        let text = format!(
            "(and (= no!head false) (= k!{} false) (forall ((A Int)) (! (k!{} A) :weight 0))
                  (forall ((A Int) (B Int)) (! (let ((a!1 (>= A 1))) (= (k!{} B A) (or a!1 (<= B 2)))) :weight 0)))",
            q.index(),
            r.index(),
            p.index()
        );
        let solution = read_solution(&mut terms, &system, &text).expect("an answer");
        let (x, y) = (terms.constant("A", SortId::INT), terms.int(7));
        let said = solution.instance(&mut terms, p, &[x, y]).expect("P is known");
        let expected = parse_term(&mut terms, "(or (<= 1 7) (<= A 2))").expect("a term");
        assert_eq!(simplify(&mut terms, said), simplify(&mut terms, expected));
        assert_eq!(solution.instance(&mut terms, q, &[]), Some(Terms::FALSE));
        assert_eq!(solution.instance(&mut terms, r, &[x]), Some(Terms::TRUE));
    }
}
