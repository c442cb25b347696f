//! Clauses through a loop: each that leads to its head with each that leads on.

use heureka_logic::horn::Clause;
use heureka_logic::{Op, SortId, Substitution, SymbolId, TermId, Terms, simplify};

use super::{Definition, Definitions, Summarised, Summary, conjuncts, limit};

/// Takes the predicate of a loop out of the system.
pub fn compose(terms: &mut Terms, made: &mut Summarised, predicate: SymbolId, summary: &Summary) {
    let is_of = |terms: &Terms, atom: TermId| terms.op(atom) == Op::Symbol(predicate);
    let (mut before, mut onwards, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for clause in std::mem::take(&mut made.system.clauses) {
        let leads_on = clause.body.iter().any(|atom| is_of(terms, *atom));
        let leads_here = clause.head.is_some_and(|head| is_of(terms, head));
        match (leads_here, leads_on) {
            // A round: it is in the summary.
            (true, true) => {}
            (true, false) => before.push(clause),
            (false, true) => onwards.push(clause),
            (false, false) => others.push(clause),
        }
    }
    for first in &before {
        for next in &onwards {
            let mut through = Through { terms, summary, definitions: &mut made.definitions };
            others.extend(through.clause(first, next, predicate));
        }
    }
    made.system.clauses = others;
    made.system.predicates.retain(|other| *other != predicate);
}

struct Through<'a> {
    terms: &'a mut Terms,
    summary: &'a Summary,
    definitions: &'a mut Definitions,
}

impl Through<'_> {
    /// `None` if nothing comes through.
    fn clause(&mut self, first: &Clause, next: &Clause, predicate: SymbolId) -> Option<Clause> {
        let summary = self.summary;
        let entered: Vec<TermId> = self.terms.children(first.head?).to_vec();
        let at = next.body.iter().position(|atom| self.terms.op(*atom) == Op::Symbol(predicate))?;
        let symbols: Vec<SymbolId> =
            self.terms.children(next.body[at]).iter().filter_map(|term| self.terms.as_constant(*term)).collect();
        let now = match self.last(next, &symbols) {
            Some(known) => known,
            None => self.terms.fresh("now", SortId::INT),
        };
        let mut values: Substitution = summary.arguments.iter().copied().zip(entered.iter().copied()).collect();
        let now = self.terms.substitute(now, &values);
        values.insert(self.terms.as_constant(summary.now)?, now);
        for write in summary.writes.values() {
            if let Some(home) = write.home {
                let sort = self.terms.symbol(home).result;
                let copy = self.terms.fresh("written", sort);
                values.insert(home, copy);
            }
        }
        let mut left = Vec::new();
        for (at, &value) in entered.iter().enumerate() {
            left.push(match (summary.steps[at], summary.writes.get(&at)) {
                _ if at == summary.counter => now,
                (Some(step), _) => {
                    let direction = summary.steps[summary.counter].expect("the counter changes");
                    let rounds = self.terms.sub(now, entered[summary.counter]);
                    let times = self.terms.int(step * direction);
                    let way = self.terms.mul(&[times, rounds]);
                    let sum = self.terms.add(&[value, way]);
                    simplify(self.terms, sum)
                }
                (None, Some(write)) => {
                    let sort = self.terms.sort(value);
                    let contents = self.terms.fresh("contents", sort);
                    let [condition, written, fact] =
                        [write.condition, write.value, write.fact].map(|term| self.terms.substitute(term, &values));
                    let [condition, written, fact] = [condition, written, fact].map(|term| simplify(self.terms, term));
                    let bound = write.bound.clone();
                    let definition = Definition { bound, condition, value: written, fact, base: value };
                    self.definitions.insert(self.terms.as_constant(contents)?, definition);
                    contents
                }
                (None, None) => value,
            });
        }
        let guard = self.terms.substitute(summary.guard, &values);
        let mut names: Substitution = symbols.into_iter().zip(left).collect();
        let roots: Vec<TermId> = next.body.iter().chain(&next.head).copied().chain([next.constraint]).collect();
        self.name(&roots, &mut names);
        let rest: Vec<TermId> =
            next.body.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, atom)| *atom).collect();
        let mut body = first.body.clone();
        body.extend(rest.into_iter().map(|atom| self.terms.substitute(atom, &names)));
        let head = next.head.map(|head| self.terms.substitute(head, &names));
        let constraint = self.terms.substitute(next.constraint, &names);
        let constraint = self.terms.and(&[first.constraint, guard, constraint]);
        let constraint = simplify(self.terms, constraint);
        (self.terms.as_bool(constraint) != Some(false)).then_some(Clause { body, constraint, head })
    }

    /// The counter where the loop ends for its condition: at the limit, or where it was. Over the arguments of the head.
    fn last(&mut self, next: &Clause, symbols: &[SymbolId]) -> Option<TermId> {
        let summary = self.summary;
        let counter = self.terms.call(summary.arguments[summary.counter], &[]);
        // Clauses that lead on may have other names for the arguments.
        let names: Substitution = symbols
            .iter()
            .zip(&summary.arguments)
            .map(|(symbol, argument)| (*symbol, self.terms.call(*argument, &[])))
            .collect();
        let constraint = self.terms.substitute(next.constraint, &names);
        let is_up = summary.steps[summary.counter] == Some(1);
        for part in conjuncts(self.terms, constraint) {
            let Some(beyond) = limit(self.terms, part, counter, !is_up) else { continue };
            for &bound in &summary.bounds {
                let one = self.terms.int(if is_up { 1 } else { -1 });
                let end = self.terms.add(&[bound, one]);
                let distance = self.terms.sub(beyond, end);
                let distance = simplify(self.terms, distance);
                if self.terms.as_int(distance).and_then(|distance| distance.to_i128()) == Some(0) {
                    let goes = if is_up { self.terms.lt(counter, end) } else { self.terms.lt(end, counter) };
                    let last = self.terms.ite(goes, end, counter);
                    return Some(simplify(self.terms, last));
                }
            }
        }
        None
    }

    /// New names for all symbols of a clause that have none, and for contents that are defined by them.
    fn name(&mut self, roots: &[TermId], names: &mut Substitution) {
        for symbol in self.terms.free_symbols(roots) {
            let declared = self.terms.symbol(symbol).clone();
            if !declared.arguments.is_empty() || declared.result == SortId::BOOL || names.contains_key(&symbol) {
                continue;
            }
            let copy = self.terms.fresh(&declared.name, declared.result);
            names.insert(symbol, copy);
            let Some(definition) = self.definitions.get(&symbol).cloned() else { continue };
            for bound in &definition.bound {
                let same = self.terms.call(*bound, &[]);
                names.insert(*bound, same);
            }
            let Definition { bound, condition, value, fact, base } = definition;
            self.name(&[condition, value, fact, base], names);
            let [condition, value, fact, base] =
                [condition, value, fact, base].map(|term| self.terms.substitute(term, names));
            let copy = self.terms.as_constant(copy).expect("a symbol");
            self.definitions.insert(copy, Definition { bound, condition, value, fact, base });
        }
    }
}
