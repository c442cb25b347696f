//! Polynomials over the remainders modulo a power of two, which is what sums, differences and products of machine words are.
//!
//! Invariant: no coefficient of a [`Polynomial`] is zero, and all are below the size of the ring. The variables are terms of
//! bit-vectors that have as many bits as the ring or more, and stand for the lowest of them.
//! (Müller-Olm, Seidl: Analysis of Modular Arithmetic, ESOP 2005.)

use std::collections::{BTreeMap, HashSet};

use heureka_logic::TermId;

/// A product of variables, sorted; none is the number 1.
pub type Monomial = Vec<TermId>;

pub type Polynomial = BTreeMap<Monomial, u128>;

/// Limits of the search for a combination.
const MOST_ROWS: usize = 600;
const MOST_TERMS: usize = 200;
const ROUNDS: usize = 3;

/// The remainders modulo 2 to the number of bits, of which there are 1 to [`Ring::WIDEST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ring {
    pub bits: u32,
}

impl Ring {
    pub const WIDEST: u32 = 120;

    fn reduce(self, value: u128) -> u128 {
        value & ((1 << self.bits) - 1)
    }

    pub fn constant(self, value: u128) -> Polynomial {
        let value = self.reduce(value);
        if value == 0 { Polynomial::new() } else { Polynomial::from([(Monomial::new(), value)]) }
    }

    pub fn variable(self, term: TermId) -> Polynomial {
        Polynomial::from([(vec![term], 1)])
    }

    /// Adds a multiple.
    pub fn add(self, to: &mut Polynomial, factor: u128, other: &Polynomial) {
        for (monomial, coefficient) in other {
            self.add_term(to, monomial.clone(), factor.wrapping_mul(*coefficient));
        }
    }

    fn add_term(self, to: &mut Polynomial, monomial: Monomial, coefficient: u128) {
        let old = to.get(&monomial).copied().unwrap_or(0);
        match self.reduce(old.wrapping_add(coefficient)) {
            0 => to.remove(&monomial),
            new => to.insert(monomial, new),
        };
    }

    /// `None` if that has too many terms.
    pub fn multiply(self, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        if a.len() * b.len() > MOST_TERMS {
            return None;
        }
        let mut product = Polynomial::new();
        for (left, by) in a {
            for (right, factor) in b {
                self.add_term(&mut product, times(left, right), by.wrapping_mul(*factor));
            }
        }
        Some(product)
    }

    /// Whether a polynomial is a sum of multiples of others, which are zero: so it is zero, too. It may be one although that is not found.
    pub fn follows(self, wanted: &Polynomial, zero: &[Polynomial]) -> bool {
        let degree = |polynomial: &Polynomial| polynomial.keys().map(Vec::len).max().unwrap_or(0);
        let most = zero.iter().chain([wanted]).map(degree).max().unwrap_or(0) + 1;
        let mut echelon = Echelon { ring: self, rows: BTreeMap::new(), added: 0 };
        // What is met brings its other monomials with it, also with the factor 1.
        let mut used: HashSet<(usize, Monomial)> = HashSet::new();
        zero.iter().for_each(|row| echelon.insert(row.clone()));
        if echelon.spans(wanted) {
            return true;
        }
        let mut monomials: HashSet<Monomial> = wanted.keys().cloned().collect();
        for _ in 0..ROUNDS {
            let mut more: HashSet<Monomial> = HashSet::new();
            let mut sorted: Vec<&Monomial> = monomials.iter().collect();
            sorted.sort_unstable();
            for (at, row) in zero.iter().enumerate() {
                for by in sorted.iter().flat_map(|all| row.keys().filter_map(|part| quotient(all, part))) {
                    if by.len() + degree(row) > most || used.len() > MOST_ROWS || !used.insert((at, by.clone())) {
                        continue;
                    }
                    let product: Polynomial = row.iter().map(|(other, factor)| (times(&by, other), *factor)).collect();
                    more.extend(product.keys().cloned());
                    echelon.insert(product);
                }
            }
            if echelon.spans(wanted) {
                return true;
            }
            let before = monomials.len();
            monomials.extend(more);
            if monomials.len() == before {
                break;
            }
        }
        false
    }
}

