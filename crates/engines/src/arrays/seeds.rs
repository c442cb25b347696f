//! Cells that the text of the program suggests, before any trace was seen.
//!
//! A refinement that follows traces meets loops over whole arrays one cell at a time, and a trace through such a loop is as
//! long as the array. The text tells sooner what is worth keeping: what is read on the way into an error (at a rigid index,
//! which is then arbitrary), cells with constant indices, and what is read again at the same index.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use heureka_ir::passes::slice::relevant_edges;
use heureka_ir::{
    ArrayId, BinOp, Dim, EdgeId, ExprId, IntTy, LocId, LocKind, Node, Op, ProcId, Program, Property, VarId,
};

use super::cells::{Cell, Cells, Index, Rigid, RigidId, Witness};
use super::places::{After, after};
use crate::engine::Task;

/// Reads one before the other, on a way into an error, that are suggested.
const MOST_RINGS: usize = 2;

/// Cells with constant indices beyond which none is suggested.
const MOST_CONSTANT_CELLS: usize = 8;

/// Cells of all arrays together up to which whole arrays are suggested.
const MOST_CELLS: usize = 64;

/// An access to an array on an edge.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Access {
    pub edge: EdgeId,
    pub array: ArrayId,
    pub indices: Box<[ExprId]>,
}

/// Sets of cells to try, one after the other; the first is empty.
pub fn seeds(task: &Task) -> Vec<Cells> {
    let program = task.program;
    let properties: Vec<Property> = task.properties.iter().copied().collect();
    let relevant = relevant_edges(program, &properties);
    let relevant: Vec<EdgeId> = program.edge_ids().filter(|edge| relevant.contains(*edge)).collect();
    let accesses: Vec<Access> = relevant.iter().flat_map(|edge| accesses(program, *edge)).collect();
    let mut levels = vec![Cells::default()];
    let mut cells = Cells::default();
    let mut grow = |cells: &Cells| {
        let cells = with_sources(program, &relevant, cells);
        if !levels.contains(&cells) {
            levels.push(cells);
        }
    };
    // Paper 000's own example: the constants that the program names.
    let constants = constant_cells(program, &accesses);
    let again = read_again(program, &relevant);
    let rings = error_reads(task);
    insert_all(&mut cells, &constants);
    grow(&cells);
    // What the error reads, for an arbitrary index.
    cells = Cells::default();
    insert_ring(program, &mut cells, rings.first());
    grow(&cells);
    insert_all(&mut cells, &again);
    grow(&cells);
    let whole = whole_arrays(program, &accesses);
    let from_start = from_start(program, &relevant, &cells);
    // Small arrays are proved sooner as a whole.
    if whole.is_empty() {
        from_start.iter().for_each(&mut grow);
    }
    flow_cells(program, &flows(program, &accesses, Reach::Step), &mut cells);
    grow(&cells);
    grow(&Cells { cells: whole, ..Cells::default() });
    from_start.iter().for_each(&mut grow);
    let flows = flows(program, &accesses, Reach::Procedure);
    flow_cells(program, &flows, &mut cells);
    grow(&cells);
    insert_all(&mut cells, &neighbours(program, &flows));
    grow(&cells);
    insert_all(&mut cells, &constants);
    grow(&cells);
    same_index_elsewhere(program, &accesses, &mut cells);
    grow(&cells);
    insert_ring(program, &mut cells, rings.get(1));
    grow(&cells);
    levels
}

/// The accesses of an edge, also within indices.
fn accesses(program: &Program, edge: EdgeId) -> Vec<Access> {
    let op = &program.edge(edge).op;
    let mut found = reads(program, edge, op.exprs());
    if let Some((array, indices)) =
        op.access().filter(|(array, indices)| program.array(*array).dims.len() == indices.len())
    {
        found.push(Access { edge, array, indices: indices.into() });
    }
    found
}

