//! The evaluation of expressions: operands from left to right, `And`, `Or` and `Ite` lazy.

use heureka_ir::faults::EXPRESSION_FAULTS;
use heureka_ir::{CmpOp, ExprId, Node};

use super::{Execution, TOO_LARGE, strict};
use crate::linear::{Linear, Row, Symbol};
use crate::vocabulary::{Condition, Vocabulary};

/// An expression that was evaluated.
#[derive(Clone)]
pub struct Known {
    value: Value,
    pub course: Course,
}

#[derive(Clone)]
enum Value {
    Number(Linear),
    Condition(Condition),
}

impl Known {
    /// Of a variable, a constant, an operation: the program is typed.
    pub fn number(&self) -> &Linear {
        match &self.value {
            Value::Number(number) => number,
            Value::Condition(_) => panic!("a number is expected, this is a condition"),
        }
    }

    pub fn condition(&self) -> Condition {
        match self.value {
            Value::Condition(condition) => condition,
            Value::Number(_) => panic!("a condition is expected, this is a number"),
        }
    }
}

/// How an evaluation goes: without a fault, or ended by one of those that are asked for. These exclude each other.
#[derive(Clone, Copy)]
pub struct Course {
    pub ok: Condition,
    /// By the place of the fault in [`EXPRESSION_FAULTS`].
    pub bad: [Condition; EXPRESSION_FAULTS.len()],
}

impl Course {
    pub const SMOOTH: Course = Course { ok: Condition::TRUE, bad: [Condition::FALSE; EXPRESSION_FAULTS.len()] };

    /// What is evaluated next, if there was no fault so far.
    pub fn then(&mut self, words: &mut Vocabulary, next: Course) {
        for (bad, next) in self.bad.iter_mut().zip(next.bad) {
            let reached = words.and(self.ok, next);
            *bad = words.or(*bad, reached);
        }
        self.ok = words.and(self.ok, next.ok);
    }

    /// Ends with the fault at this place of the list if the condition holds and there was no fault so far.
    pub fn fault(&mut self, words: &mut Vocabulary, at: usize, condition: Condition, is_asked: bool) {
        let mut next = Course { ok: words.not(condition), ..Course::SMOOTH };
        if is_asked {
            next.bad[at] = condition;
        }
        self.then(words, next);
    }

    /// One of two evaluations.
    fn choose(words: &mut Vocabulary, condition: Condition, yes: Course, no: Course) -> Course {
        let mut course = Course { ok: words.choose(condition, yes.ok, no.ok), ..Course::SMOOTH };
        for at in 0..course.bad.len() {
            course.bad[at] = words.choose(condition, yes.bad[at], no.bad[at]);
        }
        course
    }
}

/// A lazy node: `condition ? yes : no`, where an operand that is not needed is not evaluated.
#[derive(Clone, Copy)]
struct Choice {
    condition: ExprId,
    yes: Branch,
    no: Branch,
}

#[derive(Clone, Copy)]
enum Branch {
    Constant(bool),
    Operand(ExprId),
}

impl Choice {
    fn of(node: &Node) -> Option<Choice> {
        let (condition, yes, no) = match *node {
            Node::And(a, b) => (a, Branch::Operand(b), Branch::Constant(false)),
            Node::Or(a, b) => (a, Branch::Constant(true), Branch::Operand(b)),
            Node::Ite(c, a, b) => (c, Branch::Operand(a), Branch::Operand(b)),
            _ => return None,
        };
        Some(Choice { condition, yes, no })
    }

    /// The operands that may be evaluated, the second before the first.
    fn needed(self, condition: Condition) -> impl Iterator<Item = ExprId> {
        let branches = match condition {
            Condition::Known(true) => [Some(self.yes), None],
            Condition::Known(false) => [Some(self.no), None],
            Condition::Open(_) => [Some(self.no), Some(self.yes)],
        };
        branches.into_iter().flatten().filter_map(|branch| match branch {
            Branch::Operand(operand) => Some(operand),
            Branch::Constant(_) => None,
        })
    }
}

