//! Runs: disjuncts over ℤ that follow each other in equal steps, united into the set that they run through.
//!
//! Two disjuncts fix the same directions, to values that are `v` apart, and bound the same other directions, with ends
//! that are `w` apart: `n = 3 & 0 <= m <= 3` and `n = 4 & 0 <= m <= 4`. The points of `start + t·(v, w)` with
//! 0 ≤ t ≤ 1 form one conjunction (`3 <= n <= 4 & 0 <= m <= n`). If the components of `v` share no factor, t is an
//! integer at its integer points, so that it is exactly the union; and so for three in a row with 0 ≤ t ≤ 2. If they share
//! a factor, a modulo row says that t is an integer: `x = 0 & y = 0`, `x = 2 & y = 4`, `x = 4 & y = 8` is
//! `y = 2x & 0 <= x <= 4 & x mod 2 <= 0`.
//!
//! When other bounds stay, steps by 1 and −1 are united at once (`x = 3 & y = 5` and `x = 4 & y = 6`). All others wait
//! until three follow each other: two points always lie on a line, and a line that goes on is what helps. The three need
//! not follow each other immediately: runs that take turns are told apart.

use heureka_number::{Int, Rational};

use super::Dlc;
use super::coalesce::{LAG, Union};
use super::index::{Form, Index, Slot};
use super::profile::{Interval, Limit};
use crate::conjunction::Conjunction;
use crate::expr::LinearExpr;
use crate::row::Kind;

/// How far two disjuncts are apart that bound the same directions on the same sides: for each direction, its lower and
/// its upper end. (An infinite end moves by 0.)
#[derive(PartialEq, Eq)]
struct Step(Vec<(Int, Int)>);

impl Step {
    fn between(from: &Form, to: &Form) -> Option<Step> {
        if from.fixed != to.fixed || !from.same_shape(to) {
            return None;
        }
        let end = |from: &Option<Limit>, to: &Option<Limit>| match (from, to) {
            (Some(from), Some(to)) => (&to.value - &from.value).to_int(),
            (None, None) => Some(Int::ZERO),
            _ => None,
        };
        let step =
            |(from, to): (&Interval, &Interval)| Some((end(&from.lower, &to.lower)?, end(&from.upper, &to.upper)?));
        let intervals = from.spans.iter().zip(&to.spans).map(|(from, to)| (&from.1, &to.1));
        intervals.map(step).collect::<Option<_>>().map(Step)
    }

    /// The components of the fixed directions.
    fn of_fixed<'s>(&'s self, form: &'s Form) -> impl Iterator<Item = &'s Int> {
        self.0.iter().zip(&form.spans).filter(|(_, span)| span.1.fixed().is_some()).map(|(step, _)| &step.0)
    }

    /// Whether only fixed directions move, and by no more than 1.
    fn is_plain(&self, form: &Form) -> bool {
        self.moves(form)
            && self.0.iter().zip(&form.spans).all(|((lower, upper), span)| match span.1.fixed() {
                Some(_) => lower.abs() <= Int::ONE,
                None => lower.is_zero() && upper.is_zero(),
            })
    }

    /// Whether a fixed direction moves.
    fn moves(&self, form: &Form) -> bool {
        self.of_fixed(form).any(|part| !part.is_zero())
    }

    /// Whether the fixed directions have no integer values between the two.
    fn is_prime(&self, form: &Form) -> bool {
        self.of_fixed(form).fold(Int::ZERO, |content, part| content.gcd(part)).is_one()
    }
}

impl Dlc {
    /// The union with the last disjunct that fixes the same directions, or with two that lie in equal steps before it.
    pub(super) fn union_with_run(&self, form: &Form) -> Option<Union> {
        let recent: Vec<(Slot, &Form)> = self.recent_run(form).collect();
        let &(last_slot, last) = recent.first()?;
        if last.modulos == form.modulos
            && let Some(step) = Step::between(last, form)
            && step.is_plain(form)
        {
            return Some(self.run(last, &step, 1, vec![last_slot]));
        }
        (1..=LAG.min(recent.len() / 2)).find_map(|lag| {
            let (&(near_slot, near), &(far_slot, far)) = (&recent[lag - 1], &recent[2 * lag - 1]);
            if !in_equal_steps(far, near, form) || near.modulos != form.modulos || far.modulos != form.modulos {
                return None;
            }
            Some(self.run(far, &Step::between(near, form)?, 2, vec![far_slot, near_slot]))
        })
    }

