//! Which cells of which arrays an abstraction keeps: the indices k₁…kₙ of paper 000 §2, constants or not.
//!
//! Beyond the paper an index may be a *rigid* unknown κ, arbitrary but fixed for the whole execution, or the value that an
//! expression has now. A rigid has *witnesses*: steps, each with an index that it uses. Whatever that index was when one of
//! them was last taken before an error, κ may be taken to be just that from the start, since κ is arbitrary: so it is enough
//! to look at errors where the two are equal.

use std::fmt;

use heureka_ir::invariant::{CellIndex, Ghost, Invariants};
use heureka_ir::{ArrayId, EdgeId, ExprId, IntTy, LocId, Node, ProcId, Program, VarId};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RigidId(pub u32);

/// A rigid unknown index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rigid {
    pub witnesses: Vec<Witness>,
    pub ty: IntTy,
}

/// A step, and an index that it uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Witness {
    pub edge: EdgeId,
    /// Where the step starts.
    pub from: LocId,
    pub index: ExprId,
}

impl Rigid {
    pub fn new(witness: Witness, ty: IntTy) -> Rigid {
        Rigid { witnesses: vec![witness], ty }
    }

    /// Another step at which the index may be looked at.
    pub fn witness(&mut self, witness: Witness, ty: IntTy) {
        if !self.witnesses.contains(&witness) {
            self.witnesses.push(witness);
        }
        if ty != self.ty {
            self.ty = IntTy::OFFSET;
        }
    }

    /// The index that a step uses.
    pub fn index_at(&self, edge: EdgeId) -> Option<ExprId> {
        self.witnesses.iter().find(|witness| witness.edge == edge).map(|witness| witness.index)
    }
}

/// Where a cell is, in one dimension.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Index {
    Const(i128),
    Rigid {
        rigid: RigidId,
        offset: i128,
    },
    /// `sum + offset − rigid`: where the program runs from the other end. One type of 64 bits has the values of both.
    Mirrored {
        rigid: RigidId,
        sum: Option<RigidId>,
        offset: i128,
    },
    /// The value of an expression now; it reads no array.
    Now(ExprId),
}

/// One cell of an array. If one index is the value of an expression, no other is rigid.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub array: ArrayId,
    /// One for each dimension.
    pub indices: Box<[Index]>,
}

impl Cell {
    /// Whether its place depends on variables.
    pub fn moves(&self) -> bool {
        self.indices.iter().any(|index| matches!(index, Index::Now(_)))
    }

    /// The variables that its place depends on.
    pub fn place_vars(&self, program: &Program) -> Vec<VarId> {
        let now = self.indices.iter().filter_map(|index| match index {
            Index::Now(expr) => Some(*expr),
            _ => None,
        });
        let mut vars = Vec::new();
        program.exprs.visit(now, |_, node| {
            if let Node::Var(var) = node {
                vars.push(*var);
            }
        });
        vars
    }

    /// The procedure that it belongs to: that of its array, or of a variable in its index.
    pub fn owner(&self, program: &Program) -> Option<ProcId> {
        let vars = self.place_vars(program).into_iter();
        program.array(self.array).owner.or_else(|| vars.filter_map(|var| program.var(var).owner).next())
    }
}

/// What is kept of the arrays. A cell has the id `VarId(first ghost + rigids + its position)` in the abstract program, see
/// [`Cells::cell_var`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cells {
    pub rigids: Vec<Rigid>,
    pub cells: Vec<Cell>,
    /// Cells at the value of an expression are looked up where that starts anew (`j = 0`). So what a loop hands on from round
    /// to round is known at its head from the start.
    pub from_start: bool,
}

