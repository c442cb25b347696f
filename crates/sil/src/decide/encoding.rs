//! The skeleton of a formula in the solver, and the search with lemmas.
//!
//! Cells exist at break points only: `a[p], …, a[p + W − 1]` for a point `p` and an array of reach `W`. A positive array
//! property is a boolean that switches the lemmas on; a negated one is a *witness*, a new scalar `k` within its bounds at which
//! the value expression fails.

use std::collections::BTreeMap;
use std::rc::Rc;

use heureka_linear::{Kind, LinearExpr, Row, Var};
use heureka_logic::solver::{Answer, Solver, Z3Solver};
use heureka_logic::{Assignment, SortId, TermId, Terms, Value, evaluate};
use heureka_number::Int;

use super::segments::{Counter, Normal, Reach, Segment, segment};
use crate::formula::{Body, Difference, Operand, Sign};
use crate::limits::{Limits, Reason};
use crate::names::Array;
use crate::sum::Sum;
use crate::term::{Base, Term};

/// More break points are not tried.
const MOST_POINTS: usize = 400;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct PointId(usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct PropertyId(usize);

struct Point {
    value: TermId,
    /// The cells of each array that has some here.
    cells: BTreeMap<(Array, i64), TermId>,
}

struct Switch {
    normal: Normal,
    is_on: TermId,
    lower: Vec<PointId>,
    end: Vec<PointId>,
}

/// Scalars and lengths of a model.
pub struct Sketch {
    pub values: BTreeMap<Base, Int>,
}

pub struct Encoding<'l> {
    terms: Terms,
    solver: Z3Solver<'l>,
    bases: BTreeMap<Base, TermId>,
    points: Vec<Point>,
    point_of: BTreeMap<Term, PointId>,
    reach: Reach,
    switches: Vec<Switch>,
    segments: BTreeMap<Vec<PropertyId>, Rc<Segment>>,
    model: Option<Assignment>,
}

impl<'l> Encoding<'l> {
    /// Encodes a body in which only properties are negated.
    pub fn new(body: &Body, limits: Limits<'l>) -> Result<Self, Reason> {
        let mut normals = Vec::new();
        collect(body, &mut normals)?;
        let mut reach = Reach::new();
        for array in body.names().1 {
            reach.insert(array, 1);
        }
        for operand in normals.iter().flat_map(Normal::operands) {
            if let Operand::Cell(array, offset) = operand {
                let reach = reach.entry(array.clone()).or_insert(1);
                *reach = (*reach).max(*offset);
            }
        }
        let mut encoding = Encoding {
            terms: Terms::new(),
            solver: Z3Solver::new(limits),
            bases: BTreeMap::new(),
            points: Vec::new(),
            point_of: BTreeMap::new(),
            reach,
            switches: Vec::new(),
            segments: BTreeMap::new(),
            model: None,
        };
        let arrays: Vec<Array> = encoding.reach.keys().cloned().collect();
        for array in arrays {
            encoding.base(&Base::Length(array))?;
        }
        let skeleton = encoding.skeleton(body)?;
        encoding.assert(skeleton)?;
        encoding.add_instances()?;
        Ok(encoding)
    }

    pub fn has_disjunctions(&self) -> bool {
        self.switches.iter().any(|switch| !switch.normal.is_conjunctive())
    }

    fn assert(&mut self, term: TermId) -> Result<(), Reason> {
        Ok(self.solver.assert(&self.terms, term)?)
    }

    fn base(&mut self, base: &Base) -> Result<TermId, Reason> {
        if let Some(term) = self.bases.get(base) {
            return Ok(*term);
        }
        let term = match base {
            Base::Scalar(scalar) => self.terms.fresh(scalar.name(), SortId::INT),
            Base::Length(array) => {
                let length = self.terms.fresh(&format!("|{array}|"), SortId::INT);
                let zero = self.terms.int(0);
                let sane = self.terms.le(zero, length);
                self.assert(sane)?;
                length
            }
            Base::Read(array, position) => {
                let point = self.point(position)?;
                self.cell(point, array, 0)
            }
        };
        self.bases.insert(base.clone(), term);
        Ok(term)
    }

