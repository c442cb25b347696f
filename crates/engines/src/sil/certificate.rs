//! The evidence: what holds at the heads of loops of the inlined program, in first-order logic.
//!
//! A formula of SIL is said word for word, with the paper's semantics of windows spelled out: an instance of a property that
//! reads outside of an array is none, and a comparison that does so says nothing. A head that no execution comes to has the
//! invariant false.

use std::collections::BTreeMap;

use heureka_ir::certificate::{HeadInvariants, HeadSubject};
use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::invariant::Relation;
use heureka_ir::{Certificate, Dim, Program};
use heureka_number::Int;
use heureka_sil::{Array, Base, Body, Comparison, Difference, Operand, Property, Scalar, Sign, Sum, Term};

use super::graph::{DEPTH, Graph};
use super::inductive::Candidates;
use super::names::Names;
use super::walk::Findings;

/// The inductive invariants if there are some, else what the post-conditions say.
pub fn certificate(graph: &Graph, names: &Names, findings: &Findings, inductive: Option<&Candidates>) -> Certificate {
    let mut at = Vec::new();
    for id in graph.loops.ids() {
        let head = graph.loops.get(id).head;
        // A location that was put before a step belongs to the place of the step.
        if head.index() >= graph.inlined.locs.len() {
            continue;
        }
        let inductive = inductive.and_then(|all| all.get(&head)).map(|all| vec![Body::and(all.iter().cloned()).into()]);
        let found = inductive.or_else(|| findings.heads.get(&head).cloned()).unwrap_or_default();
        let mut say = Say { program: &graph.inlined, names, bound: BTreeMap::new(), next: 0 };
        let ways: Vec<Formula> = found.iter().map(|formula| say.formula(formula)).collect();
        at.push((head, Formula::Or(ways)));
    }
    let subject = HeadSubject::Inlined { depth: DEPTH };
    Certificate::AtHeads(HeadInvariants { subject, at, contracts: Vec::new() })
}

/// From SIL to first-order logic.
struct Say<'a> {
    program: &'a Program,
    names: &'a Names,
    /// The bound variables that stand for scalars.
    bound: BTreeMap<Scalar, BoundId>,
    next: u32,
}

