//! The complete method over ℤ: the Omega test (Pugh 1991), with a refutation.
//!
//! Equalities are eliminated by unimodular changes of variables (Euclid's algorithm on the coefficients), inequalities
//! by exact elimination where a coefficient is 1 on one side; otherwise either the *dark shadow* has a point, or every
//! point lies close to a lower bound, in one of finitely many *splinters*, each with one equality more. Every step
//! removes a variable, so the method ends.
//!
//! Before a system is eliminated, the *cube test* (Bromberger and Weidenbach 2016) looks for an easy point: if a unit
//! cube fits between the inequalities, its centre rounds to an integer point. It finds one wherever there is room.
//!
//! It works on its own copy of the rows, over its own variables; each of those is an integer expression of the
//! problem's variables, its *meaning*. What is derived by adding up rows follows over ℝ; what is derived by rounding
//! or by cases is a split that is also assumed in the tableau. So each contradiction met here is one that the simplex
//! method finds, and the leaves of the refutation come from there.

use std::collections::BTreeMap;

use heureka_number::{Int, Rational};

use crate::expr::{LinearExpr, Var};
use crate::interrupt::poll;
use crate::simplex::model::Model;
use crate::simplex::refutation::{Refutation, RowRef, sides};
use crate::simplex::scalar::{Overflow, Scalar};
use crate::simplex::search::{refuted, split, under};
use crate::simplex::shadow::{Choice, Point, at, cube};
use crate::simplex::tableau::Tableau;
use crate::simplex::{Answer, Problem};

/// What work on one row of a system counts as.
const ROW_STEPS: usize = 64;

pub(super) struct Omega<'t, N> {
    tableau: &'t mut Tableau<N>,
    /// How much work is left before it gives up, if it may.
    work: Option<usize>,
    /// Of each variable of the systems, in terms of the problem's variables.
    meanings: Vec<LinearExpr>,
}

/// Why there is no verdict.
enum Stop {
    Overflow,
    OutOfWork,
}

impl From<Overflow> for Stop {
    fn from(_: Overflow) -> Stop {
        Stop::Overflow
    }
}

enum Verdict {
    Point(Point),
    Refuted(Refutation),
}

impl Verdict {
    /// A point of the shadow as one of the system.
    fn lifted(mut self, choice: &Choice) -> Verdict {
        if let Verdict::Point(point) = &mut self {
            choice.lift(point);
        }
        self
    }
}

#[derive(Clone, Default)]
struct System {
    /// Each is 0.
    equalities: Vec<LinearExpr>,
    /// Each is not negative.
    inequalities: Vec<LinearExpr>,
}

/// A split whose lower side is refuted already; the tableau assumes the upper one.
struct Cut {
    expr: LinearExpr,
    bound: Int,
    below: Refutation,
}

/// What the simplification of a system leaves behind: variables that were solved for, and rounded rows.
#[derive(Default)]
struct Record {
    solved: Vec<(Var, LinearExpr)>,
    cuts: Vec<Cut>,
}

