//! What the samples show of numbers and of cells.
//!
//! *Numbers* are the parameters of a predicate and cells at fixed indices, such as sum[0]. Polynomials that are zero in all samples
//! are candidates; so are `x ≤ f·y + d` and `x ≤ y + z + d` with factors of the program, limits that are numbers of the program,
//! and residues. Of the *cells* between two places it is said what polynomial in their index, the numbers and the cells of other
//! arrays at that index they are, which numbers of the program limit them, which they are not, and what their residue is.
//! (Sharma and others: A Data Driven Approach for Algebraic Loop Invariants, ESOP 2013, with a cell at an arbitrary index.)

use std::collections::{BTreeMap, BTreeSet};

use heureka_logic::{Op, SortId, SymbolId, TermId, Value, evaluate_all, simplify};
use heureka_number::Int;

use super::candidates::{Limits, Maker, Shape};
use super::hints::{Hints, NEAR};
use super::sample::{CELLS, FIRST, Sample};
use super::sums;
use crate::common::polynomials::{Monomial, Polynomial, equations_up_to, expressed};

/// More numbers are not compared, and not multiplied.
const MOST_NUMBERS: usize = 9;
const MOST_SUMS: usize = 10;
const MOST_IN_PRODUCTS: usize = 5;
/// Numbers that are not next to what the samples show are not farther from zero than this.
const FARTHEST: i128 = 8;
/// More cells of other arrays, or at other indices, are not looked at.
const MOST_OTHERS: usize = 3;
/// Larger arrays are not summed up.
const MOST_SUMMED: i128 = 32;
/// Longer sums, and more cells beside them, are not looked at.
const LONGEST: i128 = 40;
const MOST_CELLS: usize = 4;
/// So many samples show that a number is always the same.
const TELLING: usize = 4;
/// More numbers are not taken as conditions.
const MOST_FLAGS: usize = 2;
/// More pairs of numbers of the program are not tried as holes.
const MOST_HOLES: usize = 12;

/// The kinds of claims.
const EQUATION: u8 = 0;
const LIMIT: u8 = 1;
const SUM: u8 = 2;
const RESIDUE: u8 = 3;
const OTHER: u8 = 4;

/// Claims, with their kinds.
type Claims = Vec<(u8, TermId)>;

/// A number and its values by sample.
struct Known {
    term: TermId,
    values: Vec<i128>,
}

/// The values of numbers together, each list once.
fn points(numbers: &[&Known]) -> Vec<Vec<i128>> {
    let Some(first) = numbers.first() else { return Vec::new() };
    let point = |at: usize| numbers.iter().map(|number| number.values[at]).collect();
    let mut points: Vec<Vec<i128>> = (0..first.values.len()).map(point).collect();
    points.sort_unstable();
    points.dedup();
    points
}

