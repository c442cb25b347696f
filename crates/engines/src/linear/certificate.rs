//! The certificate: the path edges of every location as its invariant, over the program as it was read.
//!
//! The invariant at a procedure's entry says with what it is called, the one at its exit is its summary edges: its
//! contract. A location that a pass took together with another has the invariant of that one; a variable whose value a
//! pass did not keep is projected away. What was simplified because of ranges needs these ranges to be proved again, so
//! the ranges of what is live are added; so is the frame of a procedure. Where no step leads, nothing comes.

use heureka_ir::invariant::{Constraint, Invariant, Invariants, Relation, Value};
use heureka_ir::passes::{Back, Ranges};
use heureka_ir::{Interval, LocId, Op, Program, VarId};
use heureka_linear::{Conjunction, Dlc, Kind, Row, Var};
use heureka_number::Int;

use super::frame::Frame;
use super::liveness::Liveness;
use super::prepare::Prepared;
use super::scope::{Scope, Scopes};
use crate::engine::Arithmetic;

/// The invariants, or why they cannot be written down.
pub fn invariants<'t>(
    program: &Program,
    prepared: &Prepared,
    scopes: &Scopes,
    path_edges: impl Fn(LocId) -> &'t Dlc,
    numbers: Arithmetic,
) -> Invariants {
    let facts = (numbers == Arithmetic::Machine).then(|| Facts::of(prepared));
    let back = &prepared.last.back;
    let frame = Frame::of(program, &prepared.last);
    let at = |old: LocId| {
        if back.is_unreachable(old) {
            return Invariant::unreachable();
        }
        let unchanged: Vec<Constraint> = frame.at(old).into_iter().map(unchanged).collect();
        // A procedure that was left out changes nothing that the rest knows of.
        let Some(new) = back.image(old) else { return Invariant { disjuncts: vec![unchanged.into()] } };
        let scope = scopes.of_proc(prepared.last.program.loc(new).proc);
        let entry = program.proc(program.loc(old).proc).entry;
        let carry = Carry { back, scope, old, entry };
        let ranges = facts.as_ref().map_or_else(Vec::new, |facts| facts.at(old, prepared));
        let disjuncts = path_edges(new).disjuncts().flat_map(|disjunct| carry.disjuncts(disjunct));
        let disjuncts = disjuncts.map(|rows| rows.into_iter().chain(unchanged.iter().cloned()).collect());
        Invariant { disjuncts: disjuncts.filter_map(|rows| with_ranges(rows, &ranges)).collect() }
    };
    let mut invariants = Invariants::new(program.loc_ids().map(at).collect());
    close_where_no_step_leads(program, &mut invariants);
    invariants
}

/// Says that nothing comes to a location that no step leads to from where something comes: the search does not speak of a
/// procedure that nobody calls.
fn close_where_no_step_leads(program: &Program, invariants: &mut Invariants) {
    let mut is_reached = vec![false; program.locs.len()];
    let mut open = vec![program.proc(program.entry).entry];
    while let Some(loc) = open.pop() {
        if std::mem::replace(&mut is_reached[loc.index()], true) || invariants.at[loc.index()].is_unreachable() {
            continue;
        }
        for edge in program.out_edges(loc).map(|edge| program.edge(edge)) {
            open.push(edge.to);
            if let Op::Call { proc, .. } = edge.op {
                open.push(program.proc(proc).entry);
            }
        }
    }
    for (invariant, is_reached) in invariants.at.iter_mut().zip(is_reached) {
        if !is_reached {
            *invariant = Invariant::unreachable();
        }
    }
}

/// The variable has the value that it had at the entry.
fn unchanged(var: VarId) -> Constraint {
    let terms: Box<[_]> = Box::new([(Value::AtEntry(var), -1), (Value::Now(var), 1)]);
    Constraint { terms, constant: 0, relation: Relation::Zero }
}

/// What an invariant of a new location says at an old one.
struct Carry<'a> {
    back: &'a Back,
    scope: &'a Scope,
    old: LocId,
    /// Where the old procedure starts.
    entry: LocId,
}