fn reads(program: &Program, edge: EdgeId, exprs: impl IntoIterator<Item = ExprId>) -> Vec<Access> {
    let mut found = Vec::new();
    program.exprs.visit(exprs, |_, node| {
        if let Node::Read(array, indices) = node {
            found.push(Access { edge, array: *array, indices: indices.clone() });
        }
    });
    found
}

fn insert_all(cells: &mut Cells, more: &[Cell]) {
    more.iter().for_each(|cell| {
        cells.insert(cell.clone());
    });
}

fn insert_ring(program: &Program, cells: &mut Cells, ring: Option<&Vec<Access>>) {
    let first = cells.rigids.len();
    for access in ring.into_iter().flatten() {
        insert_rigid(program, cells, first, access);
    }
}

/// Differences of indices beyond which two accesses have nothing to do with each other.
const FARTHEST: i128 = 4;

/// A write at an index that has to do with that of a read: `a[i] = … b[i + 1] …`, `a[i] = … b[n - 1 - i] …`.
struct Flow<'a> {
    from: &'a Access,
    to: &'a Access,
    course: Course,
}

/// How the index of a read follows from that of a write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Course {
    /// It is so far from it.
    Along(i128),
    /// The two have a sum that depends on neither.
    Against(Sum),
}

/// How far apart the read and the write of a flow may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// In one step.
    Step,
    /// In one procedure.
    Procedure,
}

/// The flows between cells with one index each.
fn flows<'a>(program: &Program, accesses: &'a [Access], reach: Reach) -> Vec<Flow<'a>> {
    let is_write =
        |access: &&Access| {
            program.edge(access.edge).op.access().is_some_and(|(array, indices)| {
                array == access.array && *indices == *access.indices && indices.len() == 1
            })
        };
    let proc = |access: &Access| program.loc(program.edge(access.edge).from).proc;
    let mut found = Vec::new();
    for to in accesses.iter().filter(is_write) {
        let (base, offset) = base_and_offset(program, to.indices[0]);
        let is_near = |from: &&Access| match reach {
            Reach::Step => from.edge == to.edge,
            Reach::Procedure => proc(from) == proc(to),
        };
        for from in accesses.iter().filter(|from| from.indices.len() == 1).filter(is_near) {
            let (other, read) = base_and_offset(program, from.indices[0]);
            let distance = read - offset;
            let differs = from.array != to.array || distance != 0;
            if other == base && differs && distance.abs() <= FARTHEST && program.exprs.as_const(base).is_none() {
                found.push(Flow { from, to, course: Course::Along(distance) });
            }
            if let Some(sum) = sum(program, from.indices[0], to.indices[0]) {
                found.push(Flow { from, to, course: Course::Against(sum) });
            }
        }
    }
    found
}

/// The cells from which the contents of the rigid ones may come.
fn flow_cells(program: &Program, flows: &[Flow], cells: &mut Cells) {
    let rigid = |cell: &Cell| match *cell.indices {
        [index @ (Index::Rigid { .. } | Index::Mirrored { .. })] => Some((cell.array, index)),
        _ => None,
    };
    let known: Vec<_> = cells.cells.iter().filter_map(rigid).collect();
    for Flow { from, to, course } in flows {
        for &(_, written) in known.iter().filter(|(array, _)| *array == to.array) {
            let index = match *course {
                Course::Along(distance) => Some(moved(written, distance)),
                Course::Against(sum) => mirrored(program, cells, to.edge, sum, written),
            };
            if let Some(index) = index {
                cells.insert(Cell { array: from.array, indices: [index].into() });
            }
        }
    }
}

/// The index so far from this one, which is rigid.
fn moved(index: Index, distance: i128) -> Index {
    match index {
        Index::Rigid { rigid, offset } => Index::Rigid { rigid, offset: offset + distance },
        Index::Mirrored { rigid, sum, offset } => Index::Mirrored { rigid, sum, offset: offset + distance },
        other => other,
    }
}