fn times(a: &Monomial, b: &Monomial) -> Monomial {
    let mut product = [&a[..], &b[..]].concat();
    product.sort_unstable();
    product
}

/// `None` if the second is no part of the first.
fn quotient(all: &Monomial, part: &Monomial) -> Option<Monomial> {
    let mut rest = all.clone();
    for variable in part {
        let at = rest.iter().position(|other| other == variable)?;
        rest.remove(at);
    }
    Some(rest)
}

/// Rows in a triangular form that span the same sums (Howell's form): a row for each greatest monomial, whose coefficient is a power of two.
struct Echelon {
    ring: Ring,
    rows: BTreeMap<Monomial, Polynomial>,
    added: usize,
}

impl Echelon {
    fn insert(&mut self, row: Polynomial) {
        let mut open = vec![row];
        while let Some(mut row) = open.pop() {
            self.added += 1;
            if self.added > 2 * MOST_ROWS {
                return;
            }
            while let Some((lead, coefficient)) = row.last_key_value().map(|(lead, by)| (lead.clone(), *by)) {
                let Some(other) = self.rows.get(&lead) else {
                    let row = self.normal(row, coefficient);
                    let shift = coefficient.trailing_zeros();
                    if shift > 0 {
                        // A multiple in which the greatest monomial is gone.
                        let mut rest = Polynomial::new();
                        self.ring.add(&mut rest, 1 << (self.ring.bits - shift), &row);
                        open.push(rest);
                    }
                    self.rows.insert(lead, row);
                    break;
                };
                let pivot = other[&lead];
                if coefficient.trailing_zeros() < pivot.trailing_zeros() {
                    let old = self.rows.remove(&lead).expect("it was just there");
                    open.push(old);
                    continue;
                }
                let factor = (coefficient >> pivot.trailing_zeros()).wrapping_neg();
                self.ring.add(&mut row, factor, other);
            }
        }
    }

    /// The row times the odd number with which its greatest coefficient is a power of two.
    fn normal(&self, row: Polynomial, coefficient: u128) -> Polynomial {
        let by = inverse(coefficient >> coefficient.trailing_zeros());
        let mut normal = Polynomial::new();
        self.ring.add(&mut normal, by, &row);
        normal
    }

    fn spans(&self, wanted: &Polynomial) -> bool {
        let mut rest = wanted.clone();
        while let Some((lead, coefficient)) = rest.last_key_value() {
            let Some(row) = self.rows.get(lead) else { return false };
            let pivot = row[lead];
            if coefficient.trailing_zeros() < pivot.trailing_zeros() {
                return false;
            }
            let factor = (coefficient >> pivot.trailing_zeros()).wrapping_neg();
            self.ring.add(&mut rest, factor, row);
        }
        true
    }
}

/// Of an odd number, modulo a power of two (Newton): each step doubles the number of bits that are right.
fn inverse(odd: u128) -> u128 {
    (0..7).fold(odd, |known, _| known.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(known))))
}

#[cfg(test)]
mod tests {
    use heureka_ir::interpret::Random;
    use heureka_logic::{SortId, Terms};

    use super::*;

    fn variables() -> [TermId; 3] {
        let mut terms = Terms::new();
        ["x", "y", "z"].map(|name| terms.constant(name, SortId::bit_vec(8)))
    }

    fn polynomial(ring: Ring, terms: &[(&[TermId], i128)]) -> Polynomial {
        let mut made = Polynomial::new();
        for (monomial, by) in terms {
            let mut monomial = monomial.to_vec();
            monomial.sort_unstable();
            ring.add_term(&mut made, monomial, *by as u128);
        }
        made
    }

    #[test]
    fn odd_numbers_have_inverses() {
        for odd in (1..200u128).step_by(2).chain([u128::MAX]) {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
        }
    }