impl Maker<'_> {
    pub fn facts(&mut self, parameters: &[SymbolId], arrays: &[SymbolId], hints: &Hints) {
        if self.samples.is_empty() {
            return;
        }
        let numbers = self.numbers(parameters, arrays, hints);
        self.unconditional(arrays, &numbers, hints);
        let mut sums = self.sums(parameters, arrays, hints);
        if hints.has_sums {
            sums.extend(self.long_sums(parameters, arrays, hints));
        }
        if !sums.is_empty() {
            let mut claims = Claims::new();
            self.equations(&numbers.iter().chain(&sums).collect::<Vec<_>>(), 1, &mut claims);
            self.say(claims);
        }
        if !self.is_brief {
            let claims = self.at_zero(&numbers);
            self.say(claims);
        }
        self.by_cases(arrays, &numbers, hints);
    }

    /// What holds in all samples.
    fn unconditional(&mut self, arrays: &[SymbolId], numbers: &[Known], hints: &Hints) {
        let claims = self.of_numbers(numbers, hints);
        self.say(claims);
        for &array in arrays {
            self.of_cells(array, arrays, numbers, hints);
        }
    }

    fn say(&mut self, claims: Claims) {
        for (kind, claim) in claims {
            self.push(Shape::Claim(kind, None, claim), &[], Vec::new(), claim);
        }
    }

    /// What holds where a number that is 0 or 1 is 0, or 1; and where one that begins with 0 is beyond it, if clauses make a
    /// difference there: `if (i == 0) sum = 0; else sum += a[i];`.
    fn by_cases(&mut self, arrays: &[SymbolId], numbers: &[Known], hints: &Hints) {
        let mut cases: Vec<(&Known, TermId, Vec<usize>)> = Vec::new();
        let places = |number: &Known, is_meant: &dyn Fn(i128) -> bool| {
            (0..number.values.len()).filter(|at| is_meant(number.values[*at])).collect::<Vec<usize>>()
        };
        let [zero, one] = [0, 1].map(|value| self.terms.int(value));
        let (mut flags, mut counters) = (0, 0);
        for number in numbers {
            let (zeros, ones) = (places(number, &|value| value == 0), places(number, &|value| value == 1));
            let beyond = places(number, &|value| value > 0);
            let all = number.values.len();
            if zeros.len() < TELLING || beyond.len() < TELLING || zeros.len() + beyond.len() < all {
                continue;
            }
            if ones.len() == beyond.len() && flags < MOST_FLAGS {
                flags += 1;
                cases.push((number, self.terms.eq(number.term, zero), zeros));
                cases.push((number, self.terms.eq(number.term, one), ones));
            } else if hints.has_first_rounds && ones.len() < beyond.len() && counters < MOST_FLAGS {
                counters += 1;
                cases.push((number, self.terms.le(one, number.term), beyond));
            }
        }
        let (samples, values) = (self.samples.clone(), self.values.clone());
        for (number, guard, kept) in cases {
            let some = |values: &[i128]| kept.iter().map(|at| values[*at]).collect::<Vec<i128>>();
            self.samples = kept.iter().map(|at| samples[*at]).collect();
            self.values = values.iter().map(|values| some(values)).collect();
            // A flag is known then.
            let is_known = |other: &&Known| other.term == number.term && self.terms.op(guard) == Op::Eq;
            let others = numbers.iter().filter(|other| !is_known(other));
            let others: Vec<Known> =
                others.map(|number| Known { term: number.term, values: some(&number.values) }).collect();
            self.guard = Some(guard);
            self.unconditional(arrays, &others, hints);
        }
        self.guard = None;
        (self.samples, self.values) = (samples, values);
    }

    /// Parameters that are numbers, and cells at fixed indices.
    fn numbers(&mut self, parameters: &[SymbolId], arrays: &[SymbolId], hints: &Hints) -> Vec<Known> {
        let mut found: Vec<TermId> = Vec::new();
        for &parameter in parameters {
            if self.terms.symbol(parameter).result == SortId::INT {
                found.push(self.terms.call(parameter, &[]));
            }
        }
        for &array in arrays {
            let contents = self.terms.call(array, &[]);
            for &anchor in &hints.anchors {
                let is_known = self.terms.free_symbols(&[anchor]).iter().all(|symbol| parameters.contains(symbol));
                if is_known {
                    found.push(self.terms.select(contents, anchor));
                }
            }
        }
        found.truncate(MOST_NUMBERS);
        self.known(&found)
    }

    /// The values of numbers; those of all, or none.
    fn known(&self, found: &[TermId]) -> Vec<Known> {
        let mut known: Vec<Known> = found.iter().map(|term| Known { term: *term, values: Vec::new() }).collect();
        for sample in &self.samples {
            let terms: Vec<TermId> = known.iter().map(|number| number.term).collect();
            let Ok(values) = evaluate_all(self.terms, &terms, &sample.values) else { return Vec::new() };
            for (number, value) in known.iter_mut().zip(values) {
                let Some(value) = value.as_int().and_then(|value| value.to_i128()) else { return Vec::new() };
                number.values.push(value);
            }
        }
        known
    }

    /// Sums of all cells of small arrays, and of those before a parameter.
    fn sums(&mut self, parameters: &[SymbolId], arrays: &[SymbolId], hints: &Hints) -> Vec<Known> {
        let mut found = Vec::new();
        for &array in arrays {
            let Some(&extent) = hints.extents.get(&array).filter(|extent| **extent <= MOST_SUMMED) else { continue };
            let contents = self.terms.call(array, &[]);
            let places: Vec<TermId> = (0..extent).map(|at| self.terms.int(at)).collect();
            let cells: Vec<TermId> = places.iter().map(|at| self.terms.select(contents, *at)).collect();
            let zero = self.terms.int(0);
            found.push(self.terms.add(&[&cells[..], &[zero]].concat()));
            for &parameter in parameters {
                if self.terms.symbol(parameter).result != SortId::INT {
                    continue;
                }
                let end = self.terms.call(parameter, &[]);
                let mut parts = vec![zero];
                for (place, cell) in places.iter().zip(&cells) {
                    let is_before = self.terms.lt(*place, end);
                    parts.push(self.terms.ite(is_before, *cell, zero));
                }
                found.push(self.terms.add(&parts));
            }
        }
        found.truncate(MOST_SUMS);
        self.known(&found)
    }

    /// Sums of the cells of other arrays before a parameter, and the cells there.
    fn long_sums(&mut self, parameters: &[SymbolId], arrays: &[SymbolId], hints: &Hints) -> Vec<Known> {
        let Some(sum) = sums::symbol(self.terms) else { return Vec::new() };
        let is_long = |array: &&SymbolId| hints.extents.get(array).is_none_or(|extent| *extent > MOST_SUMMED);
        let mut found: Vec<Known> = Vec::new();
        let mut cells: Vec<TermId> = Vec::new();
        for &array in arrays.iter().filter(is_long) {
            let contents = self.terms.call(array, &[]);
            for &parameter in parameters {
                if self.terms.symbol(parameter).result != SortId::INT {
                    continue;
                }
                let end = self.terms.call(parameter, &[]);
                let value = |sample: &Sample| {
                    let most = sample.values.constants.get(&parameter)?.as_int()?.to_i128()?;
                    let contents = sample.values.constants.get(&array)?.as_array()?;
                    let cell = |at: i128| contents.get(&Value::Int(Int::from(at))).as_int()?.to_i128();
                    let cells: Option<Vec<i128>> = (0..most.min(LONGEST)).map(cell).collect();
                    (most <= LONGEST).then_some(cells?.into_iter().fold(0, i128::saturating_add))
                };
                let values: Option<Vec<i128>> = self.samples.iter().map(|sample| value(sample)).collect();
                let Some(values) = values else { continue };
                // At a parameter that is always the same as another one, the sums are the same.
                if found.len() < MOST_SUMS && found.iter().all(|known| known.values != values) {
                    found.push(Known { term: self.terms.call(sum, &[contents, end]), values });
                    cells.push(self.terms.select(contents, end));
                }
            }
        }
        cells.truncate(MOST_CELLS);
        found.extend(self.known(&cells));
        found
    }

    fn of_numbers(&mut self, numbers: &[Known], hints: &Hints) -> Claims {
        let mut claims = Claims::new();
        let degree = match (hints.has_products, numbers.len()) {
            (true, ..=3) => 3,
            (true, ..=6) => 2,
            _ => 1,
        };
        self.equations(&numbers.iter().collect::<Vec<_>>(), degree, &mut claims);
        let is_guarded = self.guard.is_some();
        for number in numbers {
            self.limited(number.term, &number.values, hints, &mut claims);
            if !is_guarded && !self.is_brief {
                self.residues(number.term, &number.values, hints, &mut claims);
            }
        }
        // Where there are products few formulas are better.
        let is_flag = self.guard.is_some_and(|guard| self.terms.op(guard) == Op::Eq);
        let is_short = is_flag || hints.has_products || self.is_brief;
        for (at, x) in numbers.iter().enumerate() {
            for (other, y) in numbers.iter().enumerate().filter(|(other, _)| *other != at) {
                for factor in hints.factors.iter().copied().chain([-1]).filter(|_| !is_short).chain([1]) {
                    let times = self.terms.int(factor);
                    let product = self.terms.mul(&[times, y.term]);
                    let rest: Vec<i128> = x
                        .values
                        .iter()
                        .zip(&y.values)
                        .map(|(x, y)| x.saturating_sub(factor.saturating_mul(*y)))
                        .collect();
                    self.differs(x.term, product, &rest, hints, &mut claims);
                }
                for z in &numbers[other + 1..] {
                    if z.term == x.term || is_short {
                        continue;
                    }
                    let sum = self.terms.add(&[y.term, z.term]);
                    let triples = x.values.iter().zip(&y.values).zip(&z.values);
                    let rest: Vec<i128> = triples.map(|((x, y), z)| x.saturating_sub(*y).saturating_sub(*z)).collect();
                    self.differs(x.term, sum, &rest, hints, &mut claims);
                }
            }
        }
        claims
    }

    /// Numbers that are always the same, and polynomials in the others that are zero.
    fn equations(&mut self, numbers: &[&Known], degree: usize, claims: &mut Claims) {
        let is_constant = |number: &&&Known| number.values.iter().all(|value| *value == number.values[0]);
        let (constant, changing): (Vec<&Known>, Vec<&Known>) =
            numbers.iter().copied().partition(|number| is_constant(&number));
        for number in constant.iter().filter(|number| number.values.len() >= TELLING) {
            let value = self.terms.int(number.values[0]);
            let claim = self.terms.eq(number.term, value);
            self.claim(EQUATION, claim, claims);
        }
        let terms: Vec<TermId> = changing.iter().map(|number| number.term).collect();
        for polynomial in equations_up_to(degree, &points(&changing)) {
            self.zero(&terms, &polynomial, claims);
        }
    }

    /// The first term is at most, or at least, the second and a number of the program.
    fn differs(&mut self, x: TermId, other: TermId, rest: &[i128], hints: &Hints, claims: &mut Claims) {
        let (Some(&least), Some(&most)) = (rest.iter().min(), rest.iter().max()) else { return };
        // Equations have said so.
        if least == most {
            return;
        }
        let (below, above) = hints.around(least, most);
        for (by, is_most) in [(above, true), (below, false)] {
            let Some(by) = by.filter(|by| by.abs() <= FARTHEST || *by == least || *by == most) else { continue };
            let by = self.terms.int(by);
            let sum = self.terms.add(&[other, by]);
            let claim = if is_most { self.terms.le(x, sum) } else { self.terms.le(sum, x) };
            self.claim(SUM, claim, claims);
        }
    }

    fn claim(&mut self, kind: u8, claim: TermId, claims: &mut Claims) {
        let claim = simplify(self.terms, claim);
        if self.terms.as_bool(claim).is_none() {
            claims.push((kind, claim));
        }
    }

    /// A polynomial in these terms is zero.
    fn zero(&mut self, of: &[TermId], polynomial: &Polynomial, claims: &mut Claims) {
        let mut sum = vec![self.terms.int(0)];
        for (monomial, factor) in polynomial {
            let mut product = vec![self.terms.int(*factor)];
            product.extend(monomial.iter().map(|at| of[*at]));
            sum.push(if product.len() == 1 { product[0] } else { self.terms.mul(&product) });
        }
        let sum = self.terms.add(&sum);
        let zero = self.terms.int(0);
        let claim = self.terms.eq(sum, zero);
        self.claim(EQUATION, claim, claims);
    }

    /// Between numbers of the program.
    fn limited(&mut self, term: TermId, values: &[i128], hints: &Hints, claims: &mut Claims) {
        let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else { return };
        let (below, above) = hints.around(least, most);
        if let Some(below) = below {
            let below = self.terms.int(below);
            let claim = self.terms.le(below, term);
            self.claim(LIMIT, claim, claims);
        }
        if let Some(above) = above {
            let above = self.terms.int(above);
            let claim = self.terms.le(term, above);
            self.claim(LIMIT, claim, claims);
        }
    }

    fn residues(&mut self, term: TermId, values: &[i128], hints: &Hints, claims: &mut Claims) {
        if values.iter().all(|value| *value == values[0]) {
            return;
        }
        for &by in &hints.divisors {
            let first = values[0].rem_euclid(by);
            if values.iter().any(|value| value.rem_euclid(by) != first) {
                continue;
            }
            let (by, first) = (self.terms.int(by), self.terms.int(first));
            let rest = self.terms.modulo(term, by);
            let claim = self.terms.eq(rest, first);
            self.claim(RESIDUE, claim, claims);
        }
    }

    /// What is said of the cells between two places, for all places.
    fn of_cells(&mut self, array: SymbolId, arrays: &[SymbolId], numbers: &[Known], hints: &Hints) {
        let mut regions: BTreeMap<Vec<u64>, Vec<Limits>> = BTreeMap::new();
        let choices = self.choices();
        for limits in choices.iter().flat_map(|low| choices.iter().map(|high| (*low, *high))) {
            if let Some(region) = self.region(array, &[limits], |_, _, _| true) {
                regions.entry(region).or_default().push(limits);
            }
        }
        let mut others: Vec<(SymbolId, i128)> =
            arrays.iter().copied().filter(|other| *other != array).map(|other| (other, 0)).collect();
        if hints.has_neighbours {
            others.extend(arrays.iter().filter(|other| **other != array).map(|other| (*other, -1)));
        }
        others.truncate(MOST_OTHERS);
        for (region, alike) in regions {
            for claim in self.of_region(array, &others, numbers, hints, &region) {
                for limits in &alike {
                    self.push(Shape::Claim(claim.0, Some(array), claim.1), &[*limits], region.clone(), claim.1);
                }
            }
        }
    }

    /// The claims about the cells of a region.
    fn of_region(
        &mut self,
        array: SymbolId,
        others: &[(SymbolId, i128)],
        numbers: &[Known],
        hints: &Hints,
        region: &[u64],
    ) -> Claims {
        let mut claims = Claims::new();
        let index = self.bound[0];
        let mut of = vec![index];
        of.extend(numbers.iter().map(|number| number.term));
        for (cell, by) in others.iter().chain([&(array, 0)]) {
            let contents = self.terms.call(*cell, &[]);
            let by = self.terms.int(*by);
            let place = self.terms.add(&[index, by]);
            let place = simplify(self.terms, place);
            of.push(self.terms.select(contents, place));
        }
        let mut points: Vec<Vec<i128>> = Vec::new();
        for bit in (0..region.len() * 64).filter(|bit| region[bit / 64] >> (bit % 64) & 1 == 1) {
            let (number, at) = (bit / (CELLS * CELLS), bit / CELLS % CELLS);
            let mut point = vec![at as i128 + FIRST];
            point.extend(numbers.iter().map(|known| known.values[number]));
            let cell = |(cell, by): &(SymbolId, i128)| {
                let at = usize::try_from(at as i128 + by).ok()?;
                self.samples[number].cells.get(cell)?.get(at).copied()
            };
            let cells: Option<Vec<i128>> = others.iter().chain([&(array, 0)]).map(cell).collect();
            let Some(cells) = cells else { continue };
            point.extend(cells);
            points.push(point);
        }
        points.sort_unstable();
        points.dedup();
        let last = of.len() - 1;
        let cell = of[last];
        for monomials in shapes(numbers.len(), others.len(), hints.has_products) {
            if let Some(polynomial) = expressed(&points, &monomials) {
                self.zero(&of, &polynomial, &mut claims);
                break;
            }
        }
        if self.is_brief {
            return claims;
        }
        if self.guard.is_some() {
            self.unequal(cell, numbers, &points, &mut claims);
            return claims;
        }
        let values: Vec<i128> = points.iter().map(|point| point[last]).collect();
        self.limited(cell, &values, hints, &mut claims);
        self.residues(cell, &values, hints, &mut claims);
        // Against the index, numbers, and cells of other arrays.
        for at in 0..last {
            let rest: Vec<i128> = points.iter().map(|point| point[last].saturating_sub(point[at])).collect();
            let (Some(&least), Some(&most)) = (rest.iter().min(), rest.iter().max()) else { continue };
            for (by, is_most) in [(most, true), (least, false)] {
                if by.abs() > NEAR || least == most {
                    continue;
                }
                let by = self.terms.int(by);
                let sum = self.terms.add(&[of[at], by]);
                let claim = if is_most { self.terms.le(cell, sum) } else { self.terms.le(sum, cell) };
                self.claim(OTHER, claim, &mut claims);
            }
        }
        // Against multiples of numbers.
        let factors: &[i128] = if hints.has_products { &[] } else { &hints.factors };
        for (at, number) in numbers.iter().enumerate() {
            for &factor in factors {
                let rest = points.iter().map(|point| point[last].saturating_sub(factor.saturating_mul(point[at + 1])));
                let rest: Vec<i128> = rest.collect();
                let times = self.terms.int(factor);
                let product = self.terms.mul(&[times, number.term]);
                self.differs(cell, product, &rest, hints, &mut claims);
            }
        }
        // Inverse tables.
        for (other, _) in others.iter().filter(|(_, by)| *by == 0) {
            let is_inverse = |index: i128, cell: i128, cells: &[i128]| {
                // What lies beyond the cells that are looked at is not known.
                usize::try_from(cell - FIRST).is_ok_and(|at| cells.get(at).is_none_or(|behind| *behind == index))
            };
            if self.holds_of(region, (array, *other), is_inverse) {
                let contents = self.terms.call(*other, &[]);
                let behind = self.terms.select(contents, cell);
                let claim = self.terms.eq(behind, index);
                self.claim(OTHER, claim, &mut claims);
            }
        }
        // Between two numbers of the program there are none.
        let small: Vec<i128> = hints.constants.iter().copied().filter(|value| *value > 1).collect();
        let pairs = small.iter().flat_map(|from| small.iter().filter(move |to| from < *to).map(move |to| (*from, *to)));
        let is_hole = |(from, to): &(i128, i128)| values.iter().all(|value| value < from || value > to);
        let mut holes: Vec<(i128, i128)> =
            pairs.filter(|(_, to)| values.iter().any(|value| value > to)).filter(is_hole).collect();
        holes.sort_by_key(|(from, to)| from - to);
        for (from, to) in holes.into_iter().take(MOST_HOLES) {
            let (from, to) = (self.terms.int(from), self.terms.int(to));
            let sides = [self.terms.lt(cell, from), self.terms.lt(to, cell)];
            let claim = self.terms.or(&sides);
            self.claim(OTHER, claim, &mut claims);
        }
        self.unequal(cell, numbers, &points, &mut claims);
        claims
    }
}