    fn term(&mut self, term: &Term) -> Result<TermId, Reason> {
        let offset = self.terms.int(term.offset.clone());
        let Some(base) = &term.base else { return Ok(offset) };
        let base = self.base(base)?;
        Ok(if term.offset.is_zero() { base } else { self.terms.add(&[base, offset]) })
    }

    fn sum(&mut self, sum: &Sum<Base>) -> Result<TermId, Reason> {
        let mut parts = vec![self.terms.int(sum.constant().clone())];
        for (base, coefficient) in sum.terms() {
            let base = self.base(base)?;
            let coefficient = self.terms.int(coefficient.clone());
            parts.push(self.terms.mul(&[coefficient, base]));
        }
        Ok(self.terms.add(&parts))
    }

    /// The break point at a position.
    fn point(&mut self, position: &Term) -> Result<PointId, Reason> {
        if let Some(point) = self.point_of.get(position) {
            return Ok(*point);
        }
        if self.points.len() >= MOST_POINTS {
            return Err(Reason::TooHard(format!("a formula with more than {MOST_POINTS} break points")));
        }
        let value = self.term(position)?;
        let point = PointId(self.points.len());
        self.points.push(Point { value, cells: BTreeMap::new() });
        self.point_of.insert(position.clone(), point);
        Ok(point)
    }

    fn cell(&mut self, point: PointId, array: &Array, offset: i64) -> TermId {
        let key = (array.clone(), offset);
        let point = &mut self.points[point.0];
        *point.cells.entry(key).or_insert_with(|| self.terms.fresh(&format!("{array}[]"), SortId::INT))
    }

    fn skeleton(&mut self, body: &Body) -> Result<TermId, Reason> {
        Ok(match body {
            Body::Compare(comparison) => {
                let sum = self.sum(&comparison.sum)?;
                let zero = self.terms.int(0);
                match comparison.sign {
                    Sign::AtLeastZero => self.terms.ge(sum, zero),
                    Sign::EqualZero => self.terms.eq(sum, zero),
                }
            }
            Body::ForAll(property) => {
                let normal = Normal::new(property)?;
                let lower = normal.lower.iter().map(|term| self.point(term)).collect::<Result<_, _>>()?;
                let end = normal.end.iter().map(|term| self.point(term)).collect::<Result<_, _>>()?;
                for operand in normal.operands() {
                    if let Operand::Base(base) = operand {
                        self.base(base)?;
                    }
                }
                let is_on = self.terms.fresh("property", SortId::BOOL);
                self.switches.push(Switch { normal, is_on, lower, end });
                is_on
            }
            Body::Not(inner) => match &**inner {
                Body::ForAll(property) => self.witness(&Normal::new(property)?)?,
                other => self.skeleton(&other.negated())?,
            },
            Body::And(parts) => {
                let parts = parts.iter().map(|part| self.skeleton(part)).collect::<Result<Vec<_>, _>>()?;
                self.terms.and(&parts)
            }
            Body::Or(parts) => {
                let parts = parts.iter().map(|part| self.skeleton(part)).collect::<Result<Vec<_>, _>>()?;
                self.terms.or(&parts)
            }
        })
    }

    /// A position within the bounds at which the value expression fails.
    fn witness(&mut self, normal: &Normal) -> Result<TermId, Reason> {
        let name = crate::names::Scalar::new(&format!("witness {}", self.points.len()));
        let position = Term::scalar(name);
        let point = self.point(&position)?;
        let next = self.point(&position.plus(1))?;
        let at = self.points[point.0].value;
        let mut parts = Vec::new();
        for lower in &normal.lower {
            let lower = self.term(lower)?;
            parts.push(self.terms.le(lower, at));
        }
        for end in &normal.end {
            let end = self.term(end)?;
            parts.push(self.terms.lt(at, end));
        }
        let value = self.value_at(normal, point, next)?;
        parts.push(self.terms.not(value));
        Ok(self.terms.and(&parts))
    }

