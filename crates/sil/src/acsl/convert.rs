//! From syntax to formulas: what a predicate says is brought into the form `∀i. γ → υ` and linear constraints, or refused with
//! its place.
//!
//! A predicate becomes a negation normal form ([`Node`]). Under `\forall integer i`, each clause of it is split into
//! alternatives that bound the index (their negations are the guard γ), alternatives without the index (they stand beside
//! the property), and the rest, which is the value expression υ. A `\exists` whose variable indexes an array is the
//! negation of a `\forall`, with the same care for cells outside the array; any other is a scalar that the formula binds,
//! which only works where it is not negated.

use std::collections::BTreeSet;

use heureka_number::Int;

use super::AcslError;
use super::syntax::{Expr, ExprKind, Predicate, PredicateKind, Relation, Span};
use crate::formula::{Body, Difference, Formula, Operand, Property, Sign, Value};
use crate::names::{Array, Scalar};
use crate::sum::Sum;
use crate::term::{Base, Term};

/// A guard or a value expression with more alternatives is refused.
const MOST_ALTERNATIVES: usize = 64;

/// Cells further away from the index are refused.
const WIDEST_WINDOW: i64 = 1000;

type Converted<T> = Result<T, AcslError>;

/// Negation normal form over atoms that may mention the index.
#[derive(Clone, Debug)]
enum Node {
    Atom(Atom),
    Closed(Body),
    And(Vec<Node>),
    Or(Vec<Node>),
}

#[derive(Clone, Debug)]
struct Atom {
    sum: Sum<Operand>,
    sign: Sign,
    span: Span,
}

struct Converter<'t> {
    text: &'t str,
    exists: Vec<Scalar>,
    taken: BTreeSet<Scalar>,
    /// Bound scalars in scope and the names that they got, the innermost last.
    scope: Vec<(String, Scalar)>,
}

/// The formula that a predicate is.
pub fn formula(text: &str, predicate: &Predicate) -> Converted<Formula> {
    let mut free = BTreeSet::new();
    free_names(predicate, &mut Vec::new(), &mut free);
    let mut converter = Converter { text, exists: Vec::new(), taken: free, scope: Vec::new() };
    let node = converter.node(predicate, true, None)?;
    let body = converter.closed(node)?;
    Ok(Formula { exists: converter.exists, body })
}

