//! The way back from the result of a pass to the program it was made from.
//!
//! "New" is the result, "old" the program before. A trace is carried back by its choices ([`Back::choices`]): the values
//! of havoc edges determine an execution, so replaying them in the old program gives the old path. An invariant is
//! carried back location by location: what holds at the [`image`](Back::image) of an old location holds there, with the
//! variables renamed ([`Back::expr`]) and those projected away whose value is not kept ([`Back::keeps_value`]), together with
//! the [`facts`](Back::facts) that the pass used.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use crate::expr::{ExprPool, Node, PoolHasher};
use crate::ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
use crate::interval::Interval;
use crate::program::Program;

/// Something that holds in every execution of the old program and that the pass relied on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The value of a variable, wherever its procedure is active.
    Everywhere(VarId, Interval),
    /// The value of a variable at a location.
    At(LocId, VarId, Interval),
    /// Every cell of an array, always.
    Cells(ArrayId, Interval),
}

pub(crate) type Set<T> = HashSet<T, BuildHasherDefault<PoolHasher>>;

/// The old variables whose values a pass keeps.
#[derive(Clone, Debug)]
pub(crate) enum Tracked {
    /// At these locations.
    Uses(Set<(VarId, LocId)>),
    /// Everywhere, if set.
    Vars(Vec<bool>),
}

impl Default for Tracked {
    fn default() -> Tracked {
        Tracked::Uses(Set::default())
    }
}

impl Tracked {
    fn contains(&self, var: VarId, loc: LocId) -> bool {
        match self {
            Tracked::Uses(uses) => uses.contains(&(var, loc)),
            Tracked::Vars(vars) => vars[var.index()],
        }
    }
}

/// A pass that does not keep all values, as seen from the first program and from the last.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// From locations of the first program to those of the pass's input.
    locs: Arc<Vec<Option<LocId>>>,
    /// From variables of the last program to those of the pass's input.
    vars: Vec<VarId>,
    tracked: Arc<Tracked>,
}

/// Maps from the new program to the old one, and a few the other way.
#[derive(Clone, Debug)]
pub struct Back {
    pub(crate) vars: Vec<VarId>,
    pub(crate) arrays: Vec<ArrayId>,
    pub(crate) procs: Vec<ProcId>,
    pub(crate) locs: Vec<LocId>,
    pub(crate) edges: Vec<Option<EdgeId>>,
    /// By old location.
    pub(crate) images: Vec<Option<LocId>>,
    /// By old location: it was left out although executions may come there.
    pub(crate) unseen: Vec<bool>,
    /// By old edge: the new edge that makes its choice.
    pub(crate) choices: Vec<Option<EdgeId>>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) untracked: Vec<Layer>,
}

impl Back {
    /// The way back from a program to itself.
    pub fn identity(program: &Program) -> Back {
        let choice = |id: EdgeId| program.edge(id).op.is_havoc().then_some(id);
        Back {
            vars: program.var_ids().collect(),
            arrays: program.array_ids().collect(),
            procs: program.proc_ids().collect(),
            locs: program.loc_ids().collect(),
            edges: program.edge_ids().map(Some).collect(),
            images: program.loc_ids().map(Some).collect(),
            unseen: vec![false; program.locs.len()],
            choices: program.edge_ids().map(choice).collect(),
            facts: Vec::new(),
            untracked: Vec::new(),
        }
    }

    /// The pass keeps only these values.
    pub(crate) fn track(&mut self, tracked: Tracked) {
        self.unseen = self.images.iter().map(Option::is_none).collect();
        let locs = (0..self.images.len() as u32).map(|loc| Some(LocId(loc))).collect();
        self.untracked.push(Layer { locs: Arc::new(locs), vars: self.vars.clone(), tracked: Arc::new(tracked) });
    }

    /// True when a new variable has, at the image of an old location, the value that its old variable has there. What an
    /// invariant says about other variables does not carry over: they are to be projected away.
    pub fn keeps_value(&self, old: LocId, new: VarId) -> bool {
        self.untracked.iter().all(|layer| {
            let var = layer.vars[new.index()];
            layer.locs[old.index()].is_some_and(|loc| layer.tracked.contains(var, loc))
        })
    }

    pub fn var(&self, new: VarId) -> VarId {
        self.vars[new.index()]
    }

    pub fn array(&self, new: ArrayId) -> ArrayId {
        self.arrays[new.index()]
    }

    pub fn proc(&self, new: ProcId) -> ProcId {
        self.procs[new.index()]
    }

    /// The old location at which an execution at the new one stands.
    pub fn loc(&self, new: LocId) -> LocId {
        self.locs[new.index()]
    }

    /// The old edge that a new one stands for; `None` for a step that the pass added.
    pub fn edge(&self, new: EdgeId) -> Option<EdgeId> {
        self.edges[new.index()]
    }

    /// The new location whose invariant holds at an old one; `None` when the pass found that no execution reaches the old
    /// one ([`is_unreachable`](Back::is_unreachable)), or when it left out the whole procedure, which changes nothing
    /// that the new program knows of.
    pub fn image(&self, old: LocId) -> Option<LocId> {
        self.images[old.index()]
    }

    /// True when the pass found that no execution comes to the old location.
    pub fn is_unreachable(&self, old: LocId) -> bool {
        self.images[old.index()].is_none() && !self.unseen[old.index()]
    }

