//! The ghosts of a certificate, arranged by what changes them.
//!
//! Invariant: the ghosts are well formed (`well_formed.rs`), so every id they mention exists.

use std::collections::BTreeMap;

use heureka_ir::invariant::{CellIndex, Ghost, Invariants, Value};
use heureka_ir::{ArrayId, EdgeId, ExprId, Node, ProcId, Program, VarId};

/// A ghost that holds the contents of an array at some indices.
pub struct Cell<'q> {
    pub ghost: VarId,
    pub array: ArrayId,
    pub indices: &'q [CellIndex],
    /// The procedure whose local it is.
    pub owner: Option<ProcId>,
    /// The variables of its indices: when one changes, the cell is another.
    pub reads: Vec<VarId>,
}

impl Cell<'_> {
    /// Whether invariants of the procedure may speak of it.
    pub fn is_in_scope(&self, proc: ProcId) -> bool {
        self.owner.is_none_or(|owner| owner == proc)
    }
}

pub struct Ghosts<'q> {
    /// The variables of the program come before the ghosts.
    first: usize,
    all: &'q [Ghost],
    owners: Vec<Option<ProcId>>,
    cells: Vec<Cell<'q>>,
    by_array: BTreeMap<ArrayId, Vec<usize>>,
    lasts: BTreeMap<EdgeId, Vec<(VarId, ExprId)>>,
    /// Some invariant speaks of a cell at the entry of a procedure.
    pub has_cells_at_entry: bool,
}

impl<'q> Ghosts<'q> {
    pub fn of(program: &'q Program, invariants: &'q Invariants) -> Ghosts<'q> {
        let all = &invariants.ghosts[..];
        let first = program.vars.len();
        let mut ghosts = Ghosts {
            first,
            all,
            owners: vec![None; all.len()],
            cells: Vec::new(),
            by_array: BTreeMap::new(),
            lasts: BTreeMap::new(),
            has_cells_at_entry: false,
        };
        for (at, ghost) in all.iter().enumerate() {
            let id = Invariants::ghost_var(program, at);
            match ghost {
                Ghost::Rigid { .. } => {}
                Ghost::Cell { array, indices } => {
                    let reads = variables_of(program, indices);
                    let owners = reads.iter().map(|var| program.var(*var).owner);
                    let owner = owners.chain([program.array(*array).owner]).flatten().next();
                    ghosts.owners[at] = owner;
                    ghosts.by_array.entry(*array).or_default().push(ghosts.cells.len());
                    ghosts.cells.push(Cell { ghost: id, array: *array, indices, owner, reads });
                }
                Ghost::Last { at } => {
                    for (edge, value) in at {
                        let lasts = ghosts.lasts.entry(*edge).or_default();
                        if lasts.last().is_none_or(|(known, _)| *known != id) {
                            lasts.push((id, *value));
                        }
                    }
                }
            }
        }
        let rows = || invariants.at.iter().flat_map(|invariant| &invariant.disjuncts).flatten();
        ghosts.has_cells_at_entry = !ghosts.cells.is_empty()
            && rows().flat_map(|row| &row.terms).any(|(value, _)| match value {
                Value::AtEntry(var) => matches!(ghosts.get(*var), Some(Ghost::Cell { .. })),
                Value::Now(_) => false,
            });
        ghosts
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The ghost that a variable is, unless it is one of the program.
    pub fn get(&self, var: VarId) -> Option<&'q Ghost> {
        var.index().checked_sub(self.first).and_then(|at| self.all.get(at))
    }

    pub fn is_rigid(&self, var: VarId) -> bool {
        matches!(self.get(var), Some(Ghost::Rigid { .. }))
    }

    /// The procedure whose local a variable or ghost is.
    pub fn owner(&self, program: &Program, var: VarId) -> Option<ProcId> {
        match var.index().checked_sub(self.first) {
            None => program.var(var).owner,
            Some(at) => self.owners[at],
        }
    }

    pub fn cells(&self) -> &[Cell<'q>] {
        &self.cells
    }

    /// The arrays that have cells.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> {
        self.by_array.keys().copied()
    }

    pub fn cells_of(&self, array: ArrayId) -> impl Iterator<Item = &Cell<'q>> {
        self.by_array.get(&array).into_iter().flatten().map(|at| &self.cells[*at])
    }

    /// The ghosts that hold the value of an expression when this edge was last taken.
    pub fn lasts(&self, edge: EdgeId) -> &[(VarId, ExprId)] {
        self.lasts.get(&edge).map_or(&[], |lasts| lasts)
    }

    pub fn lasts_with_edges(&self) -> impl Iterator<Item = (EdgeId, VarId)> {
        self.lasts.iter().flat_map(|(edge, lasts)| lasts.iter().map(|last| (*edge, last.0)))
    }

    /// The rigids that are chosen where an execution fails, and what they are then equal to.
    pub fn at_error(&self) -> impl Iterator<Item = (VarId, VarId)> {
        self.all.iter().enumerate().filter_map(|(at, ghost)| match ghost {
            Ghost::Rigid { at_error: Some(equal), .. } => Some((VarId((self.first + at) as u32), *equal)),
            _ => None,
        })
    }

    /// What a variable or ghost is called where values are shown.
    pub fn name(&self, program: &Program, var: VarId) -> String {
        match self.get(var) {
            None => program.var(var).name.clone(),
            Some(Ghost::Rigid { name, .. }) => name.to_string(),
            Some(Ghost::Last { at }) => {
                let at: Vec<String> = at.iter().map(|(edge, value)| format!("{value} at {edge}")).collect();
                format!("last {}", at.join(" or "))
            }
            Some(Ghost::Cell { array, indices }) => {
                let index = |index: &CellIndex| match *index {
                    CellIndex::Const(index) => format!("[{index}]"),
                    CellIndex::Rigid { ghost, offset: 0 } => format!("[{}]", self.name(program, ghost)),
                    CellIndex::Rigid { ghost, offset } => format!("[{} {offset:+}]", self.name(program, ghost)),
                    CellIndex::Mirrored { ghost, sum, offset } => {
                        let sum = sum.map_or(String::new(), |sum| self.name(program, sum) + " + ");
                        format!("[{sum}{offset} - {}]", self.name(program, ghost))
                    }
                    CellIndex::Now(expr) => match program.exprs.node(expr) {
                        Node::Var(var) => format!("[{}]", program.var(*var).name),
                        _ => format!("[{expr}]"),
                    },
                };
                program.array(*array).name.clone() + &indices.iter().map(index).collect::<String>()
            }
        }
    }
}

/// The variables that an index depends on, each once.
fn variables_of(program: &Program, indices: &[CellIndex]) -> Vec<VarId> {
    let exprs = indices.iter().filter_map(|index| match index {
        CellIndex::Now(expr) => Some(*expr),
        CellIndex::Const(_) | CellIndex::Rigid { .. } | CellIndex::Mirrored { .. } => None,
    });
    let mut vars = Vec::new();
    program.exprs.visit(exprs, |_, node| {
        if let Node::Var(var) = node {
            vars.push(*var);
        }
    });
    vars.sort_unstable();
    vars.dedup();
    vars
}