    #[test]
    fn a_round_of_the_extended_algorithm_of_euclid_follows() {
        let mut terms = Terms::new();
        let [p, q, r, s] = ["p", "q", "r", "s"].map(|name| terms.constant(name, SortId::bit_vec(64)));
        let ring = Ring { bits: 64 };
        let before = polynomial(ring, &[(&[p, s], 1), (&[r, q], -1), (&[], -1)]);
        // (p - q) s - (r - s) q = 1
        let after = polynomial(ring, &[(&[p, s], 1), (&[q, s], -1), (&[r, q], -1), (&[s, q], 1), (&[], -1)]);
        assert!(ring.follows(&after, std::slice::from_ref(&before)));
        let wrong = polynomial(ring, &[(&[p, s], 1), (&[r, q], 1), (&[], -1)]);
        assert!(!ring.follows(&wrong, &[before]));
    }

    #[test]
    fn what_follows_may_need_multiples() {
        let ring = Ring { bits: 32 };
        let [x, y, z] = variables();
        // x = y implies x z = y z and x x = y y.
        let equal = polynomial(ring, &[(&[x], 1), (&[y], -1)]);
        assert!(ring.follows(&polynomial(ring, &[(&[x, z], 1), (&[y, z], -1)]), std::slice::from_ref(&equal)));
        assert!(ring.follows(&polynomial(ring, &[(&[x, x], 1), (&[y, y], -1)]), &[equal]));
    }

    #[test]
    fn what_is_wanted_may_meet_a_factor_that_is_zero_only_on_the_way() {
        let ring = Ring { bits: 64 };
        let [x, y, z] = variables();
        // z + x y = 5 and x = 0 imply z = 5, though x is nowhere in that.
        let sum = polynomial(ring, &[(&[z], 1), (&[x, y], 1), (&[], -5)]);
        let zero = polynomial(ring, &[(&[x], 1)]);
        let wanted = polynomial(ring, &[(&[z], 1), (&[], -5)]);
        assert!(ring.follows(&wanted, &[sum.clone(), zero]));
        assert!(!ring.follows(&wanted, &[sum]));
    }

    #[test]
    fn twice_a_number_may_be_zero_although_it_is_not() {
        let ring = Ring { bits: 8 };
        let [x, ..] = variables();
        let twice = polynomial(ring, &[(&[x], 2)]);
        assert!(!ring.follows(&polynomial(ring, &[(&[x], 1)]), std::slice::from_ref(&twice)));
        assert!(ring.follows(&polynomial(ring, &[(&[x], 6)]), std::slice::from_ref(&twice)));
    }

    /// Random polynomials in three variables of two bits: what is said to follow is zero wherever the others are.
    #[test]
    fn what_follows_is_zero_where_the_others_are() {
        let (ring, variables) = (Ring { bits: 2 }, variables());
        let mut found = 0;
        for seed in 0..4000 {
            let mut random = Random::new(seed);
            let mut any = || {
                let mut made = Polynomial::new();
                for _ in 0..1 + random.below(3) {
                    let factor = 1 + random.below(3);
                    let mut monomial: Monomial =
                        (0..random.below(3)).map(|_| variables[random.below(3) as usize]).collect();
                    monomial.sort_unstable();
                    ring.add_term(&mut made, monomial, factor.into());
                }
                made
            };
            let (zero, wanted) = ([any(), any()], any());
            if wanted.is_empty() || !ring.follows(&wanted, &zero) {
                continue;
            }
            found += 1;
            for point in 0..64u32 {
                let value = |polynomial: &Polynomial| {
                    let of = |variable: &TermId| {
                        let at = variables.iter().position(|other| other == variable).expect("one of three");
                        u128::from(point >> (2 * at) & 3)
                    };
                    let all = polynomial.iter().map(|(monomial, by)| by * monomial.iter().map(of).product::<u128>());
                    all.sum::<u128>() % 4
                };
                if zero.iter().all(|polynomial| value(polynomial) == 0) {
                    assert_eq!(value(&wanted), 0, "{zero:?} {wanted:?} at {point}");
                }
            }
        }
        assert!(found > 50, "{found}");
    }
}