/// The index that gives the sum together with this one, which is rigid. The edge computes the sum.
fn mirrored(program: &Program, cells: &mut Cells, edge: EdgeId, sum: Sum, index: Index) -> Option<Index> {
    match index {
        Index::Rigid { rigid, offset } => {
            let has_sign = |ty: IntTy| IntTy::OFFSET.includes(ty);
            let ty = cells.rigids[rigid.0 as usize].ty;
            if sum.expr.is_some_and(|expr| has_sign(program.exprs.int_ty(expr)) != has_sign(ty)) {
                return None;
            }
            let expr = sum.expr.map(|expr| rigid_value(program, cells, edge, expr));
            Some(Index::Mirrored { rigid, sum: expr, offset: sum.offset - offset })
        }
        Index::Mirrored { rigid, sum: other, offset } => {
            let is_same = match (other, sum.expr) {
                (None, None) => true,
                (Some(other), Some(expr)) => is_value_of(cells, other, expr),
                _ => false,
            };
            is_same.then_some(Index::Rigid { rigid, offset: sum.offset - offset })
        }
        _ => None,
    }
}

/// The rigid that is the value of an expression where the edge is last taken. It may be the one that has another edge for
/// the same expression: most often that does not change in between.
fn rigid_value(program: &Program, cells: &mut Cells, edge: EdgeId, expr: ExprId) -> RigidId {
    let known = (0..cells.rigids.len() as u32).map(RigidId).find(|rigid| is_value_of(cells, *rigid, expr));
    known.unwrap_or_else(|| {
        let witness = Witness { edge, from: program.edge(edge).from, index: expr };
        cells.rigid(Rigid::new(witness, program.exprs.int_ty(expr)))
    })
}

fn is_value_of(cells: &Cells, rigid: RigidId, expr: ExprId) -> bool {
    cells.rigids[rigid.0 as usize].witnesses.iter().any(|witness| witness.index == expr)
}

/// The cells, with those that copies of whole sets come from.
fn with_sources(program: &Program, relevant: &[EdgeId], cells: &Cells) -> Cells {
    let copies = relevant.iter().filter_map(|edge| match program.edge(*edge).op {
        Op::Copy { to, from } => Some((to, from)),
        _ => None,
    });
    let copies: Vec<(ArrayId, ArrayId)> = copies.collect();
    let mut all = cells.clone();
    let mut at = 0;
    while let Some(cell) = all.cells.get(at).cloned() {
        for &(_, array) in copies.iter().filter(|(to, _)| *to == cell.array) {
            all.insert(Cell { array, indices: cell.indices.clone() });
        }
        at += 1;
    }
    all
}

/// Cells that a loop hands on from round to round.
fn neighbours(program: &Program, flows: &[Flow]) -> Vec<Cell> {
    let within = flows.iter().filter(|flow| flow.from.array == flow.to.array);
    let cell = |access: &Access| {
        let index = access.indices[0];
        let is_plain = reads_no_array(program, index);
        is_plain.then(|| Cell { array: access.array, indices: [Index::Now(index)].into() })
    };
    within.flat_map(|flow| [cell(flow.from), cell(flow.to)]).flatten().collect()
}

/// All cells of the arrays, if they are few.
fn whole_arrays(program: &Program, accesses: &[Access]) -> Vec<Cell> {
    let arrays: BTreeSet<ArrayId> = accesses.iter().map(|access| access.array).collect();
    let mut cells = Vec::new();
    for id in arrays {
        let mut places: Vec<Vec<Index>> = vec![Vec::new()];
        for dim in &program.array(id).dims {
            let Dim::Const(extent) = *dim else { return Vec::new() };
            if extent as usize > MOST_CELLS || places.len() * extent as usize > MOST_CELLS {
                return Vec::new();
            }
            let longer = |place: &Vec<Index>| {
                let place = place.clone();
                (0..extent).map(move |index| [&place[..], &[Index::Const(index.into())]].concat())
            };
            places = places.iter().flat_map(longer).collect();
        }
        cells.extend(places.into_iter().map(|indices| Cell { array: id, indices: indices.into() }));
    }
    if cells.len() > MOST_CELLS { Vec::new() } else { cells }
}

