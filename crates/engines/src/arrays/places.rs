//! Where the cells are known whose index is the value of an expression now.
//!
//! Such a cell becomes known where its array is read or written at that index, and stays known, also through other writes,
//! until a variable of the index changes, or a call may change one or the other. When an assignment moves it to where another
//! known cell was, it is known too: `a[i-1]` after `i = i + 1` is what `a[i]` was. It is a must-analysis: known means known
//! on every way. So two reads of `a[i]` one after the other give one value, and what need not be kept between the rounds of a
//! loop is not.

use std::collections::HashMap;

use heureka_ir::{BinOp, EdgeId, ExprId, IntTy, LocId, Node, Op, ProcId, Program, VarId};

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
        let reads: Vec<Vec<bool>> = program
            .loc_ids()
            .map(|loc| moving.iter().map(|&at| reads(program, loc, &cells.cells[at])).collect())
            .collect();
        let mut before = vec![vec![true; moving.len()]; program.locs.len()];
        let mut todo: Vec<LocId> = program.procs.iter().map(|proc| proc.entry).collect();
        for entry in &todo {
            before[entry.index()] = vec![false; moving.len()];
        }
        let mut reached = vec![false; program.locs.len()];
        while let Some(loc) = todo.pop() {
            let first = !std::mem::replace(&mut reached[loc.index()], true);
            let known: Vec<usize> = (0..cells.cells.len())
                .filter(|at| match moving.binary_search(at) {
                    Ok(place) => before[loc.index()][place] || reads[loc.index()][place],
                    Err(_) => true,
                })
                .collect();
            for id in program.out_edges(loc) {
                let edge = program.edge(id);
                let mut changed = first && !reached[edge.to.index()];
                for (place, &at) in moving.iter().enumerate() {
                    let known = match after(program, cells, id, at, &known) {
                        After::Same => known.contains(&at),
                        After::Was(_) | After::Written | After::LookedUp => true,
                        After::Unknown => false,
                    };
                    changed |= before[edge.to.index()][place] && !known;
                    before[edge.to.index()][place] &= known;
                }
                if changed {
                    todo.push(edge.to);
                }
            }
        }
        MustKnow { before, reads }
    }
}

/// What a step does to a cell whose index is the value of an expression now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// It stays where it is; what is in it may be overwritten.
    Same,
    /// The step writes it, and nothing else.
    Written,
    /// It moves to where this cell, by its position, is before the step.
    Was(usize),
    /// It moves to where nothing is known, and is looked up there.
    LookedUp,
    Unknown,
}

/// What the edge does to the moving cell `at`, if the cells in `known` are known before it.
pub fn after(program: &Program, cells: &Cells, id: EdgeId, at: usize, known: &[usize]) -> After {
    let cell = &cells.cells[at];
    let op = &program.edge(id).op;
    if let Op::Store { array, indices, .. } = op
        && *array == cell.array
        && is_at(program, indices, cell)
    {
        return After::Written;
    }
    let vars = cell.place_vars(program);
    if op.written_vars().any(|var| vars.contains(&var)) {
        let Op::Assign(pairs) = op else { return After::Unknown };
        let lost = match cells.from_start && !reads_any(program, pairs, &vars) {
            true => After::LookedUp,
            false => After::Unknown,
        };
        let Some(place) = new_place(program, cell, &pairs.iter().copied().collect()) else { return lost };
        let is_there = |other: &&usize| {
            let other = &cells.cells[**other];
            other.array == cell.array && old_place(program, other) == place
        };
        return known.iter().find(is_there).map_or(lost, |other| After::Was(*other));
    }
    let is_call = matches!(op, Op::Call { .. });
    let is_global =
        program.array(cell.array).owner.is_none() || vars.iter().any(|var| program.var(*var).owner.is_none());
    if is_call && is_global { After::Unknown } else { After::Same }
}

