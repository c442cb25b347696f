//! One step of straight code: the strongest post-condition of what an edge does (paper 001 §5).

use std::collections::{BTreeMap, BTreeSet};

use heureka_ir::{ArrayId, Contents, Dim, EdgeId, ExprId, IntTy, Op, VarId};
use heureka_sil::{Array, Base, Body, Difference, Formula, Operand, Property, Scalar, Sum, Term, Value, post};

use super::facts::{Facts, mentions};
use super::terms::{Atom, choice, conjunction, reads_inside};
use super::walk::Walk;

/// Initial values of longer arrays are not listed.
const MOST_VALUES: usize = 16;

/// What is known when the program starts.
pub fn at_start(walk: &Walk) -> Facts {
    let mut facts = Facts::default();
    let program = &walk.graph.program;
    for var in program.var_ids().filter(|var| program.var(*var).owner.is_none()) {
        if walk.graph.is_live(walk.graph.entry(), var) {
            let scalar = Sum::of(Base::Scalar(walk.names.scalar(var)));
            facts.assume(Body::equal(&scalar, &Sum::number(program.var(var).init)));
        }
    }
    for id in program.array_ids().filter(|id| walk.graph.is_used(*id)) {
        let Some(name) = walk.names.array(id) else { continue };
        let array = program.array(id);
        if let Some(length) = walk.names.length(program, id)
            && matches!(&*array.dims, [Dim::Const(_)])
        {
            facts.assume(Body::equal(&Sum::of(Base::Length(name.clone())), &length));
        }
        match &array.init {
            Contents::Zero => facts.assume(all_equal(&name, &Term::number(0))),
            Contents::Values(values) if values.len() <= MOST_VALUES => {
                for (at, value) in values.iter().enumerate() {
                    let cell = Sum::of(Base::Read(name.clone(), Box::new(Term::number(at as i64))));
                    facts.assume(Body::equal(&cell, &Sum::number(*value)));
                }
                let rest = Property {
                    lower: vec![Term::number(values.len() as i64)],
                    upper: Vec::new(),
                    value: equal_to(&name, &Term::number(0)),
                };
                facts.assume(Body::ForAll(rest));
            }
            Contents::Values(_) | Contents::Undefined => arbitrary(&mut facts, &name, array.elem),
        }
    }
    facts
}

fn equal_to(array: &Array, value: &Term) -> Value {
    let (right, offset) = Operand::of_term(value);
    Value(vec![Difference::equal(Operand::Cell(array.clone(), 0), right, offset)])
}

/// Every cell has this value.
fn all_equal(array: &Array, value: &Term) -> Body {
    Body::ForAll(Property { lower: Vec::new(), upper: Vec::new(), value: equal_to(array, value) })
}

/// What is known of arbitrary contents: unsigned numbers are not negative.
fn arbitrary(facts: &mut Facts, array: &Array, elem: IntTy) {
    if !elem.is_signed() {
        let value = Value(vec![vec![Difference::at_most(Operand::Zero, Operand::Cell(array.clone(), 0), 0)]]);
        facts.assume(Body::ForAll(Property { lower: Vec::new(), upper: Vec::new(), value }));
    }
}

/// What is known after a step, if the execution goes on.
pub fn after(walk: &mut Walk, facts: &Facts, id: EdgeId) -> Facts {
    let graph = walk.graph;
    let edge = graph.program.edge(id);
    let terms = walk.terms();
    let mut facts = facts.clone();
    match &edge.op {
        Op::Skip | Op::Copy { .. } | Op::Return(_) => {}
        Op::Assume(condition) => {
            if let Some(alternatives) = terms.alternatives(edge.from, *condition, true) {
                let with_reads = |atoms: Vec<Atom>| {
                    let canonical = |(sum, sign): Atom| (facts.canonical(&sum), sign);
                    let atoms: Vec<Atom> = atoms.into_iter().map(canonical).collect();
                    let mut all: Vec<Atom> = atoms.iter().flat_map(|(sum, _)| reads_inside(sum)).collect();
                    all.extend(atoms);
                    all
                };
                let alternatives: Vec<Vec<Atom>> = alternatives.into_iter().map(with_reads).collect();
                facts.assume(choice(&alternatives));
            }
        }
        Op::Assign(pairs) => {
            let mut values = Vec::new();
            for (var, value) in pairs {
                let value = value_at(walk, &mut facts, edge.from, *value);
                values.push((walk.names.scalar(*var), value));
            }
            let old: Vec<_> = values.iter().map(|(scalar, _)| walk.fresh(scalar.name())).collect();
            facts.assign(&values, &old);
            for ((var, _), (_, value)) in pairs.iter().zip(&values) {
                if value.is_none() {
                    keep_type(walk, &mut facts, *var);
                }
            }
            pairs.iter().for_each(|(var, _)| lengths_change(walk, &mut facts, *var));
        }
        Op::Havoc { var, .. } => {
            let scalar = walk.names.scalar(*var);
            let old = walk.fresh(scalar.name());
            facts.forget(&scalar, old);
            keep_type(walk, &mut facts, *var);
            lengths_change(walk, &mut facts, *var);
        }
        Op::Store { array, indices, value } => {
            let Some(name) = walk.names.array(*array) else { return facts };
            let value = value_at(walk, &mut facts, edge.from, *value);
            let position = value_at(walk, &mut facts, edge.from, indices[0]).and_then(|sum| Term::from_sum(&sum));
            match position {
                Some(position) => {
                    let after = post::assign_cell(&facts.formula(), &name, &position, value.as_ref());
                    let mut ways = own_names(walk, &facts, &after);
                    // The body is a conjunction, unless nothing else was known than a choice.
                    facts = match ways.len() {
                        1 => ways.remove(0),
                        _ => {
                            let exists = ways.iter().flat_map(|way| way.exists.iter().cloned()).collect();
                            let body = Body::or(ways.iter().map(|way| Body::and(way.conjuncts.iter().cloned())));
                            Facts { exists, conjuncts: [body].into() }
                        }
                    };
                }
                None => {
                    facts.forget_contents(&name);
                    arbitrary(&mut facts, &name, graph.program.array(*array).elem);
                }
            }
        }
        Op::Fill { array, value, .. } => {
            let Some(name) = walk.names.array(*array) else { return facts };
            let value = value_at(walk, &mut facts, edge.from, *value).and_then(|sum| Term::from_sum(&sum));
            facts.forget_contents(&name);
            match value.filter(|term| !matches!(term.base, Some(Base::Read(..)))) {
                Some(value) => facts.assume(all_equal(&name, &value)),
                None => arbitrary(&mut facts, &name, graph.program.array(*array).elem),
            }
        }
        Op::HavocArray { array, .. } => new_contents(walk, &mut facts, *array),
        Op::Call { .. } => unreachable!("calls were replaced by what they call"),
    }
    facts
}

