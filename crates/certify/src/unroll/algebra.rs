//! Contradictions between equations of machine words that follow by multiplying out: if `p*s - r*q == 1` then
//! `(p - q)*s - (r - s)*q == 1`, also where that wraps around.
//!
//! A solver that takes words for bits needs hours for such a question, and over the integers it must first exclude that anything wraps.
//! Here a condition is taken apart into cases, by its disjunctions and by the conditions of choices within its equations; a case is
//! contradictory if it says that two words differ of which it follows that they are equal ([`super::reading`], [`super::ring`]), or says a thing and its
//! opposite. What is no equation is left out, so a condition may be contradictory although that is not found.
//!
//! Whether a remainder is zero, and whether a case is impossible for other reasons than products, somebody else is asked.

use std::collections::{BTreeSet, HashMap};

use heureka_logic::{Op, TermId, Terms};

use super::reading::Reading;
use super::ring::Ring;

/// The most cases of a condition.
const MOST_CASES: usize = 400;

/// More alternatives than this are many.
const MANY: usize = 4;

/// Greater conditions are not looked at, nor those without products of unknown words that are not small.
const MOST_TERMS: usize = 2_000;
const SMALL: usize = 300;

/// Says whether a condition without products cannot hold; it may always say no.
pub type Excludes<'a> = dyn FnMut(&Terms, TermId) -> bool + 'a;

/// Whether conditions over words can be shown not to hold, all at once, with at most so many questions. Cases of the last are looked at first.
pub fn is_contradictory(terms: &mut Terms, conditions: &[TermId], questions: usize, excludes: &mut Excludes) -> bool {
    let all = terms.post_order(conditions);
    if all.len() > MOST_TERMS || all.len() > SMALL && !multiplies(terms, &all) {
        return false;
    }
    let mut case = Case::default();
    if !conditions.iter().all(|condition| case.assume(terms, *condition, true)) {
        return true;
    }
    let mut search = Search { terms, excludes, cases: 0, questions };
    search.is_contradictory(case)
}

/// Whether unknown words are multiplied or divided by unknown ones somewhere in a condition.
pub fn has_unknown_products(terms: &Terms, condition: TermId) -> bool {
    multiplies(terms, &terms.post_order(&[condition]))
}

fn multiplies(terms: &Terms, all: &[TermId]) -> bool {
    all.iter().any(|term| is_product(terms, *term))
}

fn is_product(terms: &Terms, term: TermId) -> bool {
    let is_unknown = |term: &&TermId| !terms.op(**term).is_constant();
    let multiplies = matches!(terms.op(term), Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem);
    multiplies && terms.children(term).iter().filter(is_unknown).count() > 1
}

/// The condition with any words in place of products and quotients of unknown ones: if it does not hold even so, it does not.
pub fn with_any_products(terms: &mut Terms, condition: TermId) -> TermId {
    let mut any: HashMap<TermId, TermId> = HashMap::new();
    terms.rebuild(condition, |terms, term, children| {
        let rebuilt = if terms.children(term) == children {
            term
        } else {
            terms.apply(terms.op(term), children).expect("sorts stay")
        };
        if !is_product(terms, rebuilt) {
            return rebuilt;
        }
        let sort = terms.sort(rebuilt);
        *any.entry(rebuilt).or_insert_with(|| terms.fresh("product", sort))
    })
}

/// What is assumed in a case.
#[derive(Clone, Default)]
struct Case {
    known: HashMap<TermId, bool>,
    equal: Vec<(TermId, TermId)>,
    different: Vec<(TermId, TermId)>,
    /// Of each at least one is so.
    some: Vec<Vec<(TermId, bool)>>,
}