/// Whether an assignment to some of the variables goes on from what they were.
fn reads_any(program: &Program, pairs: &[(VarId, ExprId)], vars: &[VarId]) -> bool {
    let mut reads = false;
    let values = pairs.iter().filter(|(var, _)| vars.contains(var)).map(|(_, value)| *value);
    program.exprs.visit(values, |_, node| reads |= matches!(node, Node::Var(var) if vars.contains(var)));
    reads
}

/// An index as people think of it: something plus a number, in one type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Const(i128),
    /// One that no step changes.
    Fixed(Index),
    Near {
        base: ExprId,
        offset: i128,
        ty: IntTy,
    },
}

fn old_place(program: &Program, cell: &Cell) -> Vec<Place> {
    let place = |index: &Index| match *index {
        Index::Const(value) => Place::Const(value),
        Index::Rigid { .. } | Index::Mirrored { .. } => Place::Fixed(*index),
        Index::Now(expr) => near(program, without_widening(program, expr)),
    };
    cell.indices.iter().map(place).collect()
}

/// The place of the cell after an assignment, in terms of the state before; nothing if that is hard to say.
fn new_place(program: &Program, cell: &Cell, assigned: &HashMap<VarId, ExprId>) -> Option<Vec<Place>> {
    let place = |place: Place| {
        let Place::Near { base, offset, ty } = place else { return Some(place) };
        if let Node::Var(var) = program.exprs.node(base)
            && let Some(&value) = assigned.get(var)
        {
            return match near(program, value) {
                Place::Const(value) => Some(Place::Const(value + offset)),
                Place::Near { base, offset: more, ty: same } if same == ty => {
                    Some(Place::Near { base, offset: offset + more, ty })
                }
                _ => None,
            };
        }
        let mut changes = false;
        program.exprs.visit([base], |_, node| {
            changes |= matches!(node, Node::Var(var) if assigned.contains_key(var));
        });
        (!changes).then_some(Place::Near { base, offset, ty })
    };
    old_place(program, cell).into_iter().map(place).collect()
}

/// The expression without conversions that keep its value.
fn without_widening(program: &Program, mut expr: ExprId) -> ExprId {
    while let Node::Cast(inner) = *program.exprs.node(expr)
        && program.exprs.int_ty(expr).includes(program.exprs.int_ty(inner))
    {
        expr = inner;
    }
    expr
}

/// The expression as something plus a number. Where that overflows, an index that is used does not.
fn near(program: &Program, expr: ExprId) -> Place {
    let pool = &program.exprs;
    let ty = pool.int_ty(expr);
    let (mut base, mut offset) = (expr, 0);
    loop {
        if let Some(value) = pool.as_const(base) {
            return Place::Const(value + offset);
        }
        let next = match *pool.node(base) {
            Node::Binary(BinOp::Add, a, b) => match (pool.as_const(a), pool.as_const(b)) {
                (_, Some(value)) => Some((a, value)),
                (Some(value), _) => Some((b, value)),
                _ => None,
            },
            Node::Binary(BinOp::Sub, a, b) => pool.as_const(b).map(|value| (a, -value)),
            _ => None,
        };
        match next {
            Some((inner, value)) => (base, offset) = (inner, offset + value),
            None => return Place::Near { base, offset, ty },
        }
    }
}

/// Whether the indices are, as they are written, those of the cell.
fn is_at(program: &Program, indices: &[ExprId], cell: &Cell) -> bool {
    let is_it = |(&expr, index): (&ExprId, &Index)| match *index {
        Index::Now(now) => now == expr,
        Index::Const(value) => program.exprs.as_const(expr) == Some(value),
        Index::Rigid { .. } | Index::Mirrored { .. } => false,
    };
    indices.iter().zip(&cell.indices).all(is_it)
}

/// Whether an edge out of the location reads the cell at just this index.
fn reads(program: &Program, loc: LocId, cell: &Cell) -> bool {
    let mut reads = false;
    let exprs: Vec<ExprId> = program.out_edges(loc).flat_map(|edge| program.edge(edge).op.exprs()).collect();
    program.exprs.visit(exprs, |_, node| {
        if let Node::Read(array, indices) = node {
            reads |= *array == cell.array && is_at(program, indices, cell);
        }
    });
    reads
}
