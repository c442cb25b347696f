//! Closure of a deterministic round `x″ = A·x′ + b` under a guard, when the powers of A repeat: `A^(p+q) = A^p`
//! (Boigelot 1998; Finkel, Leroux, FSTTCS 2002). Then `x` after `p + r + q·k` rounds is linear in k, whatever the form
//! of the guard's rows: counters, copies, permutations, sign changes, resets.
//!
//! The guard must hold before every round. After round `p + r′ + q·j` the left side of a guard's row is a line in j, so
//! for an inequality or an equality it is enough to ask at the first and at the last j. A modulo row does not change
//! with j once the modulus divides the line's slope; q is multiplied until it does.

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Row, Var};
use heureka_number::Int;

/// The values after as expressions of the values before.
type Map = Vec<LinearExpr>;

pub(super) struct AffineRound {
    guard: Vec<Row>,
    round: Map,
}

impl AffineRound {
    /// A conjunction over `n` values before and `n` after as a guard and a map, if it is one.
    pub fn of(conjunction: &Conjunction, n: u32) -> Option<AffineRound> {
        let mut round: Vec<Option<LinearExpr>> = vec![None; n as usize];
        let mut guard = Vec::new();
        for row in conjunction.rows() {
            let Some((highest, coefficient)) = row.expr().leading() else { continue };
            let Some(place) = highest.0.checked_sub(n) else {
                guard.push(row.clone());
                continue;
            };
            let value = row.expr().without(*highest);
            let defines = row.is_equality() && coefficient.is_one() && value.vars().all(|var| var.0 < n);
            if !defines || place >= n {
                return None;
            }
            round[place as usize] = Some(value.negated());
        }
        Some(AffineRound { guard, round: round.into_iter().collect::<Option<Map>>()? })
    }

    /// One or more rounds, as conjunctions over the values before and after and an existential `Var(2n)`; nothing if
    /// no cycle is found among the first powers.
    pub fn closure(&self, longest: usize) -> Option<Vec<Conjunction>> {
        let (prefix, period) = self.cycle(longest)?;
        let powers = self.powers(prefix + 2 * period);
        let mut parts: Vec<Conjunction> = (1..prefix + period).map(|rounds| self.explicit(&powers, rounds)).collect();
        parts.extend((0..period).map(|rest| self.family(&powers, prefix, period, rest)));
        Some(parts)
    }

    pub fn guard(&self) -> &[Row] {
        &self.guard
    }

    pub fn map(&self) -> &[LinearExpr] {
        &self.round
    }

    /// An expression of the values, what it grows by in a round, what that grows by, and so on until it is 0; nothing if
    /// it does not come to that.
    pub fn differences(&self, expr: &LinearExpr) -> Option<Vec<LinearExpr>> {
        let mut differences = vec![expr.clone()];
        for _ in 0..=self.round.len() {
            let latest = &differences[differences.len() - 1];
            let next = substitute(latest, &self.round).minus(latest);
            if next == LinearExpr::zero() {
                return Some(differences);
            }
            differences.push(next);
        }
        None
    }

    fn n(&self) -> u32 {
        self.round.len() as u32
    }

    /// The maps of 0, 1, … `last` rounds.
    fn powers(&self, last: usize) -> Vec<Map> {
        let mut powers = vec![(0..self.n()).map(|place| LinearExpr::var(Var(place))).collect::<Map>()];
        for at in 0..last {
            powers.push(apply(&self.round, &powers[at]));
        }
        powers
    }