impl Converter<'_> {
    fn words(&self, span: &Span) -> &str {
        &self.text[span.clone()]
    }

    fn node(&mut self, predicate: &Predicate, positive: bool, index: Option<&str>) -> Converted<Node> {
        let span = &predicate.span;
        Ok(match &predicate.kind {
            PredicateKind::Truth(value) => {
                if *value == positive {
                    Node::And(Vec::new())
                } else {
                    Node::Or(Vec::new())
                }
            }
            PredicateKind::Chain(first, rest) => self.chain(first, rest, positive, index)?,
            PredicateKind::Not(inner) => self.node(inner, !positive, index)?,
            PredicateKind::And(left, right) => {
                let parts = vec![self.node(left, positive, index)?, self.node(right, positive, index)?];
                if positive { Node::And(parts) } else { Node::Or(parts) }
            }
            PredicateKind::Or(left, right) => {
                let parts = vec![self.node(left, positive, index)?, self.node(right, positive, index)?];
                if positive { Node::Or(parts) } else { Node::And(parts) }
            }
            PredicateKind::Implies(left, right) => {
                let parts = vec![self.node(left, !positive, index)?, self.node(right, positive, index)?];
                if positive { Node::Or(parts) } else { Node::And(parts) }
            }
            PredicateKind::Iff(left, right) => {
                let there = vec![self.node(left, !positive, index)?, self.node(right, true, index)?];
                let back = vec![self.node(left, positive, index)?, self.node(right, false, index)?];
                if positive {
                    Node::And(vec![Node::Or(there), Node::Or(back)])
                } else {
                    Node::Or(vec![Node::And(there), Node::And(back)])
                }
            }
            PredicateKind::ForAll(..) | PredicateKind::Exists(..) if index.is_some() => {
                return Err(AcslError::outside(span, "a quantifier inside of another one"));
            }
            PredicateKind::ForAll(names, body) => {
                let body = self.for_all(names, body, true, span)?;
                Node::Closed(if positive { body } else { body.negated() })
            }
            PredicateKind::Exists(names, body) => {
                let as_property = names.len() == 1 && indexes_array(body, &names[0].0);
                if !positive || as_property {
                    let kept = (self.exists.len(), self.taken.clone());
                    match self.for_all(names, body, false, span) {
                        Ok(body) => return Ok(Node::Closed(if positive { body.negated() } else { body })),
                        Err(error) if !positive => return Err(error),
                        Err(_) => {
                            self.exists.truncate(kept.0);
                            self.taken = kept.1;
                        }
                    }
                }
                let depth = self.scope.len();
                for (name, _) in names {
                    let plain = Scalar::new(name);
                    let scalar = if self.taken.contains(&plain) { plain.fresh(&self.taken) } else { plain };
                    self.taken.insert(scalar.clone());
                    self.exists.push(scalar.clone());
                    self.scope.push((name.clone(), scalar));
                }
                let node = self.node(body, true, None);
                self.scope.truncate(depth);
                node?
            }
        })
    }

    fn chain(
        &mut self,
        first: &Expr,
        rest: &[(Relation, Expr)],
        positive: bool,
        index: Option<&str>,
    ) -> Converted<Node> {
        let mut parts = Vec::new();
        let (mut left, mut start) = (self.sum(first, index, false)?, first.span.start);
        for (relation, expr) in rest {
            let right = self.sum(expr, index, false)?;
            let span = start..expr.span.end;
            let up = right.minus(&left);
            let atom = |sum: Sum<Operand>, sign| Node::Atom(Atom { sum, sign, span: span.clone() });
            let at_least = |sum| atom(sum, Sign::AtLeastZero);
            parts.push(match (relation, positive) {
                (Relation::AtMost, true) | (Relation::Greater, false) => at_least(up),
                (Relation::Less, true) | (Relation::AtLeast, false) => at_least(up.plus_number(-1)),
                (Relation::AtLeast, true) | (Relation::Less, false) => at_least(up.negated()),
                (Relation::Greater, true) | (Relation::AtMost, false) => at_least(up.negated().plus_number(-1)),
                (Relation::Equal, true) | (Relation::Unequal, false) => atom(up, Sign::EqualZero),
                (Relation::Unequal, true) | (Relation::Equal, false) => {
                    Node::Or(vec![at_least(up.plus_number(-1)), at_least(up.negated().plus_number(-1))])
                }
            });
            (left, start) = (right, expr.span.start);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ if positive => Node::And(parts),
            _ => Node::Or(parts),
        })
    }

    /// A term, where `index` is the index variable; `old` inside of `\old(…)`.
    fn sum(&self, expr: &Expr, index: Option<&str>, old: bool) -> Converted<Sum<Operand>> {
        Ok(match &expr.kind {
            ExprKind::Number(number) => Sum::number(number.clone()),
            ExprKind::Name(name) if index == Some(name) => Sum::of(Operand::Index),
            ExprKind::Name(name) => {
                let bound = self.scope.iter().rev().find(|(bound, _)| bound == name);
                let scalar = match bound {
                    Some((_, scalar)) => scalar.clone(),
                    None if old => Scalar::new(name).old(),
                    None => Scalar::new(name),
                };
                Sum::of(Operand::Base(Base::Scalar(scalar)))
            }
            ExprKind::Old(inner) => self.sum(inner, index, true)?,
            ExprKind::Length(array) => Sum::of(Operand::Base(Base::Length(self.array(array, false)?))),
            ExprKind::Index(array, position) => {
                let array = self.array(array, old)?;
                let place = self.sum(position, index, old)?;
                let wrong = || {
                    let text = self.words(&position.span);
                    let wanted = if index.is_some() { "the index plus a number" } else { "a variable plus a number" };
                    AcslError::outside(
                        &position.span,
                        format!("the cell of an array at `{text}`, which is not {wanted}"),
                    )
                };
                match place.as_shifted().ok_or_else(wrong)? {
                    (Some(Operand::Index), offset) => {
                        let offset = offset.to_i64().filter(|offset| offset.abs() <= WIDEST_WINDOW);
                        Sum::of(Operand::Cell(array, offset.ok_or_else(wrong)?))
                    }
                    (Some(Operand::Base(base)), offset) => {
                        let position = Term { base: Some(base.clone()), offset: offset.clone() };
                        Sum::of(Operand::Base(Base::Read(array, Box::new(position))))
                    }
                    (None, offset) => Sum::of(Operand::Base(Base::Read(array, Box::new(Term::number(offset.clone()))))),
                    (Some(_), _) => return Err(wrong()),
                }
            }
            ExprKind::Add(left, right) => self.sum(left, index, old)?.plus(&self.sum(right, index, old)?),
            ExprKind::Sub(left, right) => self.sum(left, index, old)?.minus(&self.sum(right, index, old)?),
            ExprKind::Neg(inner) => self.sum(inner, index, old)?.negated(),
            ExprKind::Mul(left, right) => {
                let (left, right) = (self.sum(left, index, old)?, self.sum(right, index, old)?);
                match (left.as_number(), right.as_number()) {
                    (Some(factor), _) => right.scaled(factor),
                    (_, Some(factor)) => left.scaled(factor),
                    _ => return Err(AcslError::outside(&expr.span, "a product of variables")),
                }
            }
        })
    }

    fn array(&self, expr: &Expr, old: bool) -> Converted<Array> {
        match &expr.kind {
            ExprKind::Name(name) if old => Ok(Array::new(name).old()),
            ExprKind::Name(name) => Ok(Array::new(name)),
            ExprKind::Old(inner) => self.array(inner, true),
            _ => Err(AcslError::outside(&expr.span, "an array that is not a variable")),
        }
    }

    /// A node without an index, as a formula.
    fn closed(&self, node: Node) -> Converted<Body> {
        Ok(match node {
            Node::Closed(body) => body,
            Node::Atom(atom) => {
                let sum = atom.sum.try_map(|operand| match operand {
                    Operand::Base(base) => Ok(Sum::of(base.clone())),
                    _ => Err(AcslError::outside(&atom.span, "the index outside of its quantifier")),
                });
                Body::compare(sum?, atom.sign)
            }
            Node::And(parts) => {
                Body::and(parts.into_iter().map(|part| self.closed(part)).collect::<Converted<Vec<_>>>()?)
            }
            Node::Or(parts) => {
                Body::or(parts.into_iter().map(|part| self.closed(part)).collect::<Converted<Vec<_>>>()?)
            }
        })
    }

    fn for_all(&mut self, names: &[(String, Span)], body: &Predicate, positive: bool, span: &Span) -> Converted<Body> {
        let [(name, _)] = names else {
            return Err(AcslError::outside(span, "a quantifier over several indices; there may be one"));
        };
        let node = self.node(body, positive, Some(name))?;
        let mut clauses = Vec::new();
        split_clauses(node, &mut clauses);
        let mut parts: Vec<(Vec<Body>, Property)> = Vec::new();
        for clause in clauses {
            self.clause(clause, span, &mut parts)?;
        }
        let parts = parts.into_iter().map(|(mut beside, property)| {
            if property.value != Value(vec![Vec::new()]) {
                beside.push(Body::ForAll(property));
                Body::or(beside)
            } else {
                Body::truth()
            }
        });
        Ok(Body::and(parts))
    }

    /// One clause of the body of a quantifier as properties, merged with those that have the same guard.
    fn clause(&self, clause: Vec<Node>, span: &Span, parts: &mut Vec<(Vec<Body>, Property)>) -> Converted<()> {
        let (mut beside, mut guards, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for alternative in clause {
            if !any_operand(&alternative, &|operand| matches!(operand, Operand::Index | Operand::Cell(..))) {
                beside.push(self.closed(alternative)?);
            } else if !any_operand(&alternative, &|operand| matches!(operand, Operand::Cell(..))) {
                guards.push(negated(alternative));
            } else {
                values.push(alternative);
            }
        }
        if values.is_empty() {
            return Err(AcslError::outside(span, "a property of an index that has no cell of an array"));
        }
        let mut value = Vec::new();
        for conjunction in self.alternatives(Node::Or(values), span)? {
            if let Some(differences) = self.differences(conjunction)? {
                value.push(differences);
            }
        }
        for guard in self.alternatives(Node::And(guards), span)? {
            let (mut lower, mut upper, mut beside) = (Vec::new(), Vec::new(), beside.clone());
            for atom in guard {
                self.bound(atom, &mut lower, &mut upper, &mut beside)?;
            }
            let property = Property { lower, upper, value: Value(value.clone()) };
            let mergeable = |(other_beside, other): &&mut (Vec<Body>, Property)| {
                *other_beside == beside
                    && (&other.lower, &other.upper) == (&property.lower, &property.upper)
                    && other.is_conjunctive()
                    && property.is_conjunctive()
            };
            match parts.iter_mut().find(mergeable) {
                Some((_, other)) => other.value.0[0].extend(property.value.0.into_iter().flatten()),
                None => parts.push((beside, property)),
            }
        }
        Ok(())
    }

    /// One atom of a guard: a bound on the index, or a condition beside the property.
    fn bound(&self, atom: Atom, lower: &mut Vec<Term>, upper: &mut Vec<Term>, beside: &mut Vec<Body>) -> Converted<()> {
        let coefficient = atom.sum.coefficient(&Operand::Index);
        if coefficient.is_zero() {
            let condition = self.closed(Node::Atom(atom))?;
            beside.push(condition.negated());
            return Ok(());
        }
        let rest = atom.sum.minus(&Sum::of(Operand::Index).scaled(&coefficient));
        let rest = if coefficient.is_positive() { rest.negated() } else { rest };
        let term = rest.as_shifted().filter(|_| coefficient.is_unit()).and_then(|(base, offset)| match base {
            None => Some(Term::number(offset.clone())),
            Some(Operand::Base(base)) => Some(Term { base: Some(base.clone()), offset: offset.clone() }),
            Some(_) => None,
        });
        let Some(term) = term else {
            let text = self.words(&atom.span);
            return Err(AcslError::outside(
                &atom.span,
                format!("`{text}` does not bound the index by a variable plus a number"),
            ));
        };
        if coefficient.is_positive() || atom.sign == Sign::EqualZero {
            lower.push(term.clone());
        }
        if coefficient.is_negative() || atom.sign == Sign::EqualZero {
            upper.push(term);
        }
        Ok(())
    }

    /// A conjunction of atoms as differences; none if one of them is false.
    fn differences(&self, atoms: Vec<Atom>) -> Converted<Option<Vec<Difference>>> {
        let mut differences = Vec::new();
        for atom in atoms {
            let sums = match atom.sign {
                Sign::AtLeastZero => vec![atom.sum.clone()],
                Sign::EqualZero => vec![atom.sum.clone(), atom.sum.negated()],
            };
            for sum in sums {
                if let Some(number) = sum.as_number() {
                    if number.is_negative() {
                        return Ok(None);
                    }
                    continue;
                }
                differences.push(difference(&sum).ok_or_else(|| {
                    let text = self.words(&atom.span);
                    AcslError::outside(
                        &atom.span,
                        format!("`{text}` does not bound the difference of two cells, or of a cell and a variable"),
                    )
                })?);
            }
        }
        Ok(Some(differences))
    }

    /// The disjunctive normal form.
    fn alternatives(&self, node: Node, span: &Span) -> Converted<Vec<Vec<Atom>>> {
        let all = match node {
            Node::Atom(atom) => vec![vec![atom]],
            Node::Closed(_) => return Err(AcslError::outside(span, "a quantifier inside of another one")),
            Node::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.alternatives(part, span)?);
                }
                all
            }
            Node::And(parts) => {
                let mut all = vec![Vec::new()];
                for part in parts {
                    let part = self.alternatives(part, span)?;
                    if all.len() * part.len() > MOST_ALTERNATIVES {
                        return Err(AcslError::outside(span, "too many alternatives under one quantifier"));
                    }
                    all = all.iter().flat_map(|one| part.iter().map(move |two| [&one[..], two].concat())).collect();
                }
                all
            }
        };
        if all.len() > MOST_ALTERNATIVES {
            return Err(AcslError::outside(span, "too many alternatives under one quantifier"));
        }
        Ok(all)
    }
}

