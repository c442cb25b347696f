//! Sums of cells: what is known of [`SUM_OF_CELLS`] where it occurs.
//!
//! For contents c and a number t it is the sum of c[k] for 0 ≤ k < t. All that is said here follows from that by induction over t, so a proof
//! with it is a proof: it is zero for t ≤ 0, grows by c[t] from t ≥ 0 to t + 1, and a store at i changes it by what that cell gains
//! if 0 ≤ i < t. The solver knows that it is the same for equal arguments.

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::certificate::SUM_OF_CELLS;
use heureka_logic::{Op, SortId, SymbolId, TermId, Terms, simplify};

/// More numbers for the same contents are not compared.
const MOST_PLACES: usize = 12;

/// The symbol.
pub fn symbol(terms: &mut Terms) -> SymbolId {
    let row = terms.array_sort(SortId::INT, SortId::INT);
    terms.declare(SUM_OF_CELLS, &[row, SortId::INT], SortId::INT).expect("nothing else has the name")
}

/// What is known of the sums in some terms.
pub fn known(terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
    let symbol = symbol(terms);
    let bound = bound(terms, roots);
    let mut open: Vec<(TermId, TermId)> = Vec::new();
    for term in terms.post_order(roots) {
        let is_free = || terms.free_symbols(&[term]).iter().all(|symbol| !bound.contains(symbol));
        if terms.op(term) == Op::Symbol(symbol) && is_free() {
            let &[contents, to] = terms.children(term) else { unreachable!("it has two arguments") };
            open.push((contents, to));
        }
    }
    let mut seen: BTreeSet<(TermId, TermId)> = open.iter().copied().collect();
    let mut places: BTreeMap<TermId, Vec<TermId>> = BTreeMap::new();
    let mut facts = Vec::new();
    while let Some((contents, to)) = open.pop() {
        let sum = terms.call(symbol, &[contents, to]);
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
                let rest = terms.call(symbol, &[before, to]);
                let all = terms.add(&[rest, gained]);
                facts.push(terms.eq(sum, all));
                vec![before]
            }
            Op::Ite => {
                let [yes, no] = [children[1], children[2]].map(|contents| terms.call(symbol, &[contents, to]));
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
        places.sort_unstable();
        places.truncate(MOST_PLACES);
        for &from in &places {
            for &to in places.iter().filter(|to| **to != from) {
                facts.push(step(terms, symbol, contents, (from, to)));
            }
        }
    }
    facts.into_iter().map(|fact| simplify(terms, fact)).collect()
}

/// The sum grows by one cell.
fn step(terms: &mut Terms, symbol: SymbolId, contents: TermId, (from, to): (TermId, TermId)) -> TermId {
    let [one, zero] = [1, 0].map(|number| terms.int(number));
    let next = terms.add(&[from, one]);
    let (is_next, is_natural) = (terms.eq(to, next), terms.le(zero, from));
    let condition = terms.and(&[is_next, is_natural]);
    let [before, after] = [from, to].map(|place| terms.call(symbol, &[contents, place]));
    let cell = terms.select(contents, from);
    let sum = terms.add(&[before, cell]);
    let grows = terms.eq(after, sum);
    terms.implies(condition, grows)
}

/// Symbols that a quantifier binds somewhere.
fn bound(terms: &Terms, roots: &[TermId]) -> BTreeSet<SymbolId> {
    let quantified =
        terms.post_order(roots).into_iter().filter(|term| matches!(terms.op(*term), Op::Forall | Op::Exists));
    let variables = quantified.flat_map(|term| {
        let children = terms.children(term);
        children[..children.len() - 1].iter().filter_map(|variable| terms.as_constant(*variable)).collect::<Vec<_>>()
    });
    variables.collect()
}

#[cfg(test)]
mod tests {
    use heureka_logic::{ArrayValue, Assignment, FunctionValue, Value, evaluate};

    use super::*;

    /// What is said holds of the sums of real contents.
    #[test]
    fn what_is_known_is_true() {
        let mut terms = Terms::new();
        let row = terms.array_sort(SortId::INT, SortId::INT);
        let symbol = symbol(&mut terms);
        let (a, i, v) = (terms.constant("a", row), terms.constant("i", SortId::INT), terms.constant("v", SortId::INT));
        let (t, u) = (terms.constant("t", SortId::INT), terms.constant("u", SortId::INT));
        let stored = terms.store(a, i, v);
        let roots = [terms.call(symbol, &[stored, t]), terms.call(symbol, &[stored, u])];
        let facts = known(&mut terms, &roots);
        assert!(facts.len() >= 6, "{}", facts.len());
        let number = |value: i64| Value::Int(value.into());
        for (at, value, from, to) in
            (-1..4).flat_map(|at| (-1..5).flat_map(move |from| (-2..6).map(move |to| (at, 7 * at + 3, from, to))))
        {
            let mut contents = ArrayValue::constant(&terms, row, number(0));
            (-1..6).for_each(|at| contents.set(number(at), number(at * at - 2)));
            let mut values = Assignment::new();
            for (term, value) in [(i, at), (v, value), (t, from), (u, to)] {
                let symbol = terms.as_constant(term).expect("a symbol");
                values.set(&terms, symbol, number(value));
            }
            values.set(&terms, terms.as_constant(a).expect("a symbol"), Value::Array(contents.clone().into()));
            let mut after = contents.clone();
            after.set(number(at), number(value));
            let mut sums = FunctionValue::constant(number(0));
            for all in [&contents, &after] {
                for to in -2..8 {
                    let cells =
                        (0..to).map(|at| all.get(&number(at)).as_int().and_then(|cell| cell.to_i128()).expect("small"));
                    let sum = cells.sum::<i128>() as i64;
                    sums.entries.insert(vec![Value::Array(all.clone().into()), number(to)], number(sum));
                }
            }
            values.functions.insert(symbol, sums);
            for fact in &facts {
                assert_eq!(evaluate(&terms, *fact, &values).ok().and_then(|value| value.as_bool()), Some(true));
            }
        }
    }
}