impl Case {
    /// False if that contradicts what is assumed already.
    fn assume(&mut self, terms: &Terms, term: TermId, value: bool) -> bool {
        if let Some(known) = terms.as_bool(term) {
            return known == value;
        }
        match self.known.get(&term) {
            Some(known) => return *known == value,
            None => self.known.insert(term, value),
        };
        let children = terms.children(term);
        let all = |case: &mut Case, value: bool| children.iter().all(|child| case.assume(terms, *child, value));
        match (terms.op(term), value) {
            (Op::Not, _) => self.assume(terms, children[0], !value),
            (Op::And, true) => all(self, true),
            (Op::Or, false) => all(self, false),
            (Op::And, false) | (Op::Or, true) => {
                self.some.push(children.iter().map(|child| (*child, value)).collect());
                true
            }
            (Op::Implies, false) => self.assume(terms, children[0], true) && self.assume(terms, children[1], false),
            (Op::Implies, true) => {
                self.some.push(vec![(children[0], false), (children[1], true)]);
                true
            }
            (Op::Eq, _) if terms.sort(children[0]).width().is_some() => {
                let pair = (children[0], children[1]);
                if value {
                    self.equal.push(pair)
                } else {
                    self.different.push(pair)
                }
                true
            }
            _ => true,
        }
    }
}

struct Search<'t, 'e> {
    terms: &'t mut Terms,
    excludes: &'t mut Excludes<'e>,
    cases: usize,
    /// How many may still be asked.
    questions: usize,
}

impl Search<'_, '_> {
    fn is_contradictory(&mut self, mut case: Case) -> bool {
        self.cases += 1;
        if self.cases > MOST_CASES {
            return false;
        }
        let mut open = None;
        let mut divided = BTreeSet::new();
        for at in (0..case.different.len()).rev() {
            let (a, b) = case.different[at];
            let Some(ring) = self.ring(a) else { continue };
            let mut reading = Reading::new(self.terms, ring, &case.known);
            if reading.are_equal(a, b, &case.equal) {
                return true;
            }
            open = open.or(reading.open);
            divided.extend(reading.divided);
        }
        if let Some(condition) = open {
            return self.both(&case, condition);
        }
        // One of several is so: whichever it is.
        while let Some(some) = case.some.pop() {
            if some.iter().any(|(term, value)| case.known.get(term) == Some(value)) {
                continue;
            }
            // What holds in each of many cases is not asked in each of them.
            let zero = if some.len() > MANY { self.remainders(&case, &divided) } else { Vec::new() };
            if !zero.is_empty() {
                case.some.push(some);
                case.equal.extend(zero);
                return self.is_contradictory(case);
            }
            return some.iter().all(|(term, value)| self.is_so(&case, *term, *value));
        }
        let zero = self.remainders(&case, &divided);
        if zero.is_empty() {
            return self.is_excluded(&case, &[]);
        }
        case.equal.extend(zero);
        self.is_contradictory(case)
    }

    /// The remainders by constants that are zero in a case, as far as that is not known yet.
    fn remainders(&mut self, case: &Case, divided: &BTreeSet<TermId>) -> Vec<(TermId, TermId)> {
        let mut zero = Vec::new();
        for division in divided {
            let [a, by] = self.terms.children(*division)[..] else { continue };
            let Some(width) = self.terms.sort(by).width().filter(|_| self.terms.as_bits(by).is_some()) else {
                continue;
            };
            let remainder = match self.terms.op(*division) {
                Op::BvUdiv | Op::BvUrem => self.terms.bv_urem(a, by),
                _ => self.terms.bv_srem(a, by),
            };
            let pair = (remainder, self.terms.bits(width, 0));
            if case.equal.contains(&pair) || zero.contains(&pair) {
                continue;
            }
            let is_not_zero = self.terms.ne(pair.0, pair.1);
            if self.is_excluded_nearby(case, is_not_zero) || self.is_excluded(case, &[is_not_zero]) {
                zero.push(pair);
            }
        }
        zero
    }

    /// Whether a case cannot be, together with more, whatever products are.
    fn is_excluded(&mut self, case: &Case, more: &[TermId]) -> bool {
        if self.questions == 0 {
            return false;
        }
        self.questions -= 1;
        let mut all = more.to_vec();
        all.extend(self.known(case));
        let all = self.terms.and(&all);
        let rough = with_any_products(self.terms, all);
        (self.excludes)(self.terms, rough)
    }