/// `sum ≥ 0` as a difference, if it is one.
pub(crate) fn difference(sum: &Sum<Operand>) -> Option<Difference> {
    let content = sum.terms().fold(Int::ZERO, |gcd, (_, coefficient)| gcd.gcd(coefficient));
    let (mut plus, mut minus) = (Operand::Zero, Operand::Zero);
    for (operand, coefficient) in sum.terms() {
        let unit = coefficient.div_exact(&content);
        let place = if unit.is_positive() { &mut plus } else { &mut minus };
        if !unit.is_unit() || *place != Operand::Zero {
            return None;
        }
        *place = operand.clone();
    }
    // plus − minus + constant ≥ 0
    Some(Difference { left: minus, right: plus, bound: sum.constant().div_floor(&content) })
}

fn split_clauses(node: Node, clauses: &mut Vec<Vec<Node>>) {
    match node {
        Node::And(parts) => parts.into_iter().for_each(|part| split_clauses(part, clauses)),
        other => {
            let mut alternatives = Vec::new();
            split_alternatives(other, &mut alternatives);
            clauses.push(alternatives);
        }
    }
}

fn split_alternatives(node: Node, alternatives: &mut Vec<Node>) {
    match node {
        Node::Or(parts) => parts.into_iter().for_each(|part| split_alternatives(part, alternatives)),
        other => alternatives.push(other),
    }
}