impl<'t, N: Scalar> Omega<'t, N> {
    /// With a limit of work, about the number of systems looked at; without one it always ends with an answer.
    pub fn new(tableau: &'t mut Tableau<N>, work: Option<usize>) -> Omega<'t, N> {
        Omega { tableau, work, meanings: Vec::new() }
    }

    /// Decides the problem, whose rows are in the tableau, unless the work runs out.
    pub fn solve(mut self, problem: &Problem) -> Result<Option<Answer>, Overflow> {
        let level = self.tableau.level();
        let vars = problem.vars();
        self.meanings = vars.iter().copied().map(LinearExpr::var).collect();
        let own =
            |expr: &LinearExpr| expr.rename(|var| own_var(vars.binary_search(&var).expect("one of the problem's")));
        let mut system = System::default();
        problem.for_each_constraint(|expr, is_equality| {
            if is_equality { &mut system.equalities } else { &mut system.inequalities }.push(own(expr));
        });
        match self.run(system, 0) {
            Ok(Verdict::Refuted(refutation)) => Ok(Some(Answer::Unsatisfiable(refutation))),
            Ok(Verdict::Point(point)) => {
                let values = vars.iter().enumerate().map(|(k, var)| (*var, Rational::from(at(&point, own_var(k)))));
                Ok(Some(Answer::Satisfiable(Model::new(values.collect()))))
            }
            Err(Stop::Overflow) => Err(Overflow),
            Err(Stop::OutOfWork) => {
                while self.tableau.level() > level {
                    self.tableau.pop()?;
                }
                Ok(None)
            }
        }
    }

    fn spend(&mut self, work: usize) -> Result<(), Stop> {
        match &mut self.work {
            None => Ok(()),
            Some(left) if *left < work => Err(Stop::OutOfWork),
            Some(left) => {
                *left -= work;
                Ok(())
            }
        }
    }

    fn run(&mut self, mut system: System, depth: u32) -> Result<Verdict, Stop> {
        self.spend(1 + system.inequalities.len() / 16)?;
        poll(ROW_STEPS * (1 + system.equalities.len() + system.inequalities.len()));
        if let Some(farkas) = self.tableau.check()? {
            return Ok(Verdict::Refuted(Refutation::Farkas(farkas)));
        }
        let mut record = Record::default();
        let verdict = match self.simplify(&mut system, &mut record, depth)? {
            Some(refutation) => Verdict::Refuted(refutation),
            None => self.eliminate(system, depth + record.cuts.len() as u32)?,
        };
        let mut at_depth = depth + record.cuts.len() as u32;
        for _ in &record.cuts {
            self.tableau.pop()?;
        }
        Ok(match verdict {
            Verdict::Refuted(mut refutation) => {
                for cut in record.cuts.into_iter().rev() {
                    at_depth -= 1;
                    refutation = join(cut.expr, cut.bound, cut.below, refutation, at_depth);
                }
                Verdict::Refuted(refutation)
            }
            Verdict::Point(mut point) => {
                for (var, value) in record.solved.into_iter().rev() {
                    let value = value.value_at(|var| at(&point, var));
                    point.insert(var, value);
                }
                Verdict::Point(point)
            }
        })
    }

    /// Solves the equalities and rounds and merges the inequalities, until neither changes anything; or refutes them.
    fn simplify(
        &mut self,
        system: &mut System,
        record: &mut Record,
        depth: u32,
    ) -> Result<Option<Refutation>, Overflow> {
        loop {
            while let Some(equality) = system.equalities.pop() {
                poll(ROW_STEPS * (1 + system.equalities.len() + system.inequalities.len()));
                let here = depth + record.cuts.len() as u32;
                if let Some(refutation) = self.solve_equality(equality, system, record, here)? {
                    return Ok(Some(refutation));
                }
            }
            for row in std::mem::take(&mut system.inequalities) {
                if row.is_constant() {
                    if row.constant().is_negative() {
                        return Ok(Some(Refutation::Farkas(refuted(self.tableau)?)));
                    }
                    continue;
                }
                let row = self.round(row, record, depth)?;
                system.inequalities.push(row);
            }
            if merge_directions(system).is_err() {
                return Ok(Some(Refutation::Farkas(refuted(self.tableau)?)));
            }
            if system.equalities.is_empty() {
                return Ok(None);
            }
        }
    }

    fn solve_equality(
        &mut self,
        mut equality: LinearExpr,
        system: &mut System,
        record: &mut Record,
        depth: u32,
    ) -> Result<Option<Refutation>, Overflow> {
        if equality.is_constant() {
            if equality.constant().is_zero() {
                return Ok(None);
            }
            return Ok(Some(Refutation::Farkas(refuted(self.tableau)?)));
        }
        let content = equality.content();
        if !content.divides(equality.constant()) {
            let bound = (-equality.constant()).div_floor(&content);
            equality.set_constant(Int::ZERO);
            equality.div_exact(&content);
            let expr = self.meaning(&equality);
            let (at_most, at_least) = sides(&expr, &bound);
            let below = self.close(&at_most, depth)?;
            let above = self.close(&at_least, depth)?;
            return Ok(Some(join(expr, bound, below, above, depth)));
        }
        equality.div_exact(&content);
        let (var, coefficient) =
            equality.terms().iter().min_by_key(|(_, coefficient)| coefficient.abs()).expect("not constant").clone();
        if coefficient.is_unit() {
            let value = equality.without(var).scaled(&-coefficient);
            substitute(system, var, &value);
            record.solved.push((var, value));
            return Ok(None);
        }
        // a·y + Σ aⱼ·yⱼ is a·y' + Σ (aⱼ mod a)·yⱼ with the new variable y' = y + Σ ⌊aⱼ/a⌋·yⱼ.
        let quotients = equality.terms().iter().filter(|term| term.0 != var);
        let quotients: Vec<_> = quotients.map(|(other, c)| (*other, c.div_floor(&coefficient))).collect();
        let sum = LinearExpr::new(quotients, Int::ZERO);
        let meaning = self.meanings[var.0 as usize].plus(&self.meaning(&sum));
        let new = own_var(self.meanings.len());
        self.meanings.push(meaning);
        let value = LinearExpr::var(new).minus(&sum);
        system.equalities.push(equality);
        substitute(system, var, &value);
        record.solved.push((var, value));
        Ok(None)
    }

    /// Divides an inequality by its coefficients' divisor; a constant that has to be rounded is a cut.
    fn round(&mut self, mut row: LinearExpr, record: &mut Record, depth: u32) -> Result<LinearExpr, Overflow> {
        let content = row.content();
        if content.is_one() {
            return Ok(row);
        }
        let exact = content.divides(row.constant());
        row.div_floor_constant(&content);
        if !exact {
            let bound = -row.constant() - Int::ONE;
            let mut expr = row.clone();
            expr.set_constant(Int::ZERO);
            let expr = self.meaning(&expr);
            let (at_most, at_least) = sides(&expr, &bound);
            let here = depth + record.cuts.len() as u32;
            let below = self.close(&at_most, here)?;
            self.tableau.push();
            self.tableau.add_at_least(&at_least, RowRef::Assumption(here))?;
            record.cuts.push(Cut { expr, bound, below });
        }
        Ok(row)
    }

    /// Refutes a side that the rows exclude over ℝ.
    fn close(&mut self, assumption: &LinearExpr, depth: u32) -> Result<Refutation, Overflow> {
        under(self.tableau, assumption, depth, |tableau| Ok(Refutation::Farkas(refuted(tableau)?)))
    }

    /// Decides a system without equalities.
    fn eliminate(&mut self, system: System, depth: u32) -> Result<Verdict, Stop> {
        let Some(choice) = Choice::best(&system.inequalities) else { return Ok(Verdict::Point(Point::new())) };
        if let Some(point) = cube(&system.inequalities) {
            return Ok(Verdict::Point(point));
        }
        if choice.is_exact() {
            let mut rest = choice.rest.clone();
            rest.extend(choice.shadow(|_, _| Int::ZERO));
            let shadow = System { equalities: Vec::new(), inequalities: rest };
            return Ok(self.run(shadow, depth)?.lifted(&choice));
        }
        let splinters = choice.splinters();
        for (offset, (row, last)) in splinters.iter().enumerate() {
            let (_, at_least) = sides(&self.meaning(row), last);
            self.tableau.push();
            self.tableau.add_at_least(&at_least, RowRef::Assumption(depth + offset as u32))?;
        }
        let mut rest = choice.rest.clone();
        rest.extend(choice.shadow(|a, b| (a - Int::ONE) * (b - Int::ONE)));
        let dark = System { equalities: Vec::new(), inequalities: rest };
        let mut verdict = self.run(dark, depth + splinters.len() as u32)?.lifted(&choice);
        for (offset, (row, last)) in splinters.iter().enumerate().rev() {
            self.tableau.pop()?;
            let Verdict::Refuted(above) = verdict else { continue };
            let here = depth + offset as u32;
            if !above.assumes(here) {
                verdict = Verdict::Refuted(above.lifted(here));
                continue;
            }
            let expr = self.meaning(row);
            let (at_most, _) = sides(&expr, last);
            self.tableau.push();
            self.tableau.add_at_least(&at_most, RowRef::Assumption(here))?;
            let below = self.splinter(&system, row, Int::ZERO, last.clone(), here + 1)?;
            self.tableau.pop()?;
            verdict = match below {
                Verdict::Refuted(below) => Verdict::Refuted(join(expr, last.clone(), below, above, here)),
                point => point,
            };
        }
        Ok(verdict)
    }

    /// Decides a system where the row lies between two numbers, as the tableau already assumes: by halves, since most
    /// of the numbers are usually excluded over ℝ.
    fn splinter(
        &mut self,
        system: &System,
        row: &LinearExpr,
        low: Int,
        high: Int,
        depth: u32,
    ) -> Result<Verdict, Stop> {
        if low == high {
            let mut system = system.clone();
            system.equalities.push(row.plus_constant(-low));
            return self.run(system, depth);
        }
        if let Some(farkas) = self.tableau.check()? {
            return Ok(Verdict::Refuted(Refutation::Farkas(farkas)));
        }
        let middle = (&low + &high).div_floor(&Int::new(2));
        let expr = self.meaning(row);
        let (at_most, at_least) = sides(&expr, &middle);
        let mut refutations = Vec::with_capacity(2);
        let next = &middle + Int::ONE;
        for (assumption, low, high) in [(at_most, low, middle.clone()), (at_least, next, high)] {
            self.tableau.push();
            self.tableau.add_at_least(&assumption, RowRef::Assumption(depth))?;
            let verdict = self.splinter(system, row, low, high, depth + 1)?;
            self.tableau.pop()?;
            match verdict {
                Verdict::Point(_) => return Ok(verdict),
                Verdict::Refuted(refutation) if !refutation.assumes(depth) => {
                    return Ok(Verdict::Refuted(refutation.lifted(depth)));
                }
                Verdict::Refuted(refutation) => refutations.push(refutation),
            }
        }
        let above = refutations.pop().expect("two sides");
        let below = refutations.pop().expect("two sides");
        Ok(Verdict::Refuted(split(expr, middle, below, above)))
    }

    fn meaning(&self, expr: &LinearExpr) -> LinearExpr {
        expr.map_vars(|var| self.meanings[var.0 as usize].clone())
    }
}

/// The split, or the side that does not need it.
fn join(expr: LinearExpr, bound: Int, below: Refutation, above: Refutation, depth: u32) -> Refutation {
    match (below.assumes(depth), above.assumes(depth)) {
        (true, true) => split(expr, bound, below, above),
        (false, _) => below.lifted(depth),
        (_, false) => above.lifted(depth),
    }
}

fn own_var(index: usize) -> Var {
    Var(u32::try_from(index).expect("fewer than 2^32 variables"))
}

fn substitute(system: &mut System, var: Var, value: &LinearExpr) {
    for row in system.equalities.iter_mut().chain(&mut system.inequalities) {
        if row.coefficient(var).is_some() {
            *row = row.substitute(var, value);
        }
    }
}

/// Two bounds of one direction exclude each other.
struct Contradiction;

/// Leaves one lower and one upper bound for each direction; two that meet become an equality.
fn merge_directions(system: &mut System) -> Result<(), Contradiction> {
    /// Lower and upper limit of a direction.
    type Limits = (Option<Int>, Option<Int>);
    let mut directions: BTreeMap<LinearExpr, Limits> = BTreeMap::new();
    for row in std::mem::take(&mut system.inequalities) {
        let turned = row.leading().is_some_and(|(_, coefficient)| coefficient.is_negative());
        let constant = row.constant().clone();
        let mut direction = if turned { row.negated() } else { row };
        direction.set_constant(Int::ZERO);
        let (low, high) = directions.entry(direction).or_default();
        if turned {
            *high = Some(high.take().map_or(constant.clone(), |known| known.min(constant)));
        } else {
            let limit = -constant;
            *low = Some(low.take().map_or(limit.clone(), |known| known.max(limit)));
        }
    }
    for (direction, (low, high)) in directions {
        if let (Some(low), Some(high)) = (&low, &high) {
            if low > high {
                return Err(Contradiction);
            }
            if low == high {
                system.equalities.push(direction.plus_constant(-low));
                continue;
            }
        }
        if let Some(low) = low {
            system.inequalities.push(direction.plus_constant(-low));
        }
        if let Some(high) = high {
            system.inequalities.push(direction.negated().plus_constant(high));
        }
    }
    Ok(())
}