impl Say<'_> {
    fn new_bound(&mut self) -> BoundId {
        self.next += 1;
        BoundId(self.next - 1)
    }

    fn formula(&mut self, formula: &heureka_sil::Formula) -> Formula {
        let mut bound = Vec::new();
        // A scalar that the program does not have exists, whether it is listed or not.
        for scalar in formula.all_scalars() {
            if formula.exists.contains(&scalar) || self.names.var(&scalar).is_none() {
                let id = self.new_bound();
                bound.push(id);
                self.bound.insert(scalar, id);
            }
        }
        let body = self.body(&formula.body.normalised());
        self.bound.clear();
        if bound.is_empty() { body } else { Formula::Exists(bound, Box::new(body)) }
    }

    /// Negations stand before properties only.
    fn body(&mut self, body: &Body) -> Formula {
        match body {
            Body::Compare(comparison) => self.comparison(comparison),
            Body::ForAll(property) => self.property(property),
            Body::Not(inner) => self.body(inner).not(),
            Body::And(parts) => Formula::And(parts.iter().map(|part| self.body(part)).collect()),
            Body::Or(parts) => Formula::Or(parts.iter().map(|part| self.body(part)).collect()),
        }
    }

    fn comparison(&mut self, Comparison { sum, sign }: &Comparison) -> Formula {
        let relation = match sign {
            Sign::AtLeastZero => Relation::AtLeastZero,
            Sign::EqualZero => Relation::Zero,
        };
        let (Some(number), mut ways) = (self.sum(sum), Vec::new()) else { return Formula::Bool(true) };
        for (base, _) in sum.terms() {
            ways.extend(self.outside(base));
        }
        ways.push(Formula::Compare(number, relation));
        if ways.len() == 1 { ways.remove(0) } else { Formula::Or(ways) }
    }

    fn sum(&mut self, sum: &Sum<Base>) -> Option<Number> {
        let mut terms = Vec::new();
        for (base, factor) in sum.terms() {
            terms.push((self.base(base)?, small(factor)?));
        }
        Some(Number::Sum(terms, small(sum.constant())?))
    }

    fn base(&mut self, base: &Base) -> Option<Number> {
        match base {
            Base::Scalar(scalar) => Some(match self.bound.get(scalar) {
                Some(bound) => Number::Bound(*bound),
                None => Number::now(self.names.var(scalar)?),
            }),
            Base::Length(array) => self.length(array),
            Base::Read(array, position) => {
                let position = self.term(position)?;
                Some(Number::Read(self.names.id(array)?, vec![position]))
            }
        }
    }

    fn term(&mut self, term: &Term) -> Option<Number> {
        let offset = small(&term.offset)?;
        match &term.base {
            None => Some(Number::Const(offset)),
            Some(base) => Some(self.base(base)?.plus(offset)),
        }
    }

    fn length(&self, array: &Array) -> Option<Number> {
        match &*self.program.array(self.names.id(array)?).dims {
            [Dim::Const(extent)] => Some(Number::Const(i128::from(*extent))),
            [Dim::Var(var)] => Some(Number::now(*var)),
            _ => None,
        }
    }

    /// The ways in which what a quantity reads lies outside of its array.
    fn outside(&mut self, base: &Base) -> Vec<Formula> {
        let Base::Read(array, position) = base else { return Vec::new() };
        let mut ways = position.base.as_ref().map_or_else(Vec::new, |inner| self.outside(inner));
        if let (Some(number), Some(length)) = (self.term(position), self.length(array)) {
            ways.push(Formula::below(number.clone(), Number::Const(0)));
            ways.push(Formula::at_most(length, number));
        }
        ways
    }

    /// `∀k. (each bound) ∧ (each window inside) → value`.
    fn property(&mut self, property: &Property) -> Formula {
        let k = self.new_bound();
        let index = Number::Bound(k);
        let mut ways = Vec::new();
        for lower in &property.lower {
            let Some(lower) = self.term(lower) else { return Formula::Bool(true) };
            ways.push(Formula::below(index.clone(), lower));
        }
        for upper in &property.upper {
            let Some(upper) = self.term(upper) else { return Formula::Bool(true) };
            ways.push(Formula::below(upper, index.clone()));
        }
        for (array, offset) in property.cells() {
            let Some(length) = self.length(&array) else { return Formula::Bool(true) };
            let position = index.clone().plus(i128::from(offset));
            ways.push(Formula::below(position.clone(), Number::Const(0)));
            ways.push(Formula::at_most(length, position));
        }
        for term in property.lower.iter().chain(&property.upper) {
            ways.extend(term.base.iter().flat_map(|base| self.outside(base)));
        }
        for difference in property.value.0.iter().flatten() {
            for operand in [&difference.left, &difference.right] {
                if let Operand::Base(base) = operand {
                    ways.extend(self.outside(base));
                }
            }
        }
        for conjunction in &property.value.0 {
            let all: Option<Vec<Formula>> =
                conjunction.iter().map(|difference| self.difference(difference, &index)).collect();
            let Some(all) = all else { return Formula::Bool(true) };
            ways.push(Formula::And(all));
        }
        Formula::ForAll(vec![k], Box::new(Formula::Or(ways)))
    }

    fn difference(&mut self, difference: &Difference, index: &Number) -> Option<Formula> {
        let left = self.operand(&difference.left, index)?;
        let right = self.operand(&difference.right, index)?;
        Some(Formula::at_most(left, right.plus(small(&difference.bound)?)))
    }

    fn operand(&mut self, operand: &Operand, index: &Number) -> Option<Number> {
        match operand {
            Operand::Zero => Some(Number::Const(0)),
            Operand::Index => Some(index.clone()),
            Operand::Cell(array, offset) => {
                Some(Number::Read(self.names.id(array)?, vec![index.clone().plus(i128::from(*offset))]))
            }
            Operand::Base(base) => self.base(base),
        }
    }
}

/// A number that certificates can hold.
fn small(number: &Int) -> Option<i128> {
    number.to_i64().map(i128::from)
}