    /// The value expression at a point, where `next` is the position after it.
    fn value_at(&mut self, normal: &Normal, point: PointId, next: PointId) -> Result<TermId, Reason> {
        let mut alternatives = Vec::new();
        for conjunction in &normal.value {
            let mut parts = Vec::new();
            for Difference { left, right, bound } in conjunction {
                let left = self.operand(left, point, next)?;
                let right = self.operand(right, point, next)?;
                let bound = self.terms.int(bound.clone());
                let most = self.terms.add(&[right, bound]);
                parts.push(self.terms.le(left, most));
            }
            alternatives.push(self.terms.and(&parts));
        }
        Ok(self.terms.or(&alternatives))
    }

    fn operand(&mut self, operand: &Operand, point: PointId, next: PointId) -> Result<TermId, Reason> {
        Ok(match operand {
            Operand::Zero => self.terms.int(0),
            Operand::Index => self.points[point.0].value,
            Operand::Base(base) => self.base(base)?,
            Operand::Cell(array, offset) if *offset < self.reach[array] => self.cell(point, array, *offset),
            Operand::Cell(array, offset) => self.cell(next, array, offset - 1),
        })
    }

    /// Properties with alternatives, said of each break point; of its successor too where that is one.
    fn add_instances(&mut self) -> Result<(), Reason> {
        let positions: Vec<Term> = self.point_of.keys().cloned().collect();
        for number in 0..self.switches.len() {
            let normal = self.switches[number].normal.clone();
            if normal.is_conjunctive() {
                continue;
            }
            let reaches_on =
                normal.operands().any(|it| matches!(it, Operand::Cell(array, offset) if *offset >= self.reach[array]));
            for position in &positions {
                if reaches_on && !self.point_of.contains_key(&position.plus(1)) {
                    continue;
                }
                let point = self.point(position)?;
                let next = if reaches_on { self.point(&position.plus(1))? } else { point };
                let at = self.points[point.0].value;
                let mut given = vec![self.switches[number].is_on];
                for lower in &normal.lower {
                    let lower = self.term(lower)?;
                    given.push(self.terms.le(lower, at));
                }
                for end in &normal.end {
                    let end = self.term(end)?;
                    given.push(self.terms.lt(at, end));
                }
                let given = self.terms.and(&given);
                let value = self.value_at(&normal, point, next)?;
                let instance = self.terms.implies(given, value);
                self.assert(instance)?;
            }
        }
        Ok(())
    }

    /// Looks for a model, with arrays that are at most so long if a number is given; adds lemmas until there is none or
    /// the cells between the break points exist.
    pub fn search(&mut self, most: Option<u32>) -> Result<Answer, Reason> {
        let mut assumptions = Vec::new();
        if let Some(most) = most {
            let most = self.terms.int(i64::from(most));
            let lengths = self.bases.iter().filter(|(base, _)| matches!(base, Base::Length(_)));
            let lengths: Vec<TermId> = lengths.map(|(_, term)| *term).collect();
            assumptions.extend(lengths.into_iter().map(|length| self.terms.le(length, most)));
        }
        loop {
            match self.solver.check_assuming(&self.terms, &assumptions)? {
                Answer::Unsatisfiable => return Ok(Answer::Unsatisfiable),
                Answer::Unknown(reason) => return Err(Reason::Solver(reason)),
                Answer::Satisfiable => {}
            }
            let model = self.solver.model(&self.terms)?;
            let lemmas = self.violated(&model)?;
            if lemmas.is_empty() {
                self.model = Some(model);
                return Ok(Answer::Satisfiable);
            }
            for lemma in lemmas {
                self.assert(lemma)?;
            }
        }
    }