impl Cells {
    /// Adds a cell unless it is there; says whether it is new.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let is_new = !self.cells.contains(&cell);
        if is_new {
            self.cells.push(cell);
        }
        is_new
    }

    /// The rigid with this witness, made if need be.
    pub fn rigid(&mut self, rigid: Rigid) -> RigidId {
        let at = self.rigids.iter().position(|known| *known == rigid).unwrap_or_else(|| {
            self.rigids.push(rigid);
            self.rigids.len() - 1
        });
        RigidId(at as u32)
    }

    /// Only some of the cells, by their positions, and the rigids that they need.
    pub fn retained(&self, mut keep: impl FnMut(usize) -> bool) -> Cells {
        let kept: Vec<&Cell> =
            self.cells.iter().enumerate().filter(|(at, _)| keep(*at)).map(|(_, cell)| cell).collect();
        let mut cells = Cells { from_start: self.from_start, ..Cells::default() };
        for cell in kept {
            let mut renamed = |rigid: RigidId| cells.rigid(self.rigids[rigid.0 as usize].clone());
            let index = |index: &Index| match *index {
                Index::Rigid { rigid, offset } => Index::Rigid { rigid: renamed(rigid), offset },
                Index::Mirrored { rigid, sum, offset } => {
                    Index::Mirrored { rigid: renamed(rigid), sum: sum.map(&mut renamed), offset }
                }
                other => other,
            };
            let indices = cell.indices.iter().map(index).collect();
            cells.cells.push(Cell { array: cell.array, indices });
        }
        cells
    }

    pub fn rigid_var(&self, program: &Program, rigid: RigidId) -> VarId {
        Invariants::ghost_var(program, rigid.0 as usize)
    }

    pub fn cell_var(&self, program: &Program, cell: usize) -> VarId {
        Invariants::ghost_var(program, self.rigids.len() + cell)
    }

    /// The variable that remembers the index of a rigid's witness.
    pub fn last_var(&self, program: &Program, rigid: RigidId) -> VarId {
        Invariants::ghost_var(program, self.rigids.len() + self.cells.len() + rigid.0 as usize)
    }

    /// The ghosts of a certificate, in the order of these variables. `as_read` gives the edge of the program as read.
    pub fn ghosts(&self, program: &Program, as_read: impl Fn(&Witness) -> Option<EdgeId>) -> Option<Vec<Ghost>> {
        let ids = || (0..self.rigids.len()).map(|at| RigidId(at as u32));
        let rigid =
            |id: RigidId| Ghost::Rigid { name: rigid_name(id).into(), at_error: Some(self.last_var(program, id)) };
        let index = |index: &Index| match *index {
            Index::Const(value) => CellIndex::Const(value),
            Index::Rigid { rigid, offset } => CellIndex::Rigid { ghost: self.rigid_var(program, rigid), offset },
            Index::Mirrored { rigid, sum, offset } => CellIndex::Mirrored {
                ghost: self.rigid_var(program, rigid),
                sum: sum.map(|sum| self.rigid_var(program, sum)),
                offset,
            },
            Index::Now(expr) => CellIndex::Now(expr),
        };
        let cell = |cell: &Cell| Ghost::Cell { array: cell.array, indices: cell.indices.iter().map(index).collect() };
        let last = |id: RigidId| {
            let told = |known: &Witness| Some((as_read(known)?, known.index));
            let at: Option<Box<[_]>> = self.rigids[id.0 as usize].witnesses.iter().map(told).collect();
            Some(Ghost::Last { at: at? })
        };
        let lasts: Option<Vec<Ghost>> = ids().map(last).collect();
        Some(ids().map(rigid).chain(self.cells.iter().map(cell)).chain(lasts?).collect())
    }

    /// What is tracked, for people: `a[κ], b[κ] for every κ`.
    pub fn describe(&self, program: &Program) -> String {
        if self.cells.is_empty() {
            return "no cells".to_owned();
        }
        let cells: Vec<String> = self.cells.iter().map(|cell| Shown { program, cell }.to_string()).collect();
        let rigids: Vec<String> = (0..self.rigids.len()).map(|at| rigid_name(RigidId(at as u32))).collect();
        match rigids.is_empty() {
            true => cells.join(", "),
            false => format!("{} for every {}", cells.join(", "), rigids.join(", ")),
        }
    }
}

/// κ, λ, μ, …
fn rigid_name(rigid: RigidId) -> String {
    const LETTERS: [char; 8] = ['κ', 'λ', 'μ', 'ν', 'ξ', 'ρ', 'σ', 'τ'];
    match LETTERS.get(rigid.0 as usize) {
        Some(letter) => letter.to_string(),
        None => format!("κ{}", rigid.0),
    }
}

struct Shown<'a> {
    program: &'a Program,
    cell: &'a Cell,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.array(self.cell.array).name)?;
        for index in &self.cell.indices {
            match *index {
                Index::Const(value) => write!(f, "[{value}]")?,
                Index::Rigid { rigid, offset: 0 } => write!(f, "[{}]", rigid_name(rigid))?,
                Index::Rigid { rigid, offset } => write!(f, "[{}{offset:+}]", rigid_name(rigid))?,
                Index::Mirrored { rigid, sum: None, offset } => write!(f, "[{offset}-{}]", rigid_name(rigid))?,
                Index::Mirrored { rigid, sum: Some(sum), offset: 0 } => {
                    write!(f, "[{}-{}]", rigid_name(sum), rigid_name(rigid))?
                }
                Index::Mirrored { rigid, sum: Some(sum), offset } => {
                    write!(f, "[{}{offset:+}-{}]", rigid_name(sum), rigid_name(rigid))?
                }
                Index::Now(expr) => write!(f, "[{}]", index_text(self.program, expr, 4))?,
            }
        }
        Ok(())
    }
}

/// An index as people write it: without conversions, and cut short where it is deep.
fn index_text(program: &Program, expr: ExprId, depth: u32) -> String {
    let text = |expr| index_text(program, expr, depth.saturating_sub(1));
    match program.exprs.node(expr) {
        _ if depth == 0 => "…".to_owned(),
        Node::Var(var) => program.var(*var).name.clone(),
        Node::Cast(inner) => text(*inner),
        Node::Binary(op, a, b) => format!("{}{}{}", text(*a), op.symbol(), text(*b)),
        _ => program.exprs.as_const(expr).map_or_else(|| "…".to_owned(), |value| value.to_string()),
    }
}
