//! The program graph.
//!
//! A program is a set of procedures; a procedure is a graph whose nodes are locations and whose edges carry one step
//! each. Variables are integers. Memory is arrays: each object of the C program (a global, a local whose address is
//! taken, a heap block) is its own array, one per scalar field. There are no pointers left: a C pointer is the number
//! of its [`Object`] and an offset (and, where an object has many instances, the number of the instance), and an access
//! through it chooses among the objects that the points-to analysis allows.
//!
//! Execution starts at the entry of [`Program::entry`] with globals at their initial values. At a location the edges
//! are tried in order, and the first one whose guard holds is taken; when none can be taken the execution is blocked,
//! which is no error (`__VERIFIER_assume`). Guards at one location exclude each other, so the order does not matter to
//! an analysis. All nondeterminism comes from `Havoc` edges and from arrays with undefined contents: the values chosen
//! there determine the whole execution.
//!
//! A fault in an expression (overflow, division by zero, index out of bounds) ends the execution. It is an error if
//! [`Fault::property`] was asked for, and undefined behaviour otherwise.

use crate::expr::ExprPool;
use crate::fault::Fault;
use crate::ids::{ArrayId, EdgeId, ExprId, LocId, ProcId, VarId};
use crate::span::{Files, Span};
use crate::ty::IntTy;

/// A scalar variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// The name in the source; parts of a pointer `p` are `p.obj`, `p.off`, `p.inst`, fields of a struct `s` are `s.x`.
    pub name: String,
    pub ty: IntTy,
    /// The procedure whose local it is; `None` for a global.
    pub owner: Option<ProcId>,
    pub role: Role,
    /// The initial value of a global. A local has no value before it is assigned or havocked.
    pub init: i128,
    pub span: Span,
}

/// What a variable stands for, for those who show values to people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// A variable of the source, or a field of one.
    Source,
    /// Made by the front end to hold an intermediate value.
    Temp,
    /// The object part of a pointer: 0 is null, n is object n, [`WILD`] points nowhere.
    PointerObject,
    /// The offset of a pointer, in elements of what it points to.
    PointerOffset,
    /// The instance of the object that a pointer points to.
    PointerInstance,
    /// The length of an array, the state of a heap block and other bookkeeping.
    Hidden,
}

/// The object part of a pointer that was never set or was made from an integer.
pub const WILD: i128 = -1;

/// An array of one or more dimensions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    pub name: String,
    pub elem: IntTy,
    pub dims: Box<[Dim]>,
    /// The procedure whose local it is (each call has its own); `None` for a global.
    pub owner: Option<ProcId>,
    /// The contents when the program starts, or when the procedure is entered.
    pub init: Contents,
    pub span: Span,
}

impl Array {
    /// The indices of the cell at this place in row-major order, the order of initial values.
    pub fn place(&self, mut at: u64) -> Vec<u64> {
        let mut indices = vec![0; self.dims.len()];
        for (index, dim) in indices.iter_mut().zip(&self.dims).rev() {
            let extent = match dim {
                Dim::Const(extent) => (*extent).max(1),
                Dim::Var(_) | Dim::PerInstance(_) | Dim::Unbounded | Dim::Element => u64::MAX,
            };
            *index = at % extent;
            at /= extent;
        }
        indices
    }
}

/// The extent of a dimension: an index i is in bounds when 0 <= i < extent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dim {
    Const(u64),
    /// The value of a variable when the access happens (a variable-length array or a heap block).
    Var(VarId),
    /// The extent depends on the first index (the instance of the object) and is looked up in an array over instances.
    PerInstance(ArrayId),
    /// No upper bound: the dimension that numbers the instances of an object.
    Unbounded,
    /// No bound at all: the only dimension of a set (see [`Array::is_set`]), whose indices are elements.
    Element,
}

impl Array {
    /// The type of the cells of a set.
    pub const MEMBERSHIP: IntTy = IntTy::unsigned(8);

    /// True for a finite set of numbers: a cell for every number, 1 for elements and 0 for all others. Sets start empty,
    /// and steps change one cell ([`Op::Store`]), make them empty ([`Op::Fill`]) or copy them ([`Op::Copy`]), so they
    /// stay finite. Indices are of type [`IntTy::OFFSET`]; each has a cell, so no access faults.
    pub fn is_set(&self) -> bool {
        *self.dims == [Dim::Element]
    }
}

