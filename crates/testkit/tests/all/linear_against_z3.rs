//! The linear kernel against Z3 on random constraints: satisfiability, entailment by a union, projection.
//!
//! The constraints are not confined to a box, so this covers what enumeration in the crate's own tests cannot. Half of
//! the entailments hold by construction.

use heureka_linear::{Canonical, Conjunction, Dlc, Kind, LinearExpr, Numbers, Row, Var};
use heureka_logic::solver::{Answer, Limits, Solver, Z3Solver};
use heureka_logic::{SortId, TermId, Terms};
use heureka_number::{Int, Rational};
use heureka_testkit::rng::Rng;

/// Z3 with the meaning of linear constraints.
struct Z3 {
    terms: Terms,
    solver: Z3Solver<'static>,
    numbers: Numbers,
}

impl Z3 {
    fn new(numbers: Numbers) -> Z3 {
        Z3 { terms: Terms::new(), solver: Z3Solver::new(Limits::NONE), numbers }
    }

    fn number(&mut self, value: &Int) -> TermId {
        match self.numbers {
            Numbers::Integer => self.terms.int(value.clone()),
            Numbers::Real => self.terms.real(Rational::from(value.clone())),
        }
    }

    fn variable(&mut self, var: Var) -> TermId {
        let sort = if self.numbers == Numbers::Integer { SortId::INT } else { SortId::REAL };
        self.terms.constant(&format!("x{}", var.0), sort)
    }

    fn row(&mut self, row: &Row) -> TermId {
        let mut summands = vec![self.number(row.expr().constant())];
        for (var, coefficient) in row.expr().terms() {
            let product = [self.number(coefficient), self.variable(*var)];
            summands.push(self.terms.mul(&product));
        }
        let sum = self.terms.add(&summands);
        let zero = self.number(&Int::ZERO);
        match row.kind() {
            Kind::Equal => self.terms.eq(sum, zero),
            Kind::AtLeast => self.terms.ge(sum, zero),
            Kind::Above => self.terms.gt(sum, zero),
            Kind::Modulo { modulus, width } => {
                let (modulus, width) = (self.number(modulus), self.number(width));
                let rest = self.terms.modulo(sum, modulus);
                self.terms.le(rest, width)
            }
        }
    }

    fn conjunction(&mut self, conjunction: &Conjunction) -> TermId {
        if conjunction.is_false() {
            return self.terms.bool(false);
        }
        let rows: Vec<TermId> = conjunction.rows().iter().map(|row| self.row(row)).collect();
        self.all(&rows)
    }

    fn all(&mut self, terms: &[TermId]) -> TermId {
        match terms {
            [] => self.terms.bool(true),
            [one] => *one,
            _ => self.terms.and(terms),
        }
    }

    fn satisfiable(&mut self, formulas: &[TermId]) -> bool {
        self.solver.push().expect("Z3 goes on");
        for formula in formulas {
            self.solver.assert(&self.terms, *formula).expect("Z3 takes linear constraints");
        }
        let answer = self.solver.check(&self.terms).expect("Z3 answers");
        self.solver.pop().expect("Z3 goes on");
        match answer {
            Answer::Satisfiable => true,
            Answer::Unsatisfiable => false,
            Answer::Unknown(reason) => panic!("Z3 does not decide linear constraints: {reason}"),
        }
    }
}

fn random_row(rng: &mut Rng, numbers: Numbers, vars: u32) -> Option<Row> {
    loop {
        let largest = *rng.pick(&[1, 1, 1, 2, 3, 7]);
        let terms = (0..vars).map(Var).map(|var| {
            let used = rng.chance(50);
            (var, Int::from(if used { rng.integer(-largest, largest) } else { 0 }))
        });
        let expr = LinearExpr::new(terms.collect::<Vec<_>>(), Int::from(rng.integer(-10, 10)));
        let kind = match rng.below(10) {
            0 | 1 => Kind::Equal,
            2 if numbers == Numbers::Real => Kind::Above,
            2 => {
                let modulus = rng.integer(2, 6);
                Kind::Modulo { modulus: Int::from(modulus), width: Int::from(rng.integer(0, modulus - 2)) }
            }
            _ => Kind::AtLeast,
        };
        match Row::canonical(expr, kind, numbers) {
            Canonical::Row(row) => return Some(row),
            Canonical::Always => {}
            Canonical::Never => return None,
        }
    }
}

fn random_conjunction(rng: &mut Rng, numbers: Numbers, vars: u32, most_rows: usize) -> Conjunction {
    let count = rng.between(1, most_rows);
    let rows: Vec<Row> = (0..count).filter_map(|_| random_row(rng, numbers, vars)).collect();
    Conjunction::from_rows(numbers, &rows)
}