    /// Whether something cannot be in a case because of what is known of the symbols that it speaks of and no others: that a
    /// number is even hardly depends on anything else, and all that is known takes much longer to look through.
    fn is_excluded_nearby(&mut self, case: &Case, wanted: TermId) -> bool {
        if self.questions == 0 || has_unknown_products(self.terms, wanted) {
            return false;
        }
        self.questions -= 1;
        let near = self.terms.symbols_in(&[wanted]);
        let mut all = vec![wanted];
        for known in self.known(case) {
            if !has_unknown_products(self.terms, known) && self.terms.symbols_in(&[known]).is_subset(&near) {
                all.push(known);
            }
        }
        let all = self.terms.and(&all);
        (self.excludes)(self.terms, all)
    }

    /// What is known in a case. What is made of others that are known says nothing more.
    fn known(&mut self, case: &Case) -> Vec<TermId> {
        let mut known: Vec<(TermId, bool)> = case.known.iter().map(|(term, value)| (*term, *value)).collect();
        known.sort_unstable();
        known.retain(|(term, _)| !matches!(self.terms.op(*term), Op::And | Op::Not));
        known.into_iter().map(|(term, value)| if value { term } else { self.terms.not(term) }).collect()
    }

    /// Where two such words are the same.
    fn ring(&self, word: TermId) -> Option<Ring> {
        let bits = self.terms.sort(word).width()?;
        (bits <= Ring::WIDEST).then_some(Ring { bits })
    }

    fn both(&mut self, case: &Case, condition: TermId) -> bool {
        [true, false].into_iter().all(|value| self.is_so(case, condition, value))
    }

    /// Whether the case is contradictory if this is so, too.
    fn is_so(&mut self, case: &Case, term: TermId, value: bool) -> bool {
        let mut case = case.clone();
        !case.assume(self.terms, term, value) || self.is_contradictory(case)
    }
}

#[cfg(test)]
mod tests {
    use heureka_ir::interpret::Random;
    use heureka_logic::{Assignment, SortId, Value, evaluate};
    use heureka_number::Int;

    use super::*;

    /// Words of three bits of two symbols.
    fn word(terms: &mut Terms, symbols: [TermId; 2], random: &mut Random, depth: u32) -> TermId {
        if depth == 0 || random.below(6) == 0 {
            return match random.below(3) {
                0 => terms.bits(3, i128::from(random.below(8))),
                at => symbols[at as usize - 1],
            };
        }
        let kind = random.below(13);
        let a = word(terms, symbols, random, depth - 1);
        let b = word(terms, symbols, random, depth - 1);
        match kind {
            0 | 1 => terms.bv_add(&[a, b]),
            2 | 3 => terms.bv_sub(a, b),
            4..=6 => terms.bv_mul(&[a, b]),
            7 => terms.bv_neg(a),
            8 => terms.bv_udiv(a, b),
            9 => terms.bv_srem(a, b),
            10 => {
                let wide = [terms.sign_extend(2, a), terms.zero_extend(2, b)];
                let sum = terms.bv_add(&wide);
                terms.extract(2, 0, sum)
            }
            11 => terms.bv_shl(a, b),
            _ => {
                let condition = condition(terms, symbols, random, 0);
                terms.ite(condition, a, b)
            }
        }
    }

    fn condition(terms: &mut Terms, symbols: [TermId; 2], random: &mut Random, depth: u32) -> TermId {
        if depth == 0 {
            let a = word(terms, symbols, random, 2);
            let b = word(terms, symbols, random, 2);
            return match random.below(5) {
                0 | 1 => terms.eq(a, b),
                2 | 3 => terms.ne(a, b),
                _ => terms.bv_ult(a, b),
            };
        }
        let a = condition(terms, symbols, random, depth - 1);
        let b = condition(terms, symbols, random, depth - 1);
        match random.below(5) {
            0 => terms.or(&[a, b]),
            1 => terms.not(a),
            _ => terms.and(&[a, b]),
        }
    }

