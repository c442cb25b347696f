//! `ite`, and operators over a choice between constants.

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::simplify::boolean;
use crate::sort::SortId;
use crate::value::fold;

pub fn ite(terms: &mut Terms, mut condition: TermId, mut yes: TermId, mut no: TermId) -> TermId {
    if let Op::Not = terms.op(condition) {
        condition = terms.children(condition)[0];
        std::mem::swap(&mut yes, &mut no);
    }
    match condition {
        Terms::TRUE => return yes,
        Terms::FALSE => return no,
        _ => {}
    }
    // A choice below by the same condition is decided.
    if let (Op::Ite, &[inner, then, _]) = (terms.op(yes), terms.children(yes))
        && inner == condition
    {
        yes = then;
    }
    if let (Op::Ite, &[inner, _, otherwise]) = (terms.op(no), terms.children(no))
        && inner == condition
    {
        no = otherwise;
    }
    if yes == no {
        return yes;
    }
    if let (Op::Eq, &[a, b]) = (terms.op(condition), terms.children(condition))
        && ((a, b) == (yes, no) || (b, a) == (yes, no))
    {
        return no;
    }
    if terms.sort(yes) != SortId::BOOL {
        return terms.ite(condition, yes, no);
    }
    if yes == Terms::TRUE || yes == condition {
        return boolean::or(terms, vec![condition, no]);
    }
    if no == Terms::FALSE || no == condition {
        return boolean::and(terms, vec![condition, yes]);
    }
    if yes == Terms::FALSE || no == Terms::TRUE {
        let not = boolean::not(terms, condition);
        return match yes {
            Terms::FALSE => boolean::and(terms, vec![not, no]),
            _ => boolean::or(terms, vec![not, yes]),
        };
    }
    terms.ite(condition, yes, no)
}

/// A predicate over a constant and a choice between constants, as `(= (ite c 1 0) 0)`: the condition, its negation, or
/// neither.
pub fn split_constants(terms: &mut Terms, predicate: Op, a: TermId, b: TermId) -> Option<TermId> {
    let choice = if terms.op(a) == Op::Ite { a } else { b };
    let &[condition, yes, no] = terms.children(choice) else { return None };
    if terms.op(choice) != Op::Ite {
        return None;
    }
    let holds = |branch: TermId| {
        let (x, y) = if choice == a { (branch, b) } else { (a, branch) };
        let (x, y) = (terms.as_value(x)?, terms.as_value(y)?);
        fold(terms, predicate, SortId::BOOL, &[&x, &y])?.as_bool()
    };
    Some(match (holds(yes)?, holds(no)?) {
        (true, true) => Terms::TRUE,
        (false, false) => Terms::FALSE,
        (true, false) => condition,
        (false, true) => boolean::not(terms, condition),
    })
}