/// Initial contents of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contents {
    /// Every cell has an arbitrary value.
    Undefined,
    Zero,
    /// In row-major order; what is not listed is zero.
    Values(Box<[i128]>),
}

/// What a pointer can point to. Object n of the program is `objects[n - 1]`; functions are objects too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub name: String,
    pub span: Span,
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Skip,
    /// The guard of the edge.
    Assume(ExprId),
    /// Parallel: all values are computed before any variable changes; no variable occurs twice on the left.
    Assign(Box<[(VarId, ExprId)]>),
    /// `array[indices] = value`, one index per dimension.
    Store {
        array: ArrayId,
        indices: Box<[ExprId]>,
        value: ExprId,
    },
    /// All cells whose index starts with `prefix` get `value` (a constant array when the prefix is empty).
    Fill {
        array: ArrayId,
        prefix: Box<[ExprId]>,
        value: ExprId,
    },
    /// One set becomes equal to another: all cells at once.
    Copy {
        to: ArrayId,
        from: ArrayId,
    },
    /// Any value of its type.
    Havoc {
        var: VarId,
        source: Source,
    },
    /// Any values in all cells whose index starts with `prefix`.
    HavocArray {
        array: ArrayId,
        prefix: Box<[ExprId]>,
        source: Source,
    },
    /// One argument per parameter. `results` is empty when the results are ignored, else one variable per result.
    Call {
        proc: ProcId,
        args: Box<[ExprId]>,
        results: Box<[VarId]>,
    },
    /// Sets the results of the procedure; leads to its exit.
    Return(Box<[ExprId]>),
}

/// Where an arbitrary value comes from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A call of an input function such as `__VERIFIER_nondet_int`, by its name.
    Input(Box<str>),
    /// A variable that was not initialised.
    Uninitialised,
    /// The result of a function without a body, by its name.
    External(Box<str>),
    /// A construct that is not modelled stands here. It over-approximates: fine for SAFE, but an execution in which
    /// the value matters proves nothing.
    Unmodelled(Box<str>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: LocId,
    pub to: LocId,
    pub op: Op,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub proc: ProcId,
    pub kind: LocKind,
    pub span: Span,
}

/// Only `Normal` locations have outgoing edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LocKind {
    Normal,
    /// The execution ends here (`exit`, `abort`), whatever the call depth.
    Halt,
    /// Reaching this is the fault; `note` says more, for example the text of the assertion.
    Error {
        fault: Fault,
        note: Box<str>,
    },
    /// Something that is not modelled happens here, and nothing is known of what follows.
    Unsupported {
        what: Box<str>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    pub name: String,
    pub params: Box<[VarId]>,
    /// The variables that hold the results at the exit.
    pub results: Box<[VarId]>,
    pub entry: LocId,
    /// Has no outgoing edges; an execution that arrives goes back to the caller.
    pub exit: LocId,
    pub span: Span,
}

/// A whole program. Built by [`ProgramBuilder`]; passes turn one program into another.
#[derive(Clone, Debug)]
pub struct Program {
    pub files: Files,
    pub exprs: ExprPool,
    pub vars: Vec<Var>,
    pub arrays: Vec<Array>,
    pub procs: Vec<Procedure>,
    pub locs: Vec<Location>,
    pub objects: Vec<Object>,
    pub entry: ProcId,
    /// Sorted by source location.
    edges: Vec<Edge>,
    /// The edges out of location l are `edges[first_edge[l] .. first_edge[l + 1]]`.
    first_edge: Vec<u32>,
}

impl Program {
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    pub fn array(&self, id: ArrayId) -> &Array {
        &self.arrays[id.index()]
    }

    pub fn proc(&self, id: ProcId) -> &Procedure {
        &self.procs[id.index()]
    }