impl Execution<'_, '_> {
    /// Evaluates an expression and what it needs of what is below it, without recursion.
    pub fn evaluate(&mut self, expr: ExprId) {
        let mut stack = vec![(expr, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.known.contains_key(&id) {
                continue;
            }
            if ready {
                let known = self.node(id);
                self.known.insert(id, known);
                continue;
            }
            if let Some(choice) = Choice::of(self.question.program.exprs.node(id)) {
                let Some(condition) = self.known.get(&choice.condition).map(Known::condition) else {
                    stack.extend([(id, false), (choice.condition, false)]);
                    continue;
                };
                stack.push((id, true));
                stack.extend(choice.needed(condition).map(|operand| (operand, false)));
            } else {
                stack.push((id, true));
                // The first operand on top: operands are evaluated from left to right.
                let from = stack.len();
                stack.extend(self.question.program.exprs.operands(id).map(|operand| (operand, false)));
                stack[from..].reverse();
            }
        }
    }

    /// A node whose operands are known.
    fn node(&mut self, id: ExprId) -> Known {
        let pool = &self.question.program.exprs;
        let node = pool.node(id);
        if let Some(choice) = Choice::of(node) {
            return self.choose(choice);
        }
        let mut course = Course::SMOOTH;
        for operand in pool.operands(id) {
            let next = self.known[&operand].course;
            course.then(self.words, next);
        }
        let value = match node {
            Node::Bool(value) => Value::Condition(Condition::Known(*value)),
            Node::Not(a) => {
                let a = self.condition(*a);
                Value::Condition(self.words.not(a))
            }
            Node::Compare(op, a, b) => {
                let (a, b) = (self.number(*a), self.number(*b));
                Value::Condition(self.compare(*op, &a, &b))
            }
            Node::NotEmpty(_) => Value::Condition(self.whole_contents()),
            _ => Value::Number(self.strict_number(id, &mut course)),
        };
        Known { value, course }
    }

    /// The value of a node that evaluates all its operands, which it has, and gives a number.
    fn strict_number(&mut self, id: ExprId, course: &mut Course) -> Linear {
        let pool = &self.question.program.exprs;
        let ty = pool.int_ty(id);
        match pool.node(id) {
            Node::Int(_) => Linear::constant(pool.as_const(id).expect("a constant")),
            Node::Var(var) => {
                if let Some(value) = self.elsewhere.get(var) {
                    return value.clone();
                }
                let value = self.world.resolve(&Linear::symbol(Symbol::Now(*var)));
                value.unwrap_or_else(|| self.unknown(ty, TOO_LARGE))
            }
            Node::Read(array, indices) => {
                let indices: Vec<Linear> = indices.iter().map(|index| self.number(*index)).collect();
                self.access(course, *array, &indices);
                self.read(*array, &indices)
            }
            Node::Unary(op, a) => {
                let a = self.number(*a);
                self.unary(*op, ty, &a, course)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.number(*a), self.number(*b));
                self.binary(*op, ty, &a, &b, course)
            }
            Node::Cast(a) => {
                let a = self.number(*a);
                self.cast(ty, a)
            }
            node => panic!("{node:?} is no operation that gives a number"),
        }
    }

    fn compare(&mut self, op: CmpOp, a: &Linear, b: &Linear) -> Condition {
        let row = match op {
            CmpOp::Eq | CmpOp::Ne => a.sub(b).map(Row::zero),
            CmpOp::Lt => strict(b.sub(a)),
            CmpOp::Le => b.sub(a).map(Row::at_least_zero),
        };
        let holds = match row {
            Some(row) => self.holds(row),
            None => self.anything(),
        };
        if op == CmpOp::Ne { self.words.not(holds) } else { holds }
    }

    /// The value of a choice: of the operand that is needed, or of either.
    fn choose(&mut self, choice: Choice) -> Known {
        let mut course = self.known[&choice.condition].course;
        let decides = self.condition(choice.condition);
        if let Condition::Known(decided) = decides {
            let taken = self.branch(if decided { choice.yes } else { choice.no });
            course.then(self.words, taken.course);
            return Known { value: taken.value, course };
        }
        let (yes, no) = (self.branch(choice.yes), self.branch(choice.no));
        let next = Course::choose(self.words, decides, yes.course, no.course);
        course.then(self.words, next);
        let value = match (yes.value, no.value) {
            (Value::Condition(yes), Value::Condition(no)) => Value::Condition(self.words.choose(decides, yes, no)),
            (Value::Number(yes), Value::Number(no)) => Value::Number(self.choose_number(decides, yes, no)),
            _ => panic!("the branches of a choice have one type"),
        };
        Known { value, course }
    }

    fn branch(&self, branch: Branch) -> Known {
        match branch {
            Branch::Constant(value) => {
                Known { value: Value::Condition(Condition::Known(value)), course: Course::SMOOTH }
            }
            Branch::Operand(expr) => self.known[&expr].clone(),
        }
    }

    /// `condition ? yes : no`
    pub fn choose_number(&mut self, condition: Condition, yes: Linear, no: Linear) -> Linear {
        let term = match condition {
            Condition::Known(true) => return yes,
            Condition::Known(false) => return no,
            Condition::Open(_) if yes == no => return yes,
            Condition::Open(term) => term,
        };
        let bounds = self.world.bounds_of(&yes).hull(self.world.bounds_of(&no));
        let value = Linear::symbol(self.world.fresh(bounds));
        let equal = |this: &mut Self, to: &Linear| match value.sub(to) {
            Some(difference) => this.words.row(&Row::zero(difference)),
            None => {
                this.inexact.get_or_insert(TOO_LARGE);
                this.words.terms.bool(true)
            }
        };
        let (first, second) = (equal(self, &yes), equal(self, &no));
        let definition = self.words.terms.ite(term, first, second);
        self.conditions.push(definition);
        value
    }
}