fn any_operand(node: &Node, test: &dyn Fn(&Operand) -> bool) -> bool {
    match node {
        Node::Atom(atom) => atom.sum.terms().any(|(operand, _)| test(operand)),
        Node::Closed(_) => false,
        Node::And(parts) | Node::Or(parts) => parts.iter().any(|part| any_operand(part, test)),
    }
}

fn negated(node: Node) -> Node {
    match node {
        Node::Closed(body) => Node::Closed(body.negated()),
        Node::And(parts) => Node::Or(parts.into_iter().map(negated).collect()),
        Node::Or(parts) => Node::And(parts.into_iter().map(negated).collect()),
        Node::Atom(Atom { sum, sign, span }) => {
            let below = Atom { sum: sum.negated().plus_number(-1), sign: Sign::AtLeastZero, span: span.clone() };
            match sign {
                Sign::AtLeastZero => Node::Atom(below),
                Sign::EqualZero => {
                    let above = Atom { sum: sum.plus_number(-1), sign: Sign::AtLeastZero, span };
                    Node::Or(vec![Node::Atom(above), Node::Atom(below)])
                }
            }
        }
    }
}

/// Whether a variable occurs in the position of a cell.
fn indexes_array(predicate: &Predicate, name: &str) -> bool {
    match &predicate.kind {
        PredicateKind::Truth(_) => false,
        PredicateKind::Chain(first, rest) => {
            let mut exprs = std::iter::once(first).chain(rest.iter().map(|(_, expr)| expr));
            exprs.any(|expr| position_mentions(expr, name, false))
        }
        PredicateKind::Not(inner) | PredicateKind::ForAll(_, inner) | PredicateKind::Exists(_, inner) => {
            indexes_array(inner, name)
        }
        PredicateKind::And(left, right)
        | PredicateKind::Or(left, right)
        | PredicateKind::Implies(left, right)
        | PredicateKind::Iff(left, right) => indexes_array(left, name) || indexes_array(right, name),
    }
}