fn constant_cells(program: &Program, accesses: &[Access]) -> Vec<Cell> {
    let constant = |access: &Access| {
        let index = |&index: &ExprId| constant(program, index).map(Index::Const);
        let indices: Option<Box<[Index]>> = access.indices.iter().map(index).collect();
        Some(Cell { array: access.array, indices: indices? })
    };
    let constants: BTreeSet<Cell> = accesses.iter().filter_map(constant).collect();
    if constants.len() <= MOST_CONSTANT_CELLS { constants.into_iter().collect() } else { Vec::new() }
}

/// Adds the cell that an access uses, at rigid indices where they are no constants. The rigids from `first` on may be used
/// for it: one for each index that differs from the others of this edge by more than a number.
pub fn insert_rigid(program: &Program, cells: &mut Cells, first: usize, access: &Access) -> bool {
    let indices = access.indices.iter().map(|&index| rigid_index(program, cells, first, access.edge, index)).collect();
    cells.insert(Cell { array: access.array, indices })
}

fn rigid_index(program: &Program, cells: &mut Cells, first: usize, edge: EdgeId, index: ExprId) -> Index {
    if let Some(value) = constant(program, index) {
        return Index::Const(value);
    }
    let (base, offset) = base_and_offset(program, index);
    let ty = program.exprs.int_ty(index);
    let witness = Witness { edge, from: program.edge(edge).from, index };
    for at in first..cells.rigids.len() {
        let rigid = RigidId(at as u32);
        let known = &mut cells.rigids[at];
        let Some(other) = known.index_at(edge) else {
            known.witness(witness, ty);
            return Index::Rigid { rigid, offset: 0 };
        };
        let (known_base, known_offset) = base_and_offset(program, other);
        if known_base == base {
            return Index::Rigid { rigid, offset: offset - known_offset };
        }
        if let Some(sum) = sum(program, index, other)
            && let Some(index) = mirrored(program, cells, edge, sum, Index::Rigid { rigid, offset: 0 })
        {
            return index;
        }
    }
    cells.rigids.push(Rigid::new(witness, ty));
    Index::Rigid { rigid: RigidId(cells.rigids.len() as u32 - 1), offset: 0 }
}

/// The number that an index is, also as a sum or difference of numbers.
fn constant(program: &Program, index: ExprId) -> Option<i128> {
    let (base, offset) = base_and_offset(program, index);
    Some(program.exprs.as_const(base)? + offset)
}

/// The index as an expression plus a number, without conversions.
fn base_and_offset(program: &Program, index: ExprId) -> (ExprId, i128) {
    let pool = &program.exprs;
    let (mut base, mut offset) = (index, 0);
    loop {
        match *pool.node(base) {
            Node::Cast(inner) => base = inner,
            Node::Binary(BinOp::Add, a, b) => match (pool.as_const(a), pool.as_const(b)) {
                (_, Some(value)) => (base, offset) = (a, offset + value),
                (Some(value), _) => (base, offset) = (b, offset + value),
                _ => return (base, offset),
            },
            Node::Binary(BinOp::Sub, a, b) => match pool.as_const(b) {
                Some(value) => (base, offset) = (a, offset - value),
                None => return (base, offset),
            },
            _ => return (base, offset),
        }
    }
}

/// What two indices that run against each other have as their sum, for instance that of `i` and `n - 1 - i`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sum {
    expr: Option<ExprId>,
    offset: i128,
}

/// Terms of an index beyond which nobody looks whether it runs against another.
const MOST_TERMS: usize = 4;

