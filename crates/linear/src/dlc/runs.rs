//! Runs: disjuncts over ℤ that follow each other in equal steps, united into the set that they run through.
//!
//! Two disjuncts fix the same directions, to values that are `v` apart, and bound the same other directions, with ends
//! that are `w` apart: `n = 3 & 0 <= m <= 3` and `n = 4 & 0 <= m <= 4`. The points of `start + t·(v, w)` with
//! 0 ≤ t ≤ 1 form one conjunction (`3 <= n <= 4 & 0 <= m <= n`). If the components of `v` share no factor, t is an
//! integer at its integer points, so that it is exactly the union; and so for three in a row with 0 ≤ t ≤ 2.
//!
//! When other bounds stay, steps by 1 and −1 are united at once (`x = 3 & y = 5` and `x = 4 & y = 6`). All others wait
//! until three follow each other: two points always lie on a line, and a line that goes on is what helps.

use heureka_number::{Int, Rational};

use super::coalesce::Union;
use super::index::{Form, Index, Slot};
use super::profile::{Interval, Limit};
use super::{Disjunct, Dlc};
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
        self.0.iter().zip(&form.spans).all(|((lower, upper), span)| match span.1.fixed() {
            Some(_) => lower.abs() <= Int::ONE,
            None => lower.is_zero() && upper.is_zero(),
        })
    }

    /// Whether the fixed directions have no integer values between the two.
    fn is_prime(&self, form: &Form) -> bool {
        self.of_fixed(form).fold(Int::ZERO, |content, part| content.gcd(part)).is_one()
    }
}

impl Dlc {
    /// The union with the last disjunct, or the last two, that fix the same directions.
    pub(super) fn union_with_run(&self, conjunction: &Conjunction, form: &Form) -> Option<Union> {
        let mut recent = self.recent_run(form);
        let (last_slot, last) = recent.next()?;
        let step = Step::between(&last.form, form)?;
        let same_modulos = |disjunct: &Disjunct| modulos(&disjunct.conjunction).eq(modulos(conjunction));
        if !step.is_prime(form) || !same_modulos(last) {
            return None;
        }
        let (start, length, parts) = if step.is_plain(form) {
            (&last.form, 1, vec![last_slot])
        } else {
            let (before_slot, before) = recent.next()?;
            if Step::between(&before.form, &last.form)? != step || !same_modulos(before) {
                return None;
            }
            (&before.form, 2, vec![before_slot, last_slot])
        };
        let rows = Conjunction::from_rows(self.numbers, modulos(conjunction));
        Some(Union { conjunction: rows.with_all(track(&self.index, start, &step, length)), parts })
    }

    /// The disjuncts that fixed the same directions and are there still, the last one first.
    fn recent_run(&self, form: &Form) -> impl Iterator<Item = (Slot, &Disjunct)> {
        let slots = self.recent.run(&form.fixed).iter().rev();
        slots.filter_map(|slot| Some((*slot, self.disjuncts.get(slot)?)))
    }
}

fn modulos(conjunction: &Conjunction) -> impl Iterator<Item = &crate::row::Row> {
    conjunction.others().iter().filter(|row| row.is_modulo())
}

/// The constraints of `start + t·step`, 0 ≤ t ≤ length, where t is read off a fixed direction that moves.
fn track(index: &Index, start: &Form, step: &Step, length: i64) -> Vec<(LinearExpr, Kind)> {
    let spans = start.spans.iter().zip(&step.0);
    let fixed = spans.clone().filter(|((_, interval), _)| interval.fixed().is_some());
    let ((lead, interval), (pace, _)) = fixed
        .filter(|(_, (pace, _))| !pace.is_zero())
        .min_by_key(|(_, (pace, _))| pace.abs())
        .expect("a step is not 0 when its components share no factor");
    let lead_value = interval.fixed().expect("a fixed direction");
    let moved = index.direction(*lead).expr().plus_constant(-int(lead_value));
    // forward = |pace|·t
    let (forward, pace) = if pace.is_negative() { (moved.negated(), pace.abs()) } else { (moved, pace.clone()) };
    let farthest = &pace * Int::new(length);
    let mut constraints =
        vec![(forward.clone(), Kind::AtLeast), (forward.negated().plus_constant(farthest), Kind::AtLeast)];
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