impl Maker<'_> {
    /// What cells are not: zero, and other numbers. In a point the numbers follow the index, and the cell is the last.
    fn unequal(&mut self, cell: TermId, numbers: &[Known], points: &[Vec<i128>], claims: &mut Claims) {
        let last = |point: &Vec<i128>| point.last().copied();
        let values: BTreeSet<i128> = points.iter().filter_map(last).collect();
        if values.len() > 1 && !values.contains(&0) {
            let zero = self.terms.int(0);
            let claim = self.terms.ne(cell, zero);
            self.claim(OTHER, claim, claims);
        }
        for (at, number) in numbers.iter().enumerate() {
            if points.iter().all(|point| last(point) != Some(point[at + 1])) {
                let claim = self.terms.ne(cell, number.term);
                self.claim(OTHER, claim, claims);
            }
        }
    }

    /// Where a number is zero, others that are always the same.
    fn at_zero(&mut self, numbers: &[Known]) -> Claims {
        let mut claims = Claims::new();
        for number in numbers {
            let there: Vec<usize> = (0..number.values.len()).filter(|at| number.values[*at] == 0).collect();
            if there.len() < TELLING || there.len() == number.values.len() {
                continue;
            }
            let zero = self.terms.int(0);
            let is_zero = self.terms.eq(number.term, zero);
            for other in numbers.iter().filter(|other| other.term != number.term) {
                let first = other.values[there[0]];
                let is_same = there.iter().all(|at| other.values[*at] == first);
                if !is_same || other.values.iter().all(|value| *value == first) {
                    continue;
                }
                let first = self.terms.int(first);
                let claim = self.terms.eq(other.term, first);
                let claim = self.terms.implies(is_zero, claim);
                self.claim(OTHER, claim, &mut claims);
            }
        }
        claims
    }

    /// Whether something holds of each cell of a region, as a point with its index and the cell, and another array.
    fn holds_of(
        &self,
        region: &[u64],
        (array, other): (SymbolId, SymbolId),
        holds: impl Fn(i128, i128, &[i128]) -> bool,
    ) -> bool {
        (0..region.len() * 64).filter(|bit| region[bit / 64] >> (bit % 64) & 1 == 1).all(|bit| {
            let (number, at) = (bit / (CELLS * CELLS), bit / CELLS % CELLS);
            let cells = &self.samples[number].cells;
            let (Some(own), Some(other)) = (cells.get(&array), cells.get(&other)) else { return false };
            holds(at as i128 + FIRST, own[at], other)
        })
    }
}