/// The sum of two indices, if something in one cancels something in the other and one variable or less is left.
fn sum(program: &Program, a: ExprId, b: ExprId) -> Option<Sum> {
    let pool = &program.exprs;
    let mut offset = 0;
    let mut terms: Vec<(ExprId, bool)> = Vec::new();
    let mut has_cancelled = false;
    let mut stack = vec![(a, false), (b, false)];
    while let Some((expr, is_negative)) = stack.pop() {
        if let Some(value) = pool.as_const(expr) {
            offset += if is_negative { -value } else { value };
            continue;
        }
        match *pool.node(expr) {
            Node::Cast(inner) => stack.push((inner, is_negative)),
            Node::Binary(BinOp::Add, a, b) => stack.extend([(a, is_negative), (b, is_negative)]),
            Node::Binary(BinOp::Sub, a, b) => stack.extend([(a, is_negative), (b, !is_negative)]),
            _ => match terms.iter().position(|term| *term == (expr, !is_negative)) {
                Some(at) => {
                    terms.remove(at);
                    has_cancelled = true;
                }
                None if terms.len() < MOST_TERMS => terms.push((expr, is_negative)),
                None => return None,
            },
        }
    }
    match terms[..] {
        [] if has_cancelled => Some(Sum { expr: None, offset }),
        [(expr, false)] if has_cancelled => Some(Sum { expr: Some(expr), offset }),
        _ => None,
    }
}

/// What is read on the ways into errors, as far as it can decide about them: first what is read last, then what is read
/// before that, and so on.
fn error_reads(task: &Task) -> Vec<Vec<Access>> {
    let program = task.program;
    let into = program.in_edges();
    let callers = callers(program);
    let is_error = |loc: &LocId| matches!(program.loc(*loc).kind, LocKind::Error { fault, .. } if task.asks_for(fault));
    let mut rings: Vec<Vec<Access>> = Vec::new();
    let mut seen: HashSet<LocId> = HashSet::new();
    let mut next: Vec<(LocId, BTreeSet<VarId>)> =
        program.loc_ids().filter(is_error).map(|loc| (loc, BTreeSet::new())).collect();
    while !next.is_empty() && rings.len() < MOST_RINGS {
        let mut ring = BTreeSet::new();
        let mut stack = std::mem::take(&mut next);
        while let Some((loc, needed)) = stack.pop() {
            if !seen.insert(loc) {
                continue;
            }
            let own = into[loc.index()].iter().copied();
            let proc = program.loc(loc).proc;
            let calls = callers[proc.index()].iter().copied().filter(|_| program.proc(proc).entry == loc);
            for edge in own.chain(calls) {
                let mut needed = needed.clone();
                let exprs = decisive(program, edge, loc, &mut needed);
                let found = reads(program, edge, exprs.iter().copied());
                program.exprs.visit(exprs, |_, node| {
                    if let Node::Var(var) = node {
                        needed.insert(*var);
                    }
                });
                let before = (program.edge(edge).from, needed);
                if found.is_empty() {
                    stack.push(before)
                } else {
                    next.push(before)
                }
                ring.extend(found);
            }
        }
        if !ring.is_empty() {
            rings.push(ring.into_iter().collect());
        }
    }
    rings
}

/// The expressions of a step that decide about what follows; `needed` are the variables that did, and that still do.
fn decisive(program: &Program, edge: EdgeId, to: LocId, needed: &mut BTreeSet<VarId>) -> Vec<ExprId> {
    match &program.edge(edge).op {
        Op::Assume(guard) => vec![*guard],
        Op::Assign(pairs) => {
            let used: Vec<(VarId, ExprId)> = pairs.iter().copied().filter(|(var, _)| needed.contains(var)).collect();
            used.into_iter()
                .map(|(var, value)| {
                    needed.remove(&var);
                    value
                })
                .collect()
        }
        Op::Call { proc, args, .. } if program.proc(*proc).entry == to => {
            let params = program.proc(*proc).params.iter().zip(args.iter());
            params.filter(|(param, _)| needed.contains(param)).map(|(_, arg)| *arg).collect()
        }
        _ => Vec::new(),
    }
}