    /// What is said to contradict itself holds for no words.
    #[test]
    fn contradictory_conditions_never_hold() {
        let (mut contradictory, mut possible) = (0, 0);
        for seed in 0..6_000 {
            let mut terms = Terms::new();
            let symbols = ["x", "y"].map(|name| terms.constant(name, SortId::bit_vec(3)));
            let mut random = Random::new(seed);
            let depth = 1 + random.below(3) as u32;
            let condition = condition(&mut terms, symbols, &mut random, depth);
            let holds = |terms: &Terms, condition: TermId, x: i128, y: i128| {
                let mut assignment = Assignment::new();
                for (symbol, given) in symbols.into_iter().zip([x, y]) {
                    let constant = terms.as_constant(symbol).expect("a symbol");
                    let value = heureka_logic::BitVector::new(3, &Int::from(given));
                    assignment.set(terms, constant, Value::BitVec(value));
                }
                evaluate(terms, condition, &assignment).expect("a value").as_bool() == Some(true)
            };
            let can_hold = (0..8).any(|x| (0..8).any(|y| holds(&terms, condition, x, y)));
            let found = is_contradictory(&mut terms, &[condition], 0, &mut |_, _| false);
            assert!(!found || !can_hold, "seed {seed}");
            contradictory += usize::from(found);
            possible += usize::from(!can_hold);
        }
        assert!(contradictory > 80, "{contradictory} of {possible}");
    }

    #[test]
    fn a_step_of_a_sum_of_squares_keeps_its_equation() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.constant(name, SortId::bit_vec(64)));
        let (one, two) = (terms.bits(64, 1), terms.bits(64, 2));
        // 2 x = y (y + 1) before; then y is one more, and x is more by it, or nothing happens.
        let equation = |terms: &mut Terms, x: TermId, y: TermId| {
            let next = terms.bv_add(&[y, one]);
            let (left, right) = (terms.bv_mul(&[two, x]), terms.bv_mul(&[y, next]));
            terms.eq(left, right)
        };
        let before = equation(&mut terms, x, y);
        let more = terms.bv_add(&[y, one]);
        let sum = terms.bv_add(&[x, more]);
        let goes_on = terms.bv_ult(y, x);
        let (x_after, y_after) = (terms.ite(goes_on, sum, x), terms.ite(goes_on, more, y));
        let after = equation(&mut terms, x_after, y_after);
        let wrong = equation(&mut terms, sum, y_after);
        for (after, expected) in [(after, true), (wrong, false)] {
            let fails = terms.not(after);
            let condition = terms.and(&[before, fails]);
            assert_eq!(is_contradictory(&mut terms, &[condition], 0, &mut |_, _| false), expected);
        }
    }

    #[test]
    fn a_half_of_an_even_number_is_exact() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.constant(name, SortId::bit_vec(32)));
        let (one, two) = (terms.bits(32, 1), terms.bits(32, 2));
        // x is odd, and 2 (y ((x - 1) / 2)) is not y (x - 1).
        let remainder = terms.bv_urem(x, two);
        let is_odd = terms.eq(remainder, one);
        let even = terms.bv_sub(x, one);
        let half = terms.bv_udiv(even, two);
        let (left, right) = (terms.bv_mul(&[two, y, half]), terms.bv_mul(&[y, even]));
        let differs = terms.ne(left, right);
        let both = terms.and(&[is_odd, differs]);
        let rest = terms.bv_urem(even, two);
        let asked = std::cell::Cell::new(0);
        // What a solver would say: the remainder of x - 1 is zero where x is odd.
        let mut excludes = |terms: &Terms, condition: TermId| {
            asked.set(asked.get() + 1);
            terms.post_order(&[condition]).contains(&rest)
        };
        assert!(is_contradictory(&mut terms, &[both], 4, &mut excludes));
        assert!(asked.get() > 0);
        assert!(!is_contradictory(&mut terms, &[both], 4, &mut |_, _| false));
    }

    #[test]
    fn products_of_which_nothing_is_known_may_not_matter() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.constant(name, SortId::bit_vec(32)));
        let product = terms.bv_mul(&[x, y]);
        let (less, more) = (terms.bv_ult(product, x), terms.bv_ult(x, product));
        let both = terms.and(&[less, more]);
        let rough = with_any_products(&mut terms, both);
        assert_ne!(rough, both);
        assert!(terms.post_order(&[rough]).iter().all(|term| terms.op(*term) != Op::BvMul));
    }
}