    fn number(&self, term: TermId, model: &Assignment) -> Result<Int, Reason> {
        match evaluate(&self.terms, term, model) {
            Ok(Value::Int(number)) => Ok(number),
            other => Err(Reason::Solver(format!("a number has the value {other:?}"))),
        }
    }

    /// Lemmas that a model violates: equal positions have equal cells, and neighbours are related by the power of their
    /// segment.
    fn violated(&mut self, model: &Assignment) -> Result<Vec<TermId>, Reason> {
        let mut order = Vec::new();
        for (number, point) in self.points.iter().enumerate() {
            order.push((self.number(point.value, model)?, PointId(number)));
        }
        order.sort();
        let mut lemmas = Vec::new();
        let mut groups: Vec<(Int, PointId)> = Vec::new();
        for (value, point) in order {
            match groups.last() {
                Some((first, representative)) if *first == value => {
                    let representative = *representative;
                    lemmas.extend(self.congruence(representative, point, model)?);
                }
                _ => groups.push((value, point)),
            }
        }
        if !lemmas.is_empty() {
            return Ok(lemmas);
        }
        for pair in groups.windows(2) {
            let [(from, s), (to, t)] = pair else { unreachable!("windows of two") };
            let mut active = Vec::new();
            for (number, switch) in self.switches.iter().enumerate() {
                let on = evaluate(&self.terms, switch.is_on, model) == Ok(Value::Bool(true));
                let mut inside = on;
                for lower in &switch.lower {
                    inside = inside && self.number(self.points[lower.0].value, model)? <= *from;
                }
                for end in &switch.end {
                    inside = inside && self.number(self.points[end.0].value, model)? >= *to;
                }
                if inside {
                    active.push(PropertyId(number));
                }
            }
            let segment = self.segment(&active)?;
            if segment.counters.is_empty() && segment.powers.empty_from().is_none() {
                continue;
            }
            let (before, after) = (self.counters_at(&segment, *s)?, self.counters_at(&segment, *t)?);
            let values = |terms: &[TermId]| -> Result<Vec<Int>, Reason> {
                terms.iter().map(|term| self.number(*term, model)).collect()
            };
            let power = segment.powers.power(&(to - from));
            if !power.contains(&values(&before)?, &values(&after)?) {
                lemmas.push(self.lemma(&active, &segment, *s, *t)?);
            }
        }
        Ok(lemmas)
    }

    fn congruence(&mut self, one: PointId, two: PointId, model: &Assignment) -> Result<Vec<TermId>, Reason> {
        let mut keys: Vec<(Array, i64)> = self.points[one.0].cells.keys().cloned().collect();
        keys.extend(self.points[two.0].cells.keys().cloned());
        keys.sort();
        keys.dedup();
        let mut lemmas = Vec::new();
        for (array, offset) in keys {
            let (left, right) = (self.cell(one, &array, offset), self.cell(two, &array, offset));
            if self.number(left, model)? != self.number(right, model)? {
                let (p, q) = (self.points[one.0].value, self.points[two.0].value);
                let same_place = self.terms.eq(p, q);
                let same_cell = self.terms.eq(left, right);
                lemmas.push(self.terms.implies(same_place, same_cell));
            }
        }
        Ok(lemmas)
    }

    fn segment(&mut self, active: &[PropertyId]) -> Result<Rc<Segment>, Reason> {
        if let Some(segment) = self.segments.get(active) {
            return Ok(segment.clone());
        }
        let normals: Vec<&Normal> = active.iter().map(|id| &self.switches[id.0].normal).collect();
        let segment = Rc::new(segment(&normals, &self.reach)?);
        self.segments.insert(active.to_vec(), segment.clone());
        Ok(segment)
    }