fn callers(program: &Program) -> Vec<Vec<EdgeId>> {
    let mut callers = vec![Vec::new(); program.procs.len()];
    for edge in program.edge_ids() {
        if let Op::Call { proc, .. } = program.edge(edge).op {
            callers[proc.index()].push(edge);
        }
    }
    callers
}

/// Cells that a procedure reads at several places with the same index.
fn read_again(program: &Program, relevant: &[EdgeId]) -> Vec<Cell> {
    // By procedure and cell, where it is read.
    let mut places: BTreeMap<(ProcId, Cell), BTreeSet<LocId>> = BTreeMap::new();
    let reads = relevant.iter().flat_map(|&edge| reads(program, edge, program.edge(edge).op.exprs()));
    for Access { edge, array, indices } in reads {
        let from = program.edge(edge).from;
        let index = |&index: &ExprId| match constant(program, index) {
            Some(value) => Some(Index::Const(value)),
            None => reads_no_array(program, index).then_some(Index::Now(index)),
        };
        if let Some(indices) = indices.iter().map(index).collect() {
            places.entry((program.loc(from).proc, Cell { array, indices })).or_default().insert(from);
        }
    }
    let again = places.into_iter().filter(|((_, cell), places)| places.len() > 1 && cell.moves());
    again.map(|((_, cell), _)| cell).collect()
}

/// The cells, with what loops hand on known from their start: first only that and what one rigid is about, then all.
fn from_start(program: &Program, relevant: &[EdgeId], cells: &Cells) -> Vec<Cells> {
    if !are_handed_on(program, relevant, cells) {
        return Vec::new();
    }
    let all = Cells { from_start: true, ..cells.clone() };
    let is_about = |cell: &Cell, rigid: RigidId| {
        cell.moves() || cell.indices.iter().all(|index| matches!(index, Index::Rigid { rigid: of, .. } if *of == rigid))
    };
    let rigids = (0..cells.rigids.len() as u32).map(RigidId);
    let some = rigids.map(|rigid| all.retained(|at| is_about(&cells.cells[at], rigid)));
    let mut levels: Vec<Cells> = some.collect();
    levels.push(all);
    levels
}

/// Whether a loop hands a cell on from round to round: `a[j]` if there is a step `j = j + 1` and `a[j + 1]` is kept.
fn are_handed_on(program: &Program, relevant: &[EdgeId], cells: &Cells) -> bool {
    let all: Vec<usize> = (0..cells.cells.len()).collect();
    let moving = all.iter().filter(|at| cells.cells[**at].moves());
    let is_handed_on =
        |at: &usize| relevant.iter().any(|edge| matches!(after(program, cells, *edge, *at, &all), After::Was(_)));
    moving.into_iter().any(is_handed_on)
}

fn reads_no_array(program: &Program, expr: ExprId) -> bool {
    let mut reads = false;
    program.exprs.visit([expr], |_, node| reads |= matches!(node, Node::Read(..)));
    !reads
}

/// The rigid indices of some arrays, in the others of the same shape.
fn same_index_elsewhere(program: &Program, accesses: &[Access], cells: &mut Cells) {
    let arrays: BTreeSet<ArrayId> = accesses.iter().map(|access| access.array).collect();
    let rigid: Vec<Cell> = cells
        .cells
        .iter()
        .filter(|cell| cell.indices.iter().any(|index| matches!(index, Index::Rigid { .. } | Index::Mirrored { .. })))
        .cloned()
        .collect();
    for cell in rigid {
        for &array in &arrays {
            if program.array(array).dims.len() == cell.indices.len() {
                cells.insert(Cell { array, indices: cell.indices.clone() });
            }
        }
    }
}