fn position_mentions(expr: &Expr, name: &str, inside: bool) -> bool {
    match &expr.kind {
        ExprKind::Number(_) => false,
        ExprKind::Name(found) => inside && found == name,
        ExprKind::Index(array, position) => {
            position_mentions(array, name, inside) || position_mentions(position, name, true)
        }
        ExprKind::Length(inner) | ExprKind::Old(inner) | ExprKind::Neg(inner) => position_mentions(inner, name, inside),
        ExprKind::Add(left, right) | ExprKind::Sub(left, right) | ExprKind::Mul(left, right) => {
            position_mentions(left, name, inside) || position_mentions(right, name, inside)
        }
    }
}

/// The names of free scalars, so that bound ones can be told apart from them.
fn free_names(predicate: &Predicate, bound: &mut Vec<String>, free: &mut BTreeSet<Scalar>) {
    match &predicate.kind {
        PredicateKind::Truth(_) => {}
        PredicateKind::Chain(first, rest) => {
            for expr in std::iter::once(first).chain(rest.iter().map(|(_, expr)| expr)) {
                free_names_of(expr, bound, free);
            }
        }
        PredicateKind::Not(inner) => free_names(inner, bound, free),
        PredicateKind::ForAll(names, inner) | PredicateKind::Exists(names, inner) => {
            let depth = bound.len();
            bound.extend(names.iter().map(|(name, _)| name.clone()));
            free_names(inner, bound, free);
            bound.truncate(depth);
        }
        PredicateKind::And(left, right)
        | PredicateKind::Or(left, right)
        | PredicateKind::Implies(left, right)
        | PredicateKind::Iff(left, right) => {
            free_names(left, bound, free);
            free_names(right, bound, free);
        }
    }
}

fn free_names_of(expr: &Expr, bound: &[String], free: &mut BTreeSet<Scalar>) {
    match &expr.kind {
        ExprKind::Number(_) => {}
        ExprKind::Name(name) if bound.contains(name) => {}
        ExprKind::Name(name) => {
            free.insert(Scalar::new(name));
        }
        ExprKind::Length(inner) | ExprKind::Old(inner) | ExprKind::Neg(inner) => free_names_of(inner, bound, free),
        ExprKind::Index(left, right)
        | ExprKind::Add(left, right)
        | ExprKind::Sub(left, right)
        | ExprKind::Mul(left, right) => {
            free_names_of(left, bound, free);
            free_names_of(right, bound, free);
        }
    }
}