/// A formula as facts, one for each alternative. What it binds in addition gets names that no variable of the program has.
pub fn own_names(walk: &mut Walk, before: &Facts, formula: &Formula) -> Vec<Facts> {
    let new = formula.exists.iter().filter(|scalar| !before.exists.contains(scalar));
    let names: BTreeMap<Scalar, Scalar> = new.map(|scalar| (scalar.clone(), walk.fresh(scalar.name()))).collect();
    let renamed = |scalar: &Scalar| names.get(scalar).unwrap_or(scalar).clone();
    let body = formula.body.replace(&|scalar| Term::scalar(renamed(scalar)), &Array::clone);
    let exists: BTreeSet<Scalar> = formula.exists.iter().map(renamed).collect();
    let ways = match body {
        Body::Or(ways) => ways,
        other => vec![other],
    };
    let facts = |body: Body| {
        let mut facts = Facts { exists: exists.clone(), ..Facts::default() };
        facts.assume(body);
        facts.exists.retain(|scalar| facts.conjuncts.iter().any(|body| mentions(body, scalar)));
        facts
    };
    ways.into_iter().map(facts).collect()
}

/// The value of an expression; what it reads lies in the arrays, or the execution has ended.
fn value_at(walk: &Walk, facts: &mut Facts, at: heureka_ir::LocId, expr: ExprId) -> Option<Sum<Base>> {
    let sum = facts.canonical(&walk.terms().sum(at, expr)?);
    facts.assume(conjunction(&reads_inside(&sum)));
    facts.conjuncts.remove(&Body::truth());
    Some(sum)
}

fn new_contents(walk: &Walk, facts: &mut Facts, array: ArrayId) {
    if let Some(name) = walk.names.array(array) {
        facts.forget_contents(&name);
        arbitrary(facts, &name, walk.graph.program.array(array).elem);
    }
}

/// An arbitrary value is of its type: unsigned numbers are not negative.
fn keep_type(walk: &Walk, facts: &mut Facts, var: VarId) {
    if !walk.graph.program.var(var).ty.is_signed() {
        facts.assume(Body::at_most(Sum::zero(), &Sum::of(Base::Scalar(walk.names.scalar(var)))));
    }
}

/// A variable has changed: if it is the length of arrays, nothing that was known of them holds on.
fn lengths_change(walk: &Walk, facts: &mut Facts, var: VarId) {
    let program = &walk.graph.program;
    for id in program.array_ids() {
        if !matches!(&*program.array(id).dims, [Dim::Var(extent)] if *extent == var) {
            continue;
        }
        let Some(name) = walk.names.array(id) else { continue };
        facts.conjuncts.retain(|body| !body.names().1.contains(&name));
        let length = Sum::of(Base::Length(name.clone()));
        facts.assume(Body::equal(&length, &Sum::of(Base::Scalar(walk.names.scalar(var)))));
        arbitrary(facts, &name, program.array(id).elem);
    }
}

/// Forgets what a step changes, whenever it happens.
pub fn forget(walk: &mut Walk, facts: &mut Facts, op: &Op) {
    let written: Vec<VarId> = op.written_vars().collect();
    for var in written {
        let scalar = walk.names.scalar(var);
        let old = walk.fresh(scalar.name());
        facts.forget(&scalar, old);
        keep_type(walk, facts, var);
        lengths_change(walk, facts, var);
    }
    match op {
        Op::Store { array, .. } | Op::Fill { array, .. } | Op::HavocArray { array, .. } => {
            new_contents(walk, facts, *array)
        }
        _ => {}
    }
}
