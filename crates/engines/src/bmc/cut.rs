//! Cutting a formula short: what is far from its root becomes arbitrary.
//!
//! The result follows from the formula, so that if it cannot be true, nor can the formula. What is far is measured in steps
//! into marked terms, and in steps back in conjunctions, whose last operand is taken to matter most.

use std::collections::{HashMap, HashSet, VecDeque};

use heureka_logic::{Op, TermId, Terms};

/// The formula with all that is more than `most` steps from its root replaced by new symbols, one for each term; and whether
/// there was any such thing.
pub fn cut(terms: &mut Terms, root: TermId, marked: &HashSet<TermId>, most: usize) -> (TermId, bool) {
    let distances = distances(terms, root, marked);
    let is_near = |term: &TermId| distances.get(term).is_some_and(|distance| *distance <= most);
    let mut known: HashMap<TermId, TermId> = HashMap::new();
    let mut is_cut = false;
    let mut stack = vec![(root, false)];
    while let Some((term, ready)) = stack.pop() {
        if known.contains_key(&term) {
            continue;
        }
        let children = terms.children(term).to_vec();
        let new = if children.is_empty() {
            term
        } else if !is_near(&term) {
            is_cut = true;
            let name = format!("#cut{}", term.index());
            terms.constant(&name, terms.sort(term))
        } else if !ready {
            stack.push((term, true));
            stack.extend(children.into_iter().map(|child| (child, false)));
            continue;
        } else {
            let new: Vec<TermId> = children.iter().map(|child| known[child]).collect();
            match new == children {
                true => term,
                false => terms.apply(terms.op(term), &new).expect("the sorts are as before"),
            }
        };
        known.insert(term, new);
    }
    (known[&root], is_cut)
}

/// The least number of steps to each term.
fn distances(terms: &Terms, root: TermId, marked: &HashSet<TermId>) -> HashMap<TermId, usize> {
    let mut distances = HashMap::from([(root, 0)]);
    let mut queue = VecDeque::from([(root, 0)]);
    while let Some((term, distance)) = queue.pop_front() {
        if distances[&term] < distance {
            continue;
        }
        let children = terms.children(term);
        for (at, &child) in children.iter().enumerate() {
            let is_before = terms.op(term) == Op::And && at + 1 < children.len();
            let step = usize::from(is_before || marked.contains(&child));
            let further = distance + step;
            if distances.get(&child).is_none_or(|known| further < *known) {
                distances.insert(child, further);
                if step == 0 { queue.push_front((child, further)) } else { queue.push_back((child, further)) }
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_logic::{SortId, smtlib};

    #[test]
    fn marked_terms_and_earlier_conjuncts_are_far() {
        let mut terms = Terms::new();
        let x = terms.constant("x", SortId::INT);
        let one = terms.int(1);
        let (sum, difference) = (terms.add(&[x, one]), terms.sub(x, one));
        let (first, last) = (terms.lt(one, sum), terms.lt(one, difference));
        let root = terms.and(&[first, last]);
        let text = |terms: &mut Terms, most: usize| {
            let (formula, is_cut) = cut(terms, root, &HashSet::from([difference]), most);
            (smtlib::print_term(terms, formula), is_cut)
        };
        let (near, is_cut) = text(&mut terms, 0);
        assert!(is_cut && near.contains("#cut") && !near.contains('+') && !near.contains('-'), "{near}");
        assert_eq!(text(&mut terms, 1), ("(and (< 1 (+ x 1)) (< 1 (- x 1)))".to_owned(), false));
    }
}