fn models_and_refutations_of(numbers: Numbers, count: usize) {
    let (mut rng, mut z3) = (Rng::new(31), Z3::new(numbers));
    let mut satisfiable = 0;
    for _ in 0..count {
        let vars = rng.between(2, 6) as u32;
        let conjunction = random_conjunction(&mut rng, numbers, vars, 10);
        let formula = z3.conjunction(&conjunction);
        let expected = z3.satisfiable(&[formula]);
        assert_eq!(conjunction.is_satisfiable(), expected, "{conjunction:?}");
        satisfiable += usize::from(expected);
    }
    let rest = count - satisfiable;
    assert!(satisfiable > count / 5 && rest > count / 5, "{satisfiable} of {count} are satisfiable: one-sided");
}

#[test]
fn satisfiability_over_the_integers() {
    models_and_refutations_of(Numbers::Integer, 6_000);
}

#[test]
fn satisfiability_over_the_reals() {
    models_and_refutations_of(Numbers::Real, 4_000);
}

/// A union that contains the conjunction: split by random rows, every part relaxed, and others beside it.
fn containing(rng: &mut Rng, conjunction: &Conjunction, vars: u32) -> Vec<Conjunction> {
    let numbers = conjunction.numbers();
    let mut parts = vec![conjunction.clone()];
    for _ in 0..rng.below(3) {
        let Some(row) = random_row(rng, numbers, vars) else { continue };
        let at = rng.below(parts.len());
        let part = parts.swap_remove(at);
        parts.push(part.with_rows([&row]));
        for complement in row.negated(numbers) {
            match complement {
                Canonical::Always => parts.push(part.clone()),
                Canonical::Never => {}
                Canonical::Row(row) => parts.push(part.with_rows([&row])),
            }
        }
    }
    let relaxed = |part: Conjunction, rng: &mut Rng| {
        let kept: Vec<Row> = part.rows().iter().filter(|_| rng.chance(85)).cloned().collect();
        if part.is_false() { part } else { Conjunction::from_rows(numbers, &kept) }
    };
    let mut parts: Vec<Conjunction> = parts.into_iter().map(|part| relaxed(part, rng)).collect();
    parts.extend((0..rng.below(2)).map(|_| random_conjunction(rng, numbers, vars, 5)));
    parts
}

fn entailments_over(numbers: Numbers, count: usize) {
    let (mut rng, mut z3) = (Rng::new(77), Z3::new(numbers));
    let mut entailed = 0;
    for _ in 0..count {
        let vars = rng.between(2, 5) as u32;
        let left = random_conjunction(&mut rng, numbers, vars, 6);
        let mut right = containing(&mut rng, &left, vars);
        if rng.chance(60) {
            // Most likely too small now.
            right.remove(rng.below(right.len()));
        }
        let left_term = z3.conjunction(&left);
        let mut formulas = vec![left_term];
        for disjunct in &right {
            let inside = z3.conjunction(disjunct);
            formulas.push(z3.terms.not(inside));
        }
        let expected = !z3.satisfiable(&formulas);
        let union = Dlc::new(numbers, right.iter().cloned());
        assert_eq!(union.contains(&left), expected, "{left:?} by {right:?}");
        entailed += usize::from(expected);
    }
    assert!(entailed > count / 5 && entailed < count * 4 / 5, "{entailed} of {count} hold: one-sided");
}

#[test]
fn entailment_over_the_integers() {
    entailments_over(Numbers::Integer, 7_000);
}

#[test]
fn entailment_over_the_reals() {
    entailments_over(Numbers::Real, 3_000);
}

#[test]
fn projection_over_the_integers() {
    let (mut rng, mut z3) = (Rng::new(5), Z3::new(Numbers::Integer));
    let mut projected = 0;
    for _ in 0..1_500 {
        let vars = rng.between(2, 5) as u32;
        let conjunction = random_conjunction(&mut rng, Numbers::Integer, vars, 7);
        let gone = rng.between(1, vars as usize - 1) as u32;
        let projection = conjunction.project(|var| var.0 < gone);
        assert!(projection.exact, "{conjunction:?}");
        let whole = z3.conjunction(&conjunction);
        let mut outside = vec![whole];
        for disjunct in &projection.disjuncts {
            let inside = z3.conjunction(disjunct);
            outside.push(z3.terms.not(inside));
            // A point of the projection is the shadow of a point.
            let Some(model) = disjunct.model() else { continue };
            let mut fixed = vec![whole];
            for var in (gone..vars).map(Var) {
                let value = model.value(var).to_int().expect("an integer point");
                let (variable, value) = (z3.variable(var), z3.number(&value));
                fixed.push(z3.terms.eq(variable, value));
            }
            assert!(z3.satisfiable(&fixed), "{disjunct:?} is too large for {conjunction:?}");
            projected += 1;
        }
        assert!(!z3.satisfiable(&outside), "a point of {conjunction:?} has no shadow in {:?}", projection.disjuncts);
    }
    assert!(projected > 500, "only {projected} projections have a point");
}
