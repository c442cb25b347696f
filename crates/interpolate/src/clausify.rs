//! Formulas to clauses: negation normal form with auxiliary names for conjunctions below disjunctions, in the one
//! direction that is needed (Plaisted and Greenbaum 1986). A name belongs to one partition, so no interpolant has it.

use heureka_linear::{Kind, LinearExpr};
use heureka_logic::{Op, SortId, TermId};
use heureka_number::Int;

use crate::atoms::{Literal, Truth};
use crate::problem::{Problem, Unsupported};
use crate::sums::numbers_of;
use crate::vocabulary::Partition;

/// A formula, or its negation.
type Signed = (TermId, bool);

/// A part of a formula.
#[derive(Clone, Copy)]
enum Part {
    Formula(Signed),
    /// One of the two; not a term of the pool.
    Either(Signed, Signed),
    Decided(Truth),
}

enum Shape {
    Literal(Truth),
    All(Vec<Part>),
    Any(Vec<Part>),
}

impl Problem<'_> {
    /// Adds the clauses of a formula, and of the axioms its terms need, to a partition.
    pub fn assert(&mut self, formula: TermId, partition: Partition) -> Result<(), Unsupported> {
        let mut formulas = vec![formula];
        while let Some(formula) = formulas.pop() {
            formulas.extend(self.read(formula, partition)?);
            self.clausify(formula, partition)?;
        }
        Ok(())
    }

    fn clausify(&mut self, formula: TermId, partition: Partition) -> Result<(), Unsupported> {
        // Parts to state under a condition: the negation of the condition or the part holds.
        let mut open: Vec<(Option<Literal>, Part)> = vec![(None, Part::Formula((formula, true)))];
        while let Some((negated_condition, part)) = open.pop() {
            if let Shape::All(parts) = self.shape(part)? {
                open.extend(parts.into_iter().rev().map(|part| (negated_condition, part)));
                continue;
            }
            let mut literals: Vec<Literal> = negated_condition.into_iter().collect();
            if self.collect(part, partition, &mut literals, &mut open)? {
                literals.sort_unstable();
                literals.dedup();
                self.add_clause(literals, partition);
            }
        }
        Ok(())
    }

    /// The literals of a disjunction; false if it holds anyway.
    fn collect(
        &mut self,
        part: Part,
        partition: Partition,
        literals: &mut Vec<Literal>,
        open: &mut Vec<(Option<Literal>, Part)>,
    ) -> Result<bool, Unsupported> {
        let mut parts = vec![part];
        while let Some(part) = parts.pop() {
            match self.shape(part)? {
                Shape::Literal(Truth::Always) => return Ok(false),
                Shape::Literal(Truth::Never) => {}
                Shape::Literal(Truth::Literal(literal)) => literals.push(literal),
                Shape::Any(more) => parts.extend(more.into_iter().rev()),
                Shape::All(all) => literals.push(self.name(part, all, partition, open)),
            }
        }
        Ok(!literals.iter().any(|literal| literals.contains(&literal.negated())))
    }

    /// A literal that implies all parts.
    fn name(
        &mut self,
        part: Part,
        all: Vec<Part>,
        partition: Partition,
        open: &mut Vec<(Option<Literal>, Part)>,
    ) -> Literal {
        let key = match part {
            Part::Formula((term, sign)) => Some((term, sign, partition)),
            Part::Either(..) | Part::Decided(_) => None,
        };
        if let Some(&name) = key.and_then(|key| self.auxiliaries.get(&key)) {
            return name;
        }
        let name = self.atoms.auxiliary(partition);
        if let Some(key) = key {
            self.auxiliaries.insert(key, name);
        }
        open.extend(all.into_iter().rev().map(|part| (Some(name.negated()), part)));
        name
    }

    fn shape(&mut self, part: Part) -> Result<Shape, Unsupported> {
        let (mut term, mut sign) = match part {
            Part::Formula(signed) => signed,
            Part::Either(a, b) => return Ok(Shape::Any(vec![Part::Formula(a), Part::Formula(b)])),
            Part::Decided(truth) => return Ok(Shape::Literal(truth)),
        };
        while self.terms.op(term) == Op::Not {
            (term, sign) = (self.terms.children(term)[0], !sign);
        }
        if self.terms.op(term) == Op::Eq
            && let Some(truth) = self.congruence_literal(term)
        {
            return Ok(Shape::Literal(if sign { truth } else { negated(truth) }));
        }
        let children = self.terms.children(term).to_vec();
        let formulas = |sign: bool| children.iter().map(|&child| Part::Formula((child, sign))).collect::<Vec<_>>();
        Ok(match self.terms.op(term) {
            Op::True | Op::False => Shape::Literal(truth((self.terms.op(term) == Op::True) == sign)),
            Op::And | Op::Or if (self.terms.op(term) == Op::And) == sign => Shape::All(formulas(sign)),
            Op::And | Op::Or => Shape::Any(formulas(sign)),
            Op::Implies => {
                let parts = vec![Part::Formula((children[0], !sign)), Part::Formula((children[1], sign))];
                if sign { Shape::Any(parts) } else { Shape::All(parts) }
            }
            Op::Xor => agree((children[0], true), (children[1], !sign)),
            Op::Eq if self.terms.sort(children[0]) == SortId::BOOL => agree((children[0], true), (children[1], sign)),
            Op::Ite => Shape::All(vec![
                Part::Either((children[0], false), (children[1], sign)),
                Part::Either((children[0], true), (children[2], sign)),
            ]),
            Op::Eq if self.terms.sort(children[0]).is_numeric() => {
                let numbers = numbers_of(self.terms.sort(children[0]));
                let (difference, _) = self.sum(children[0]).minus(self.sum(children[1])).to_expr();
                let sides = [difference.negated(), difference];
                let kind = if sign { Kind::AtLeast } else { Kind::Above };
                let mut parts = Vec::new();
                for side in sides {
                    parts.push(Part::Decided(self.row_literal(side, kind.clone(), numbers)));
                }
                if sign { Shape::All(parts) } else { Shape::Any(parts) }
            }
            Op::Distinct => {
                let mut parts = Vec::new();
                for (place, &a) in children.iter().enumerate() {
                    for &b in &children[place + 1..] {
                        parts.push(Part::Formula((self.terms.eq(a, b), !sign)));
                    }
                }
                if sign { Shape::All(parts) } else { Shape::Any(parts) }
            }
            op @ (Op::Le | Op::Lt) => {
                let numbers = numbers_of(self.terms.sort(children[0]));
                let (difference, _) = self.sum(children[1]).minus(self.sum(children[0])).to_expr();
                let strict = (op == Op::Lt) == sign;
                let expr = if sign { difference } else { difference.negated() };
                let kind = if strict { Kind::Above } else { Kind::AtLeast };
                Shape::Literal(self.row_literal(expr, kind, numbers))
            }
            Op::Symbol(_) | Op::Select | Op::Eq => {
                let span = self.span(term);
                let literal = self.atoms.opaque(term, span);
                Shape::Literal(Truth::Literal(if sign { literal } else { literal.negated() }))
            }
            op => {
                return Err(Unsupported { term, why: format!("`{}` is not interpolated", op.name()) });
            }
        })
    }

    /// `a mod c = r` for constants `c` and `r`, as one row instead of two about the quotient.
    fn congruence_literal(&mut self, equality: TermId) -> Option<Truth> {
        let [left, right] = *self.terms.children(equality) else { return None };
        let (remainder, rest) = match (self.terms.op(left), self.terms.op(right)) {
            (Op::Mod, Op::Int(_)) => (left, right),
            (Op::Int(_), Op::Mod) => (right, left),
            _ => return None,
        };
        let (dividend, divisor) = (self.terms.children(remainder)[0], self.terms.children(remainder)[1]);
        let modulus = self.terms.as_int(divisor).filter(|divisor| !divisor.is_zero())?.abs();
        let rest = self.terms.as_int(rest)?.clone();
        if rest.is_negative() || rest >= modulus {
            return Some(Truth::Never);
        }
        let (expr, factor) = self.sum(dividend).to_expr();
        if !factor.is_one() {
            return None;
        }
        let kind = Kind::Modulo { modulus, width: Int::ZERO };
        Some(self.row_literal(expr.plus_constant(-rest), kind, heureka_linear::Numbers::Integer))
    }

    pub(crate) fn row_literal(&mut self, expr: LinearExpr, kind: Kind, numbers: heureka_linear::Numbers) -> Truth {
        let span = self.span_of_vars(expr.vars());
        self.atoms.linear(expr, kind, numbers, span)
    }
}

/// Both or neither.
fn agree((a, p): Signed, (b, q): Signed) -> Shape {
    Shape::All(vec![Part::Either((a, !p), (b, q)), Part::Either((a, p), (b, !q))])
}

fn truth(value: bool) -> Truth {
    if value { Truth::Always } else { Truth::Never }
}

fn negated(truth: Truth) -> Truth {
    match truth {
        Truth::Always => Truth::Never,
        Truth::Never => Truth::Always,
        Truth::Literal(literal) => Truth::Literal(literal.negated()),
    }
}