    fn counters_at(&mut self, segment: &Segment, point: PointId) -> Result<Vec<TermId>, Reason> {
        let mut terms = Vec::new();
        for counter in &segment.counters {
            terms.push(match counter {
                Counter::Index => self.points[point.0].value,
                Counter::Parameter(base) => self.base(base)?,
                Counter::Cell(array, offset) => self.cell(point, array, *offset),
            });
        }
        Ok(terms)
    }

    /// "If s < t, and these properties are on and hold from s to t, then λ^(t − s) relates the cells there."
    fn lemma(&mut self, active: &[PropertyId], segment: &Segment, s: PointId, t: PointId) -> Result<TermId, Reason> {
        let (from, to) = (self.points[s.0].value, self.points[t.0].value);
        let mut given = vec![self.terms.lt(from, to)];
        for id in active {
            let switch = &self.switches[id.0];
            given.push(switch.is_on);
            for lower in &switch.lower {
                given.push(self.terms.le(self.points[lower.0].value, from));
            }
            for end in &switch.end {
                given.push(self.terms.le(to, self.points[end.0].value));
            }
        }
        let (before, after) = (self.counters_at(segment, s)?, self.counters_at(segment, t)?);
        let distance = self.terms.sub(to, from);
        let meaning: Vec<TermId> = [&before[..], &after[..], &[distance]].concat();
        let size = segment.counters.len();
        let var = |place: usize| Var(u32::try_from(place).expect("few counters"));
        let befores: Vec<Var> = (0..size).map(var).collect();
        let afters: Vec<Var> = (size..2 * size).map(var).collect();
        let mut families = Vec::new();
        for conjunction in segment.powers.to_conjunctions(&befores, &afters, var(2 * size)) {
            if conjunction.is_false() {
                continue;
            }
            let rows: Vec<TermId> = conjunction.rows().iter().map(|row| self.row(row, &meaning)).collect();
            families.push(self.terms.and(&rows));
        }
        let given = self.terms.and(&given);
        let power = self.terms.or(&families);
        Ok(self.terms.implies(given, power))
    }

    fn row(&mut self, row: &Row, meaning: &[TermId]) -> TermId {
        let expr = self.linear(row.expr(), meaning);
        let zero = self.terms.int(0);
        match row.kind() {
            Kind::Equal => self.terms.eq(expr, zero),
            Kind::AtLeast => self.terms.ge(expr, zero),
            Kind::Above => self.terms.gt(expr, zero),
            Kind::Modulo { modulus, width } => {
                let modulus = self.terms.int(modulus.clone());
                let rest = self.terms.modulo(expr, modulus);
                let width = self.terms.int(width.clone());
                self.terms.le(rest, width)
            }
        }
    }

    fn linear(&mut self, expr: &LinearExpr, meaning: &[TermId]) -> TermId {
        let mut parts = vec![self.terms.int(expr.constant().clone())];
        for (var, coefficient) in expr.terms() {
            let coefficient = self.terms.int(coefficient.clone());
            parts.push(self.terms.mul(&[coefficient, meaning[var.0 as usize]]));
        }
        self.terms.add(&parts)
    }

    /// The scalars and lengths of the model that was found.
    pub fn sketch(&self) -> Result<Sketch, Reason> {
        let model = self.model.as_ref().expect("a model was found");
        let mut values = BTreeMap::new();
        for (base, term) in &self.bases {
            values.insert(base.clone(), self.number(*term, model)?);
        }
        Ok(Sketch { values })
    }
}

/// The properties of a body, normalised.
fn collect(body: &Body, normals: &mut Vec<Normal>) -> Result<(), Reason> {
    match body {
        Body::Compare(_) => Ok(()),
        Body::ForAll(property) => {
            normals.push(Normal::new(property)?);
            Ok(())
        }
        Body::Not(inner) => collect(inner, normals),
        Body::And(parts) | Body::Or(parts) => parts.iter().try_for_each(|part| collect(part, normals)),
    }
}
