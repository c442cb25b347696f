//! Where the cells are known whose index is the value of an expression now.
//!
//! Such a cell becomes known where its array is read at that index, and stays known, also through writes to the array, until
//! a variable of the index changes, or a call may change one or the other. It is a must-analysis: known means known on every
//! way. So two reads of `a[i]` one after the other give one value, and between the rounds of a loop there is nothing to keep.

use heureka_ir::{EdgeId, ExprId, LocId, Node, Op, ProcId, Program};

use super::cells::{Cell, Cells, Index};

pub struct Places {
    /// For each location the cells that are known there, by their positions.
    before: Vec<Vec<usize>>,
    /// For each location the cells that its edges read first.
    first: Vec<Vec<usize>>,
}

impl Places {
    pub fn of(program: &Program, cells: &Cells) -> Places {
        let moving: Vec<usize> = (0..cells.cells.len()).filter(|&at| cells.cells[at].moves()).collect();
        let fixed = |proc: ProcId| {
            let cell = move |at: &usize| {
                let cell = &cells.cells[*at];
                !cell.moves() && cell.owner(program).is_none_or(|owner| owner == proc)
            };
            (0..cells.cells.len()).filter(cell)
        };
        let known = MustKnow::of(program, cells, &moving);
        let mut places = Places { before: Vec::new(), first: Vec::new() };
        for loc in program.loc_ids() {
            let here = &known.before[loc.index()];
            let read = &known.reads[loc.index()];
            let at = |known: &[bool]| -> Vec<usize> {
                moving.iter().zip(known).filter(|(_, known)| **known).map(|(at, _)| *at).collect()
            };
            let first: Vec<bool> = here.iter().zip(read).map(|(here, read)| *read && !*here).collect();
            places.before.push(fixed(program.loc(loc).proc).chain(at(here)).collect());
            places.first.push(at(&first));
        }
        places
    }

    /// The cells that are known at a location before its edges read: also all with fixed places that are in scope.
    pub fn known_before(&self, loc: LocId) -> Vec<usize> {
        self.before[loc.index()].clone()
    }

    /// The cells that the edges out of a location read first.
    pub fn read_first(&self, loc: LocId) -> Vec<usize> {
        self.first[loc.index()].clone()
    }

    pub fn known_after_reading(&self, loc: LocId) -> Vec<usize> {
        let mut known = self.known_before(loc);
        known.extend(&self.first[loc.index()]);
        known
    }
}

/// The analysis: one truth value for each moving cell.
struct MustKnow {
    before: Vec<Vec<bool>>,
    reads: Vec<Vec<bool>>,
}

impl MustKnow {
    fn of(program: &Program, cells: &Cells, moving: &[usize]) -> MustKnow {
        let cells: Vec<&Cell> = moving.iter().map(|&at| &cells.cells[at]).collect();
        let reads: Vec<Vec<bool>> =
            program.loc_ids().map(|loc| cells.iter().map(|cell| reads(program, loc, cell)).collect()).collect();
        let mut before = vec![vec![true; cells.len()]; program.locs.len()];
        let mut todo: Vec<LocId> = program.procs.iter().map(|proc| proc.entry).collect();
        for entry in &todo {
            before[entry.index()] = vec![false; cells.len()];
        }
        let mut reached = vec![false; program.locs.len()];
        while let Some(loc) = todo.pop() {
            let first = !std::mem::replace(&mut reached[loc.index()], true);
            for id in program.out_edges(loc) {
                let edge = program.edge(id);
                let mut changed = first && !reached[edge.to.index()];
                for (at, cell) in cells.iter().enumerate() {
                    let known = (before[loc.index()][at] || reads[loc.index()][at]) && !forgets(program, id, cell);
                    changed |= before[edge.to.index()][at] && !known;
                    before[edge.to.index()][at] &= known;
                }
                if changed {
                    todo.push(edge.to);
                }
            }
        }
        MustKnow { before, reads }
    }
}

/// Whether an edge out of the location reads the cell at just this index.
fn reads(program: &Program, loc: LocId, cell: &Cell) -> bool {
    let is_it = |(&expr, index): (&ExprId, &Index)| match *index {
        Index::Now(now) => now == expr,
        Index::Const(value) => program.exprs.as_const(expr) == Some(value),
        Index::Rigid { .. } => false,
    };
    let mut reads = false;
    let exprs: Vec<ExprId> = program.out_edges(loc).flat_map(|edge| program.edge(edge).op.exprs()).collect();
    program.exprs.visit(exprs, |_, node| {
        if let Node::Read(array, indices) = node {
            reads |= *array == cell.array && indices.iter().zip(&cell.indices).all(is_it);
        }
    });
    reads
}

/// Whether nothing is known of the cell after the edge.
fn forgets(program: &Program, id: EdgeId, cell: &Cell) -> bool {
    let op = &program.edge(id).op;
    let vars = cell.place_vars(program);
    if op.written_vars().any(|var| vars.contains(&var)) {
        return true;
    }
    let is_call = matches!(op, Op::Call { .. });
    let changes = |global: bool| is_call && global;
    changes(program.array(cell.array).owner.is_none())
        || vars.iter().any(|var| changes(program.var(*var).owner.is_none()))
}