    /// What the pass relied on, over the old program.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The new edge whose choice an old havoc edge takes; `None` when any value will do, for which 0 is a good one.
    pub fn choice(&self, old: EdgeId) -> Option<EdgeId> {
        self.choices[old.index()]
    }

    /// The choices of a new execution, in its order, made ready for a replay of the old program.
    pub fn choices<T>(&self, taken: impl IntoIterator<Item = (EdgeId, T)>) -> Choices<'_, T> {
        let mut waiting: HashMap<EdgeId, VecDeque<T>> = HashMap::new();
        for (edge, value) in taken {
            waiting.entry(edge).or_default().push_back(value);
        }
        Choices { back: self, waiting }
    }

    /// The old expression for a new one, made in the old program's pool.
    pub fn expr(&self, new: &ExprPool, expr: ExprId, old: &mut ExprPool) -> ExprId {
        Renaming::new(|var| self.var(var), |array| self.array(array)).expr(new, expr, old)
    }

    /// The way back through two passes, of which `self` was the first.
    pub fn then(&self, next: &Back) -> Back {
        let mut facts = self.facts.clone();
        facts.extend(next.facts.iter().map(|fact| match *fact {
            Fact::Everywhere(var, interval) => Fact::Everywhere(self.var(var), interval),
            Fact::At(loc, var, interval) => Fact::At(self.loc(loc), self.var(var), interval),
            Fact::Cells(array, interval) => Fact::Cells(self.array(array), interval),
        }));
        let unseen =
            |(image, &unseen): (&Option<LocId>, &bool)| unseen || image.is_some_and(|image| next.unseen[image.index()]);
        let through = |layer: &Layer| Layer {
            vars: next.vars.iter().map(|var| layer.vars[var.index()]).collect(),
            ..layer.clone()
        };
        let mut untracked: Vec<Layer> = self.untracked.iter().map(through).collect();
        untracked.extend(next.untracked.iter().map(|layer| {
            let locs = self.images.iter().map(|image| image.and_then(|image| layer.locs[image.index()])).collect();
            Layer { locs: Arc::new(locs), ..layer.clone() }
        }));
        Back {
            vars: next.vars.iter().map(|&var| self.var(var)).collect(),
            arrays: next.arrays.iter().map(|&array| self.array(array)).collect(),
            procs: next.procs.iter().map(|&proc| self.proc(proc)).collect(),
            locs: next.locs.iter().map(|&loc| self.loc(loc)).collect(),
            edges: next.edges.iter().map(|edge| edge.and_then(|edge| self.edge(edge))).collect(),
            images: self.images.iter().map(|image| image.and_then(|image| next.image(image))).collect(),
            unseen: self.images.iter().zip(&self.unseen).map(unseen).collect(),
            choices: self.choices.iter().map(|choice| choice.and_then(|choice| next.choice(choice))).collect(),
            facts,
            untracked,
        }
    }
}

/// The values that a replay of the old program takes at its havoc edges.
pub struct Choices<'a, T> {
    back: &'a Back,
    waiting: HashMap<EdgeId, VecDeque<T>>,
}

impl<T> Choices<'_, T> {
    /// The next value for an old havoc edge; `None` when any value will do.
    pub fn next(&mut self, old: EdgeId) -> Option<T> {
        self.waiting.get_mut(&self.back.choice(old)?)?.pop_front()
    }
}

/// Copies expressions from one pool to another under other names, each node once.
pub(crate) struct Renaming<V, A> {
    var: V,
    array: A,
    known: HashMap<ExprId, ExprId>,
}

impl<V: Fn(VarId) -> VarId, A: Fn(ArrayId) -> ArrayId> Renaming<V, A> {
    pub(crate) fn new(var: V, array: A) -> Renaming<V, A> {
        Renaming { var, array, known: HashMap::new() }
    }

    pub(crate) fn expr(&mut self, from: &ExprPool, expr: ExprId, to: &mut ExprPool) -> ExprId {
        let mut stack = vec![(expr, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.known.contains_key(&id) {
                continue;
            }
            if ready {
                let copy = self.node(from, id, to);
                self.known.insert(id, copy);
            } else {
                stack.push((id, true));
                stack.extend(from.operands(id).map(|operand| (operand, false)));
            }
        }
        self.known[&expr]
    }

    fn node(&self, from: &ExprPool, id: ExprId, to: &mut ExprPool) -> ExprId {
        let at = |operand: &ExprId| self.known[operand];
        match from.node(id) {
            Node::Bool(value) => to.bool(*value),
            Node::Int(_) => to.int(from.int_ty(id), from.as_const(id).expect("a constant has a value")),
            Node::Var(var) => to.var((self.var)(*var), from.int_ty(id)),
            Node::Read(array, indices) => {
                to.read((self.array)(*array), from.int_ty(id), indices.iter().map(at).collect())
            }
            Node::Unary(op, a) => to.unary(*op, at(a)),
            Node::Binary(op, a, b) => to.binary(*op, at(a), at(b)),
            Node::Compare(op, a, b) => to.compare(*op, at(a), at(b)),
            Node::Cast(a) => to.cast(from.int_ty(id), at(a)),
            Node::Ite(a, b, c) => to.ite(at(a), at(b), at(c)),
            Node::Not(a) => to.not(at(a)),
            Node::And(a, b) => to.and(at(a), at(b)),
            Node::Or(a, b) => to.or(at(a), at(b)),
            Node::NotEmpty(set) => to.not_empty((self.array)(*set)),
        }
    }
}