    /// The union of `start + t·step` for t from 0 to the length.
    fn run(&self, start: &Form, step: &Step, length: i64, parts: Vec<Slot>) -> Union {
        let modulos: Vec<_> = start.modulos.iter().map(|modulo| &modulo.row).cloned().collect();
        let rows = Conjunction::from_rows(self.numbers, &modulos);
        let conjunction = rows.with_all(track(&self.index, start, step, length));
        Union { conjunction, form: None, parts }
    }

    /// The disjuncts that fixed the same directions and are there still, the last one first.
    fn recent_run(&self, form: &Form) -> impl Iterator<Item = (Slot, &Form)> {
        let slots = self.recent.run(&form.fixed).iter().rev();
        slots.filter_map(|slot| Some((*slot, &self.disjuncts.get(slot)?.form)))
    }
}

/// Whether three disjuncts bound the same directions on the same sides and the ends of fixed ones are in equal steps:
/// most are not, which is seen soon.
fn in_equal_steps(far: &Form, near: &Form, form: &Form) -> bool {
    let steps = |((far, near), this): ((&(_, Interval), &(_, Interval)), &(_, Interval))| match (
        far.1.fixed(),
        near.1.fixed(),
        this.1.fixed(),
    ) {
        (Some(far), Some(near), Some(this)) => this - near == near - far,
        (None, None, None) => true,
        _ => false,
    };
    far.same_shape(form)
        && near.same_shape(form)
        && far.spans.iter().zip(&near.spans).zip(&form.spans).all(steps)
        && Step::between(far, near).is_some_and(|step| step.moves(form) && Step::between(near, form) == Some(step))
}

/// The constraints of `start + t·step` for integers 0 ≤ t ≤ length, where t is read off a fixed direction that moves.
fn track(index: &Index, start: &Form, step: &Step, length: i64) -> Vec<(LinearExpr, Kind)> {
    let spans = start.spans.iter().zip(&step.0);
    let fixed = spans.clone().filter(|((_, interval), _)| interval.fixed().is_some());
    let ((lead, interval), (pace, _)) = fixed
        .filter(|(_, (pace, _))| !pace.is_zero())
        .min_by_key(|(_, (pace, _))| pace.abs())
        .expect("a fixed direction that moves");
    let lead_value = interval.fixed().expect("a fixed direction");
    let moved = index.direction(*lead).expr().plus_constant(-int(lead_value));
    // forward = |pace|·t
    let (forward, pace) = if pace.is_negative() { (moved.negated(), pace.abs()) } else { (moved, pace.clone()) };
    let farthest = &pace * Int::new(length);
    let mut constraints =
        vec![(forward.clone(), Kind::AtLeast), (forward.negated().plus_constant(farthest), Kind::AtLeast)];
    if !step.is_prime(start) {
        constraints.push((forward.clone(), Kind::Modulo { modulus: pace.clone(), width: Int::ZERO }));
    }
    for ((id, interval), (lower_step, upper_step)) in spans {
        let direction = index.direction(*id).expr();
        // |pace|·(direction − end) − step·forward: how far the direction is above its moving end.
        let above =
            |end: &Limit, step: &Int| direction.plus_constant(-int(&end.value)).combine(&pace, &-step, &forward);
        match (&interval.lower, &interval.upper) {
            (Some(end), _) if interval.fixed().is_some() => constraints.push((above(end, lower_step), Kind::Equal)),
            (lower, upper) => {
                constraints.extend(lower.iter().map(|end| (above(end, lower_step), Kind::AtLeast)));
                constraints.extend(upper.iter().map(|end| (above(end, upper_step).negated(), Kind::AtLeast)));
            }
        }
    }
    constraints
}

fn int(value: &Rational) -> Int {
    value.to_int().expect("over ℤ directions have integer values")
}
