//! What holds at the head of a loop that was replaced, for certificates.

use heureka_logic::{SortId, Substitution, TermId, Terms, simplify};

use super::Summary;

/// Between the arguments when the loop was entered and those now.
pub fn related(terms: &mut Terms, summary: &Summary, entered: &[TermId], now: &[TermId]) -> Option<TermId> {
    let mut values: Substitution = summary.arguments.iter().copied().zip(entered.iter().copied()).collect();
    values.insert(terms.as_constant(summary.now)?, now[summary.counter]);
    // Arbitrary values that were written are those that are there now.
    for (&at, write) in &summary.writes {
        if let Some(home) = write.home {
            values.insert(home, now[at]);
        }
    }
    let mut all = vec![terms.substitute(summary.guard, &values)];
    let rounds = terms.sub(now[summary.counter], entered[summary.counter]);
    let direction = summary.steps[summary.counter].expect("the counter changes");
    for (at, (&old, &new)) in entered.iter().zip(now).enumerate() {
        if old == new || at == summary.counter {
            continue;
        }
        if terms.sort(old) == SortId::INT {
            let times = terms.int(summary.steps[at].unwrap_or(0) * direction);
            let way = terms.mul(&[times, rounds]);
            let sum = terms.add(&[old, way]);
            all.push(terms.eq(new, sum));
            continue;
        }
        let Some(write) = summary.writes.get(&at) else {
            all.push(terms.eq(old, new));
            continue;
        };
        let bound: Vec<TermId> =
            (0..write.bound.len()).map(|at| terms.constant(&format!("k{at}"), SortId::INT)).collect();
        let named: Substitution = write.bound.iter().copied().zip(bound.iter().copied()).collect();
        let [condition, value, fact] = [write.condition, write.value, write.fact].map(|term| {
            let term = terms.substitute(term, &values);
            terms.substitute(term, &named)
        });
        let before = bound.iter().fold(old, |row, index| terms.select(row, *index));
        let cell = bound.iter().fold(new, |row, index| terms.select(row, *index));
        let (written, kept) = (terms.eq(cell, value), terms.eq(cell, before));
        let written = terms.and(&[written, fact]);
        let one = terms.ite(condition, written, kept);
        let one = simplify(terms, one);
        all.push(terms.forall(&bound, one));
    }
    let all = terms.and(&all);
    Some(simplify(terms, all))
}
