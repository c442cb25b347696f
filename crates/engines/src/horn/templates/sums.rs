//! Sums of cells of arrays with any number of cells, `sum-of-cells(a, t)` for the cells 0 to t - 1, in formulas of templates.
//!
//! For the solver each sum is a number of its own, of which it is told what a sum is: zero where nothing is summed up, one cell more
//! in the next place, and changed by a store by what the cell gains. So questions have no functions, and their models tell
//! the values of sums.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::certificate::SUM_OF_CELLS;
use heureka_logic::horn::System;
use heureka_logic::{Op, SortId, SymbolId, TermId, Terms, simplify};

/// More places in the same contents are not compared.
const MOST_PLACES: usize = 10;

/// The symbol of the sum; `None` if something else has its name.
pub fn symbol(terms: &mut Terms) -> Option<SymbolId> {
    let row = terms.array_sort(SortId::INT, SortId::INT);
    terms.declare(SUM_OF_CELLS, &[row, SortId::INT], SortId::INT).ok()
}

/// Whether a clause adds a cell to a number, or to a cell at a fixed index such as sum[0].
pub fn has_sums(terms: &Terms, system: &System) -> bool {
    let is_cell = |term: &TermId| terms.op(*term) == Op::Select;
    let is_fixed = |term: &TermId| is_cell(term) && terms.as_int(terms.children(*term)[1]).is_some();
    let adds_cell = |term: &TermId| match terms.op(*term) {
        Op::Select => !is_fixed(term),
        Op::Mul => terms.children(*term).iter().any(is_cell),
        _ => false,
    };
    let is_sum = |term: &TermId| {
        let parts = terms.children(*term);
        terms.op(*term) == Op::Add
            && parts.iter().any(adds_cell)
            && parts.iter().any(|part| terms.as_constant(*part).is_some() || is_fixed(part))
    };
    let heads: Vec<TermId> = system.clauses.iter().filter_map(|clause| clause.head).collect();
    terms.post_order(&heads).iter().any(is_sum)
}

/// Numbers that stand for sums.
#[derive(Default)]
pub struct Sums {
    /// By contents and place.
    names: RefCell<BTreeMap<(TermId, TermId), TermId>>,
}

impl Sums {
    /// A term with numbers in place of sums.
    pub fn named(&self, terms: &mut Terms, root: TermId) -> TermId {
        let Some(symbol) = terms.find_symbol(SUM_OF_CELLS) else { return root };
        if !terms.free_symbols(&[root]).contains(&symbol) {
            return root;
        }
        let made = terms.rebuild(root, |terms, term, new| {
            let op = terms.op(term);
            if op == Op::Symbol(symbol) {
                return self.name(terms, new[0], new[1]);
            }
            if terms.children(term) == new { term } else { terms.apply(op, new).expect("sorts stay") }
        });
        simplify(terms, made)
    }

    fn name(&self, terms: &mut Terms, contents: TermId, to: TermId) -> TermId {
        let to = simplify(terms, to);
        *self.names.borrow_mut().entry((contents, to)).or_insert_with(|| terms.fresh("sum", SortId::INT))
    }

    /// What is known of the sums in some terms that were named.
    pub fn known(&self, terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
        let used = terms.free_symbols(roots);
        let is_used = |name: &TermId| terms.as_constant(*name).is_some_and(|name| used.contains(&name));
        let mut open: Vec<(TermId, TermId)> =
            self.names.borrow().iter().filter(|(_, name)| is_used(name)).map(|(sum, _)| *sum).collect();
        let mut seen: BTreeSet<(TermId, TermId)> = open.iter().copied().collect();
        let mut places: BTreeMap<TermId, Vec<TermId>> = BTreeMap::new();
        let mut facts = Vec::new();
        while let Some((contents, to)) = open.pop() {
            let sum = self.name(terms, contents, to);
            let zero = terms.int(0);
            let (is_empty, is_zero) = (terms.le(to, zero), terms.eq(sum, zero));
            facts.push(terms.implies(is_empty, is_zero));
            let children = terms.children(contents).to_vec();
            let made_of = match terms.op(contents) {
                Op::Store => {
                    let (before, at, value) = (children[0], children[1], children[2]);
                    let (least, most) = (terms.le(zero, at), terms.lt(at, to));
                    let is_counted = terms.and(&[least, most]);
                    let was = terms.select(before, at);
                    let gained = terms.sub(value, was);
                    let gained = terms.ite(is_counted, gained, zero);
                    let rest = self.name(terms, before, to);
                    let all = terms.add(&[rest, gained]);
                    facts.push(terms.eq(sum, all));
                    vec![before]
                }
                Op::Ite => {
                    let [yes, no] = [children[1], children[2]].map(|contents| self.name(terms, contents, to));
                    let one = terms.ite(children[0], yes, no);
                    facts.push(terms.eq(sum, one));
                    vec![children[1], children[2]]
                }
                _ => {
                    places.entry(contents).or_default().push(to);
                    Vec::new()
                }
            };
            open.extend(made_of.into_iter().map(|contents| (contents, to)).filter(|sum| seen.insert(*sum)));
        }
        for (contents, mut places) in places {
            places.truncate(MOST_PLACES);
            for (at, &from) in places.iter().enumerate() {
                for (other, &to) in places.iter().enumerate().filter(|(other, _)| *other != at) {
                    let [before, after] = [from, to].map(|place| self.name(terms, contents, place));
                    if other > at {
                        let (is_here, is_same) = (terms.eq(from, to), terms.eq(before, after));
                        facts.push(terms.implies(is_here, is_same));
                    }
                    let [one, zero] = [1, 0].map(|number| terms.int(number));
                    let next = terms.add(&[from, one]);
                    let (is_next, is_natural) = (terms.eq(to, next), terms.le(zero, from));
                    let condition = terms.and(&[is_next, is_natural]);
                    let cell = terms.select(contents, from);
                    let sum = terms.add(&[before, cell]);
                    let grows = terms.eq(after, sum);
                    facts.push(terms.implies(condition, grows));
                }
            }
        }
        facts.into_iter().map(|fact| simplify(terms, fact)).collect()
    }
}
