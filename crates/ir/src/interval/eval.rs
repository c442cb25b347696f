//! Expressions evaluated over intervals.

use super::{Interval, arith};
use crate::expr::{ExprPool, Node};
use crate::fault::Fault;
use crate::faults::EXPRESSION_FAULTS;
use crate::ids::{ArrayId, ExprId, VarId};
use crate::program::{Array, Dim, Op};

/// A set of the faults that expressions can end with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FaultSet(u8);

impl FaultSet {
    pub const NONE: FaultSet = FaultSet(0);

    pub fn of(fault: Fault) -> FaultSet {
        FaultSet::NONE.with(fault)
    }

    pub fn with(self, fault: Fault) -> FaultSet {
        let at = EXPRESSION_FAULTS.iter().position(|&listed| listed == fault);
        FaultSet(self.0 | 1 << at.expect("a fault of expressions"))
    }

    pub fn union(self, other: FaultSet) -> FaultSet {
        FaultSet(self.0 | other.0)
    }

    pub fn contains(self, fault: Fault) -> bool {
        EXPRESSION_FAULTS.iter().position(|&listed| listed == fault).is_some_and(|at| self.0 >> at & 1 == 1)
    }

    pub fn is_empty(self) -> bool {
        self == FaultSet::NONE
    }

    /// True when an execution may end here. (A left shift that does not fit ends none.)
    pub fn can_end(self) -> bool {
        self.iter().any(|fault| fault != Fault::ShiftOverflow)
    }

    pub fn iter(self) -> impl Iterator<Item = Fault> {
        EXPRESSION_FAULTS.into_iter().filter(move |&fault| self.contains(fault))
    }
}

/// What is known of the value of an expression: `None` when every evaluation faults. Conditions are 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abstract {
    pub value: Option<Interval>,
    pub faults: FaultSet,
}

/// What is known of variables and arrays.
pub trait Values {
    fn var(&self, var: VarId) -> Interval;
    /// All cells of an array.
    fn cells(&self, array: ArrayId) -> Interval;
    fn array(&self, array: ArrayId) -> &Array;
}

/// Evaluates expressions; keeps its memory between calls so that small ones cost no allocation.
#[derive(Default)]
pub struct Evaluator {
    /// By expression: the call in which it was evaluated, and the result.
    known: Vec<(u32, Abstract)>,
    call: u32,
    stack: Vec<(ExprId, bool)>,
}