    /// The least p and then the least q with `A^(p+q) = A^p`, q such that modulo rows do not change with k.
    fn cycle(&self, longest: usize) -> Option<(usize, usize)> {
        let mut powers = self.powers(0);
        let (prefix, mut period) = loop {
            let latest = powers.len() - 1;
            if let Some(earlier) = (0..latest).find(|at| same_matrix(&powers[*at], &powers[latest])) {
                break (earlier, latest - earlier);
            }
            if latest == 2 * longest {
                return None;
            }
            powers.push(apply(&self.round, &powers[latest]));
        };
        let powers = self.powers(prefix + 2 * period);
        let mut factor = Int::ONE;
        for row in &self.guard {
            let Kind::Modulo { modulus, .. } = row.kind() else { continue };
            for rest in 0..period {
                let slope = slope(row.expr(), &powers, prefix + rest, period);
                factor = factor.lcm(&modulus.div_exact(&modulus.gcd(&slope)));
            }
        }
        period = period.checked_mul(usize::try_from(factor.to_i64()?).ok()?)?;
        (prefix + period <= 2 * longest).then_some((prefix, period))
    }

    /// This many rounds, at least one.
    fn explicit(&self, powers: &[Map], rounds: usize) -> Conjunction {
        let guards = (0..rounds).flat_map(|round| self.guard_after(&powers[round]));
        Conjunction::new(Numbers::Integer, guards.chain(self.after(&powers[rounds])))
    }

    /// `prefix + rest + period·k` rounds for k = `Var(2n)`, at least 1.
    fn family(&self, powers: &[Map], prefix: usize, period: usize, rest: usize) -> Conjunction {
        let k = LinearExpr::var(Var(2 * self.n()));
        let mut rows = vec![(k.plus_constant(-1), Kind::AtLeast)];
        for power in &powers[..prefix + period] {
            rows.extend(self.guard_after(power));
        }
        for residue in 0..period {
            let first = prefix + residue;
            // The last round with this residue before which the guard is asked.
            let last = if residue < rest { k.clone() } else { k.plus_constant(-1) };
            for row in self.guard.iter().filter(|row| !row.is_modulo()) {
                let slope = slope(row.expr(), powers, first, period);
                let value = substitute(row.expr(), &powers[first]).plus_scaled(&slope, &last);
                rows.push((value, row.kind().clone()));
            }
        }
        let at = |place: usize| &powers[prefix + rest][place];
        let end: Map = (0..self.round.len())
            .map(|place| at(place).plus_scaled(&slope_of(powers, prefix + rest, period, place), &k))
            .collect();
        rows.extend(self.after(&end));
        Conjunction::new(Numbers::Integer, rows)
    }

    /// The guard, asked of the values that a map gives.
    fn guard_after<'a>(&'a self, map: &'a Map) -> impl Iterator<Item = (LinearExpr, Kind)> + 'a {
        self.guard.iter().map(move |row| (substitute(row.expr(), map), row.kind().clone()))
    }

    /// The values after are those of the map.
    fn after<'a>(&'a self, map: &'a Map) -> impl Iterator<Item = (LinearExpr, Kind)> + 'a {
        let n = self.n();
        let value = move |(place, value): (usize, &LinearExpr)| LinearExpr::var(Var(n + place as u32)).minus(value);
        map.iter().enumerate().map(move |pair| (value(pair), Kind::Equal))
    }
}

fn substitute(expr: &LinearExpr, map: &Map) -> LinearExpr {
    expr.map_vars(|var| map[var.0 as usize].clone())
}

/// First the inner map, then the outer one.
fn apply(outer: &Map, inner: &Map) -> Map {
    outer.iter().map(|value| substitute(value, inner)).collect()
}

fn same_matrix(a: &Map, b: &Map) -> bool {
    a.iter().zip(b).all(|(a, b)| a.terms() == b.terms())
}

/// By how much a place's value grows in `period` rounds from round `at` on: a number, the matrices being the same.
fn slope_of(powers: &[Map], at: usize, period: usize, place: usize) -> Int {
    powers[at + period][place].constant() - powers[at][place].constant()
}

/// The same for an expression of the values.
fn slope(expr: &LinearExpr, powers: &[Map], at: usize, period: usize) -> Int {
    expr.terms()
        .iter()
        .fold(Int::ZERO, |sum, (var, coefficient)| sum + coefficient * slope_of(powers, at, period, var.0 as usize))
}
