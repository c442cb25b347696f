//! Finite sets (paper 003 §2): the tests of a set, from its constitution.
//!
//! The *constitution* of a set is how it was built (§2.1): the empty set, one more element, one less. Here it is the term of
//! the set's array of membership: 0 everywhere, or another constitution with 1 (added) or 0 (removed) stored at an element;
//! and, where paths were joined, one of two constitutions. Elements are terms over the values that variables had when they
//! were added, so that nothing has to be renamed (§2.2.3). A set that comes from before a loop is a symbol.
//!
//! Tests do not split paths: they are formulas, as (9) of §3 has it.

use std::collections::HashMap;

use heureka_logic::{Op, TermId, Terms};

use super::encode::Encoder;

/// What a constitution is made of.
enum Part {
    Empty,
    /// Added if true, removed otherwise.
    Changed {
        from: TermId,
        element: TermId,
        is_added: bool,
    },
    Either {
        condition: TermId,
        yes: TermId,
        no: TermId,
    },
    /// Nothing is known of it.
    Symbol,
}

fn part(terms: &Terms, constitution: TermId) -> Part {
    match (terms.op(constitution), terms.children(constitution)) {
        (Op::ConstArray(_), _) => Part::Empty,
        (Op::Store, &[from, element, member]) => match terms.as_int(member).and_then(|member| member.to_i128()) {
            Some(member) => Part::Changed { from, element, is_added: member != 0 },
            None => Part::Symbol,
        },
        (Op::Ite, &[condition, yes, no]) => Part::Either { condition, yes, no },
        _ => Part::Symbol,
    }
}

/// All parts that a constitution is made of, the inner ones first.
fn parts(terms: &Terms, constitution: TermId) -> Vec<TermId> {
    let mut order = Vec::new();
    let mut seen = HashMap::new();
    let mut stack = vec![(constitution, false)];
    while let Some((term, ready)) = stack.pop() {
        if ready {
            order.push(term);
            continue;
        }
        if seen.insert(term, ()).is_some() {
            continue;
        }
        stack.push((term, true));
        match part(terms, term) {
            Part::Empty | Part::Symbol => {}
            Part::Changed { from, .. } => stack.push((from, false)),
            Part::Either { yes, no, .. } => stack.extend([(yes, false), (no, false)]),
        }
    }
    order
}

/// `x ∈ [C]`, by §2.2.1: nothing is in the empty set; `x ∈ C + {y}` if `x = y ∨ x ∈ C`; `x ∈ C − {y}` if `x ≠ y ∧ x ∈ C`.
pub fn contains(encoder: &mut Encoder, constitution: TermId, x: TermId) -> TermId {
    let mut known: HashMap<TermId, TermId> = HashMap::new();
    for term in parts(&encoder.terms, constitution) {
        let contains = match part(&encoder.terms, term) {
            Part::Empty => encoder.terms.bool(false),
            Part::Changed { from, element, is_added } => {
                let same = encoder.terms.eq(x, element);
                match is_added {
                    true => encoder.terms.or(&[same, known[&from]]),
                    false => {
                        let other = encoder.terms.not(same);
                        encoder.terms.and(&[other, known[&from]])
                    }
                }
            }
            Part::Either { condition, yes, no } => encoder.terms.ite(condition, known[&yes], known[&no]),
            Part::Symbol => {
                let member = encoder.terms.select(term, x);
                let zero = encoder.terms.int(0);
                encoder.terms.ne(member, zero)
            }
        };
        let contains = encoder.simple(contains);
        known.insert(term, contains);
    }
    known[&constitution]
}

/// Whether a set has an element. §2.2.2 has formula (6) for "all that was added was removed", and (7), membership of a new
/// variable, for its opposite. Only what was added can be an element, so one formula does both: one of the added elements
/// is in the set. Its negation is (6), element by element.
pub fn not_empty(encoder: &mut Encoder, constitution: TermId) -> TermId {
    let mut elements = Vec::new();
    for term in parts(&encoder.terms, constitution) {
        match part(&encoder.terms, term) {
            Part::Empty | Part::Either { .. } | Part::Changed { is_added: false, .. } => {}
            Part::Changed { element, is_added: true, .. } if elements.contains(&element) => {}
            Part::Changed { element, is_added: true, .. } => elements.push(element),
            Part::Symbol => return differs_from_empty(encoder, constitution),
        }
    }
    let mut any = encoder.terms.bool(false);
    for element in elements {
        let here = contains(encoder, constitution, element);
        let more = encoder.terms.or(&[any, here]);
        any = encoder.simple(more);
    }
    any
}

/// The same for a set that is not known from its beginning, as a whole.
fn differs_from_empty(encoder: &mut Encoder, constitution: TermId) -> TermId {
    let zero = encoder.terms.int(0);
    let sort = encoder.terms.sort(constitution);
    let empty = encoder.terms.const_array(sort, zero);
    let same = encoder.terms.eq(constitution, empty);
    let differs = encoder.terms.not(same);
    encoder.simple(differs)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use heureka_ir::text;
    use heureka_logic::{Assignment, SortId, Value, evaluate};
    use heureka_number::Int;

    use super::*;

    /// All constitutions of up to four operations on three symbols, against the sets that they mean.
    #[test]
    fn tests_of_constitutions_are_those_of_their_sets() {
        let program = text::parse("entry main proc main() { entry L0: skip -> L1 exit L1: }").expect("a program");
        let mut encoder = Encoder::new(&program);
        let symbols = ["a", "b", "c"].map(|name| encoder.terms.constant(name, SortId::INT));
        let sort = encoder.terms.array_sort(SortId::INT, SortId::INT);
        let (zero, one) = (encoder.terms.int(0), encoder.terms.int(1));
        let x = encoder.terms.constant("x", SortId::INT);
        // An operation is a symbol, and whether it is added.
        for code in 0..6u32.pow(4) {
            let operations = (0..4).map(|at| code / 6u32.pow(at) % 6).map(|digit| (digit as usize / 2, digit % 2 == 0));
            let operations: Vec<(usize, bool)> = operations.collect();
            let mut set = encoder.terms.const_array(sort, zero);
            for &(symbol, is_added) in &operations {
                set = encoder.terms.store(set, symbols[symbol], if is_added { one } else { zero });
            }
            let (has, any) = (contains(&mut encoder, set, x), not_empty(&mut encoder, set));
            for values in 0..27i128 {
                let value = |at: usize| values / 3i128.pow(at as u32) % 3;
                let mut members = BTreeSet::new();
                for &(symbol, is_added) in &operations {
                    if is_added {
                        members.insert(value(symbol))
                    } else {
                        members.remove(&value(symbol))
                    };
                }
                let mut assignment = Assignment::new();
                for (at, symbol) in symbols.iter().enumerate() {
                    let symbol = encoder.terms.as_constant(*symbol).expect("a symbol");
                    assignment.set(&encoder.terms, symbol, Value::Int(Int::from(value(at))));
                }
                let x = encoder.terms.as_constant(x).expect("a symbol");
                assignment.set(&encoder.terms, x, Value::Int(Int::from(1)));
                let is = |term| evaluate(&encoder.terms, term, &assignment).expect("a value").as_bool();
                assert_eq!(
                    (is(has), is(any)),
                    (Some(members.contains(&1)), Some(!members.is_empty())),
                    "{operations:?}"
                );
            }
        }
    }
}