const NOTHING: Abstract = Abstract { value: None, faults: FaultSet::NONE };

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    pub fn eval(&mut self, pool: &ExprPool, values: &impl Values, expr: ExprId) -> Abstract {
        self.begin(pool);
        self.visit(pool, values, expr)
    }

    /// Forgets the results of earlier calls: the values have changed.
    pub(crate) fn begin(&mut self, pool: &ExprPool) {
        self.stack.clear();
        self.known.resize(self.known.len().max(pool.len()), (0, NOTHING));
        self.call = self.call.checked_add(1).unwrap_or_else(|| {
            self.known.fill((0, NOTHING));
            1
        });
    }

    /// Evaluates with the values of the last call, which have not changed since; the pool may have grown.
    pub(crate) fn eval_more(&mut self, pool: &ExprPool, values: &impl Values, expr: ExprId) -> Abstract {
        self.known.resize(self.known.len().max(pool.len()), (0, NOTHING));
        self.visit(pool, values, expr)
    }

    /// Evaluates with what is known since the last `begin`.
    pub(super) fn visit(&mut self, pool: &ExprPool, values: &impl Values, expr: ExprId) -> Abstract {
        self.stack.push((expr, false));
        while let Some((id, ready)) = self.stack.pop() {
            if self.known[id.index()].0 == self.call {
                continue;
            }
            if ready {
                let result = self.node(pool, values, id);
                self.known[id.index()] = (self.call, result);
            } else {
                self.stack.push((id, true));
                self.stack.extend(pool.operands(id).map(|operand| (operand, false)));
            }
        }
        self.known[expr.index()].1
    }

    /// The faults that a step can end with.
    pub fn step(&mut self, pool: &ExprPool, values: &impl Values, op: &Op) -> FaultSet {
        self.begin(pool);
        let faults = op.exprs().fold(FaultSet::NONE, |all, expr| all.union(self.visit(pool, values, expr).faults));
        match op.access() {
            Some((array, indices)) => faults.union(self.check(values, array, indices).1),
            None => faults,
        }
    }

    /// `None` when the array access that the step itself makes surely faults, or its indices do.
    pub fn access(&mut self, pool: &ExprPool, values: &impl Values, op: &Op) -> Option<()> {
        let (array, indices) = op.access()?;
        self.begin(pool);
        for &index in indices {
            self.visit(pool, values, index);
        }
        self.check(values, array, indices).0.then_some(())
    }

    fn at(&self, id: ExprId) -> Abstract {
        self.known[id.index()].1
    }

    fn node(&self, pool: &ExprPool, values: &impl Values, id: ExprId) -> Abstract {
        let sure = |value| Abstract { value: Some(value), faults: FaultSet::NONE };
        match *pool.node(id) {
            Node::Bool(value) => sure(Interval::bool(value)),
            Node::Int(_) => sure(Interval::point(pool.as_const(id).expect("a constant has a value"))),
            Node::Var(var) => sure(values.var(var)),
            Node::Read(array, ref indices) => {
                let (possible, faults) = self.check(values, array, indices);
                Abstract { value: possible.then(|| values.cells(array)), faults }
            }
            Node::Unary(op, a) => self.map(a, |a| arith::unary(op, pool.int_ty(id), a)),
            Node::Cast(a) => self.map(a, |a| (Some(arith::cast(pool.int_ty(id), a)), FaultSet::NONE)),
            Node::Not(a) => self.map(a, |a| (Some(Interval::new(1 - a.max, 1 - a.min)), FaultSet::NONE)),
            Node::Binary(op, a, b) => self.map_two(a, b, |a, b| arith::binary(op, pool.int_ty(id), a, b)),
            Node::Compare(op, a, b) => self.map_two(a, b, |a, b| (Some(arith::compare(op, a, b)), FaultSet::NONE)),
            Node::And(a, b) => self.choice(a, Some(b), None, Interval::FALSE),
            Node::Or(a, b) => self.choice(a, None, Some(b), Interval::TRUE),
            Node::Ite(c, then, otherwise) => self.choice(c, Some(then), Some(otherwise), Interval::EITHER),
            Node::NotEmpty(set) if values.cells(set) == Interval::point(0) => sure(Interval::FALSE),
            Node::NotEmpty(_) => sure(Interval::EITHER),
        }
    }

    fn map(&self, a: ExprId, op: impl Fn(Interval) -> (Option<Interval>, FaultSet)) -> Abstract {
        let a = self.at(a);
        let Some(value) = a.value else { return a };
        let (value, faults) = op(value);
        Abstract { value, faults: faults.union(a.faults) }
    }

    fn map_two(
        &self,
        a: ExprId,
        b: ExprId,
        op: impl Fn(Interval, Interval) -> (Option<Interval>, FaultSet),
    ) -> Abstract {
        let (a, b) = (self.at(a), self.at(b));
        let Some(left) = a.value else { return a };
        let faults = a.faults.union(b.faults);
        let Some(right) = b.value else { return Abstract { value: None, faults } };
        let (value, own) = op(left, right);
        Abstract { value, faults: faults.union(own) }
    }

    /// A lazy choice; a branch that is not there gives `missing`.
    fn choice(&self, c: ExprId, then: Option<ExprId>, otherwise: Option<ExprId>, missing: Interval) -> Abstract {
        let condition = self.at(c);
        let Some(known) = condition.value else { return condition };
        let mut result = Abstract { value: None, faults: condition.faults };
        for (possible, branch) in [(known.contains(1), then), (known.contains(0), otherwise)] {
            if !possible {
                continue;
            }
            let branch = branch.map_or(Abstract { value: Some(missing), faults: FaultSet::NONE }, |id| self.at(id));
            result.faults = result.faults.union(branch.faults);
            result.value = match (result.value, branch.value) {
                (Some(one), Some(other)) => Some(one.join(other)),
                (one, other) => one.or(other),
            };
        }
        result
    }

    /// Whether an access can succeed, and how it and its indices can fault.
    fn check(&self, values: &impl Values, array: ArrayId, indices: &[ExprId]) -> (bool, FaultSet) {
        let mut faults = FaultSet::NONE;
        for &index in indices {
            let index = self.at(index);
            faults = faults.union(index.faults);
            if index.value.is_none() {
                return (false, faults);
            }
        }
        let mut possible = true;
        for (dim, &index) in values.array(array).dims.iter().zip(indices) {
            let extent = match *dim {
                Dim::Const(extent) => Interval::point(i128::from(extent)),
                Dim::Var(var) => values.var(var),
                Dim::PerInstance(lengths) => values.cells(lengths),
                Dim::Unbounded => Interval::point(i128::MAX),
                Dim::Element => continue,
            };
            let Some(index) = self.at(index).value else { continue };
            if index.min < 0 || index.max >= extent.min {
                faults = faults.with(Fault::OutOfBounds);
            }
            possible &= index.max >= 0 && index.min < extent.max;
        }
        (possible, faults)
    }
}