impl Carry<'_> {
    fn disjuncts(&self, disjunct: &Conjunction) -> Vec<Vec<Constraint>> {
        let is_lost = |var: Var| self.value(var).is_none();
        let lost = disjunct.vars().into_iter().any(is_lost);
        let kept = if lost { disjunct.project(is_lost).disjuncts } else { vec![disjunct.clone()] };
        kept.iter().map(|kept| kept.rows().iter().filter_map(|row| self.constraint(row)).collect()).collect()
    }

    /// The old value that a variable stands for, if it has one here.
    fn value(&self, var: Var) -> Option<Value> {
        let (new, is_now) = self.scope.program_var(var)?;
        let old = self.back.var(new);
        match is_now {
            true => self.back.keeps_value(self.old, new).then_some(Value::Now(old)),
            false => self.back.keeps_value(self.entry, new).then_some(Value::AtEntry(old)),
        }
    }

    /// The row in the language of certificates; without it the invariant says less, if its numbers are too large.
    fn constraint(&self, row: &Row) -> Option<Constraint> {
        let number = Int::to_i128;
        let term = |(var, factor): &(Var, Int)| Some((self.value(*var)?, number(factor)?));
        let relation = match row.kind() {
            Kind::Equal => Relation::Zero,
            Kind::AtLeast => Relation::AtLeastZero,
            Kind::Above => Relation::AboveZero,
            Kind::Modulo { modulus, width } => Relation::Modulo { modulus: number(modulus)?, width: number(width)? },
        };
        let terms: Option<Box<[_]>> = row.expr().terms().iter().map(term).collect();
        Some(Constraint { terms: terms?, constant: number(row.expr().constant())?, relation })
    }
}

/// The ranges that the simplification used.
struct Facts<'a> {
    ranges: Ranges<'a>,
    liveness: Liveness,
    scopes: Scopes,
}

impl Facts<'_> {
    fn of(prepared: &Prepared) -> Facts<'_> {
        let program = &prepared.sliced.program;
        let scopes = Scopes::of(program);
        Facts { ranges: Ranges::of(program), liveness: Liveness::of(program, &scopes), scopes }
    }

    /// The variables, of the program as it was read, whose range is known to be smaller than their type.
    fn at(&self, old: LocId, prepared: &Prepared) -> Vec<(VarId, Interval)> {
        let sliced = &prepared.sliced;
        let Some(loc) = sliced.back.image(old) else { return Vec::new() };
        let vars = self.scopes.of_proc(sliced.program.loc(loc).proc).current().iter().copied();
        let counts = |var: &VarId| self.liveness.is_live(loc, *var) && sliced.back.keeps_value(old, *var);
        let known = |var: VarId| {
            let interval = self.ranges.at(loc, var)?;
            let whole = Interval::of_type(sliced.program.var(var).ty);
            (interval != whole).then(|| (sliced.back.var(var), interval))
        };
        vars.filter(counts).filter_map(known).collect()
    }
}

/// The constraints with the ranges of variables that they do not fix; nothing if a fixed value is outside its range: a
/// location may have the invariant of a later one, where more comes together.
fn with_ranges(mut rows: Vec<Constraint>, ranges: &[(VarId, Interval)]) -> Option<Box<[Constraint]>> {
    let own = rows.len();
    for (var, interval) in ranges {
        let value = Value::Now(*var);
        match rows[..own].iter().find_map(|row| fixed(row, value)) {
            Some(fixed) if interval.contains(fixed) => continue,
            Some(_) => return None,
            None => {}
        }
        let bound = |factor: i128, constant: i128| {
            let terms: Box<[_]> = Box::new([(value, factor)]);
            Constraint { terms, constant, relation: Relation::AtLeastZero }
        };
        rows.push(bound(1, -interval.min));
        rows.push(bound(-1, interval.max));
    }
    Some(rows.into_boxed_slice())
}

/// The only number that a constraint allows for a value.
fn fixed(row: &Constraint, value: Value) -> Option<i128> {
    match (row.relation, &*row.terms) {
        (Relation::Zero, [(only, 1)]) if *only == value => Some(-row.constant),
        (Relation::Zero, [(only, -1)]) if *only == value => Some(row.constant),
        _ => None,
    }
}