    pub fn loc(&self, id: LocId) -> &Location {
        &self.locs[id.index()]
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    pub fn edge_ids(&self) -> impl DoubleEndedIterator<Item = EdgeId> + use<> {
        (0..self.edges.len() as u32).map(EdgeId)
    }

    pub fn loc_ids(&self) -> impl DoubleEndedIterator<Item = LocId> + use<> {
        (0..self.locs.len() as u32).map(LocId)
    }

    pub fn proc_ids(&self) -> impl DoubleEndedIterator<Item = ProcId> + use<> {
        (0..self.procs.len() as u32).map(ProcId)
    }

    pub fn var_ids(&self) -> impl DoubleEndedIterator<Item = VarId> + use<> {
        (0..self.vars.len() as u32).map(VarId)
    }

    pub fn array_ids(&self) -> impl DoubleEndedIterator<Item = ArrayId> + use<> {
        (0..self.arrays.len() as u32).map(ArrayId)
    }

    /// The edges out of a location, in the order in which they are tried.
    pub fn out_edges(&self, loc: LocId) -> impl DoubleEndedIterator<Item = EdgeId> + ExactSizeIterator + use<> {
        (self.first_edge[loc.index()]..self.first_edge[loc.index() + 1]).map(EdgeId)
    }

    /// For each location the edges that lead to it.
    pub fn in_edges(&self) -> Vec<Vec<EdgeId>> {
        let mut into = vec![Vec::new(); self.locs.len()];
        for id in self.edge_ids() {
            into[self.edge(id).to.index()].push(id);
        }
        into
    }

    /// A builder that holds everything of this program but its edges: how a pass rewrites a program.
    pub fn into_builder(self) -> (ProgramBuilder, Vec<Edge>) {
        let builder = ProgramBuilder {
            files: self.files,
            exprs: self.exprs,
            vars: self.vars,
            arrays: self.arrays,
            procs: self.procs,
            locs: self.locs,
            objects: self.objects,
            edges: Vec::new(),
        };
        (builder, self.edges)
    }
}

/// A program under construction: everything may be added in any order.
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    pub files: Files,
    pub exprs: ExprPool,
    pub vars: Vec<Var>,
    pub arrays: Vec<Array>,
    pub procs: Vec<Procedure>,
    pub locs: Vec<Location>,
    pub objects: Vec<Object>,
    pub edges: Vec<Edge>,
}

impl ProgramBuilder {
    pub fn add_var(&mut self, var: Var) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() as u32 - 1)
    }

    pub fn add_array(&mut self, array: Array) -> ArrayId {
        self.arrays.push(array);
        ArrayId(self.arrays.len() as u32 - 1)
    }

    /// A new procedure with an entry and an exit and nothing between.
    pub fn add_proc(&mut self, name: &str, span: Span) -> ProcId {
        let proc = ProcId(self.procs.len() as u32);
        let entry = self.add_loc(proc, LocKind::Normal, span);
        let exit = self.add_loc(proc, LocKind::Normal, span);
        let (params, results) = (Box::default(), Box::default());
        self.procs.push(Procedure { name: name.to_owned(), params, results, entry, exit, span });
        proc
    }

    pub fn add_loc(&mut self, proc: ProcId, kind: LocKind, span: Span) -> LocId {
        self.locs.push(Location { proc, kind, span });
        LocId(self.locs.len() as u32 - 1)
    }

    pub fn add_edge(&mut self, from: LocId, to: LocId, op: Op, span: Span) {
        self.edges.push(Edge { from, to, op, span });
    }

    pub fn add_object(&mut self, name: &str, span: Span) -> i128 {
        self.objects.push(Object { name: name.to_owned(), span });
        self.objects.len() as i128
    }

    /// The expression that reads a variable.
    pub fn var_expr(&mut self, var: VarId) -> ExprId {
        self.exprs.var(var, self.vars[var.index()].ty)
    }

    /// Sorts the edges (edges out of one location keep their order) and closes the program.
    pub fn finish(mut self, entry: ProcId) -> Program {
        self.edges.sort_by_key(|edge| edge.from);
        let mut first_edge = vec![0u32; self.locs.len() + 1];
        for edge in &self.edges {
            first_edge[edge.from.index() + 1] += 1;
        }
        for at in 1..first_edge.len() {
            first_edge[at] += first_edge[at - 1];
        }
        Program {
            files: self.files,
            exprs: self.exprs,
            vars: self.vars,
            arrays: self.arrays,
            procs: self.procs,
            locs: self.locs,
            objects: self.objects,
            entry,
            edges: self.edges,
            first_edge,
        }
    }
}