/// Lists of monomials of the index, the numbers and the cells of other arrays, the last of them the cell itself; simple ones first.
fn shapes(numbers: usize, others: usize, has_products: bool) -> Vec<Vec<Monomial>> {
    let cell = numbers + others + 1;
    let index: Vec<usize> = vec![0];
    let all: Vec<usize> = (0..=numbers).collect();
    let cells: Vec<Monomial> = (numbers + 1..cell).map(|other| vec![other]).collect();
    let constant: Vec<Monomial> = vec![Vec::new()];
    let linear: Vec<Monomial> = all.iter().map(|at| vec![*at]).collect();
    let mut made = vec![
        [constant.clone(), vec![index.clone(), vec![cell]]].concat(),
        [constant.clone(), linear.clone(), vec![vec![cell]]].concat(),
    ];
    if others > 0 {
        made.push([constant.clone(), linear.clone(), cells, vec![vec![cell]]].concat());
    }
    if has_products {
        let powers = vec![vec![0, 0], vec![0, 0, 0]];
        made.push([constant.clone(), linear.clone(), powers, vec![vec![cell]]].concat());
        if numbers <= MOST_IN_PRODUCTS {
            let squares = all.iter().flat_map(|a| all.iter().filter(move |b| a <= *b).map(move |b| vec![*a, *b]));
            made.push([constant, linear, squares.collect(), vec![vec![cell]]].concat());
        }
    }
    made
}
