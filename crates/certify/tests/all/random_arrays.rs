//! Random programs with an array of a few cells, and certificates that speak of some of its cells, whole and damaged: the
//! checker must say what the oracle says.

use heureka_certify::Numbers;
use heureka_ir::invariant::{CellIndex, Constraint, Ghost, Invariant, Invariants, Relation, Value};
use heureka_ir::*;

use crate::array_oracle::{ArrayOracle, State};
use crate::expressions::Maker;
use crate::notation::judge;

pub const BIT: IntTy = IntTy::unsigned(1);
const ARRAY: ArrayId = ArrayId(0);

/// What the steps of a procedure may use.
struct Body {
    proc: ProcId,
    /// A variable of the type of indices, and one bit.
    index: VarId,
    bit: VarId,
    callee: Option<ProcId>,
    /// It is the entry procedure.
    is_main: bool,
}

fn index(maker: &mut Maker, body: &Body) -> ExprId {
    let ty = maker.builder.vars[body.index.index()].ty;
    let read = maker.builder.var_expr(body.index);
    match maker.below(5) {
        0 => {
            let index = maker.below(2) as i128;
            maker.builder.exprs.int(ty, index)
        }
        1 => {
            let one = maker.builder.exprs.int(ty, 1);
            maker.builder.exprs.binary(BinOp::Add, read, one)
        }
        _ => read,
    }
}

fn bit(maker: &mut Maker, body: &Body) -> ExprId {
    match maker.below(4) {
        0 => {
            let value = maker.below(2) as i128;
            maker.builder.exprs.int(BIT, value)
        }
        1 => maker.builder.var_expr(body.bit),
        _ => {
            let index = index(maker, body);
            maker.builder.exprs.read(ARRAY, BIT, [index].into())
        }
    }
}

fn condition(maker: &mut Maker, body: &Body) -> ExprId {
    if maker.below(3) == 0 {
        let ty = maker.builder.vars[body.index.index()].ty;
        let (read, value) = (maker.builder.var_expr(body.index), maker.below(2) as i128);
        let value = maker.builder.exprs.int(ty, value);
        return maker.builder.exprs.compare(CmpOp::Le, read, value);
    }
    let (a, b) = (bit(maker, body), bit(maker, body));
    let op = [CmpOp::Eq, CmpOp::Ne][maker.below(2)];
    maker.builder.exprs.compare(op, a, b)
}

fn steps(maker: &mut Maker, body: &Body) {
    let proc = body.proc;
    let (entry, exit) = (maker.builder.procs[proc.index()].entry, maker.builder.procs[proc.index()].exit);
    let mut locs = vec![entry];
    let count = if body.is_main { 3 + maker.below(4) } else { 1 + maker.below(3) };
    for _ in 0..count {
        let from = *locs.last().expect("the entry is there");
        let to = maker.builder.add_loc(proc, LocKind::Normal, Span::NONE);
        let op = match maker.below(11) {
            0 => Op::Havoc { var: body.index, source: Source::Input("f".into()) },
            1 => Op::Assign([(body.index, index(maker, body))].into()),
            2 => Op::Assign([(body.bit, bit(maker, body))].into()),
            3 | 4 => {
                let (index, value) = (index(maker, body), bit(maker, body));
                Op::Store { array: ARRAY, indices: [index].into(), value }
            }
            5 => Op::Fill { array: ARRAY, prefix: [].into(), value: bit(maker, body) },
            6 if maker.below(2) == 0 => {
                Op::HavocArray { array: ARRAY, prefix: [].into(), source: Source::Input("f".into()) }
            }
            6 => Op::Assign([(body.index, index(maker, body)), (body.bit, bit(maker, body))].into()),
            7 | 8 => {
                let condition = condition(maker, body);
                let other = maker.builder.exprs.not(condition);
                let (kind, is_loop) = match maker.below(2) {
                    0 => (LocKind::Error { fault: Fault::Assertion, note: "".into() }, false),
                    _ => (LocKind::Normal, true),
                };
                let back = locs[maker.random.below(locs.len() as u64) as usize];
                let side = if is_loop { back } else { maker.builder.add_loc(proc, kind, Span::NONE) };
                maker.builder.add_edge(from, side, Op::Assume(other), Span::NONE);
                Op::Assume(condition)
            }
            _ => match body.callee {
                Some(callee) => {
                    let arg = index(maker, body);
                    let results: Box<[VarId]> = if maker.below(2) == 0 { [].into() } else { [body.bit].into() };
                    Op::Call { proc: callee, args: [arg].into(), results }
                }
                None => Op::Skip,
            },
        };
        maker.builder.add_edge(from, to, op, Span::NONE);
        locs.push(to);
    }
    let last = *locs.last().expect("the entry is there");
    let op = match body.is_main {
        true => Op::Skip,
        false => Op::Return([bit(maker, body)].into()),
    };
    maker.builder.add_edge(last, exit, op, Span::NONE);
}

pub fn program(maker: &mut Maker, ty: IntTy, has_callee: bool) -> Program {
    let main = maker.builder.add_proc("main", Span::NONE);
    let init = match maker.below(3) {
        0 => Contents::Zero,
        1 => Contents::Undefined,
        _ => Contents::Values([1].into()),
    };
    let extent = 1 + maker.below(ty.max() as usize + 1) as u64;
    let (dims, span) = ([Dim::Const(extent)].into(), Span::NONE);
    maker.builder.add_array(Array { name: "a".to_owned(), elem: BIT, dims, owner: None, init, span });
    let index = maker.add_var("i", ty, Some(main), 0);
    let bit = maker.add_var("x", BIT, Some(main), 0);
    let mut callee = None;
    if has_callee {
        let proc = maker.builder.add_proc("called", Span::NONE);
        let param = maker.add_var("p", ty, Some(proc), 0);
        let result = maker.add_var("r", BIT, Some(proc), 0);
        maker.builder.procs[proc.index()].params = [param].into();
        maker.builder.procs[proc.index()].results = [result].into();
        steps(maker, &Body { proc, index: param, bit: result, callee: None, is_main: false });
        callee = Some(proc);
    }
    steps(maker, &Body { proc: main, index, bit, callee, is_main: true });
    std::mem::take(&mut maker.builder).finish(main)
}

/// A rigid that equals what an edge remembers, the cell at it, and some more cells.
fn ghosts(program: &Program, maker: &mut Maker) -> Vec<Ghost> {
    let ghost = |at: usize| Invariants::ghost_var(program, at);
    let read = |var: VarId| {
        let is_it = |expr: &ExprId| *program.exprs.node(*expr) == Node::Var(var);
        (0..program.exprs.len() as u32).map(ExprId).find(is_it)
    };
    let cell = |index: CellIndex| Ghost::Cell { array: ARRAY, indices: [index].into() };
    let indices: Vec<VarId> = program.var_ids().filter(|var| ["i", "p"].contains(&&*program.var(*var).name)).collect();
    let mut at = Vec::new();
    for edge in program.edge_ids() {
        let proc = program.loc(program.edge(edge).from).proc;
        let var = indices.iter().find(|var| program.var(**var).owner == Some(proc));
        let to_error = matches!(program.loc(program.edge(edge).to).kind, LocKind::Error { .. });
        if let Some(value) = var.and_then(|var| read(*var))
            && (to_error || maker.below(4) == 0)
        {
            at.push((edge, value));
        }
    }
    let mut ghosts = vec![
        Ghost::Rigid { name: "k".into(), at_error: (!at.is_empty()).then(|| ghost(1)) },
        Ghost::Last { at: at.into() },
        cell(match maker.below(2) {
            0 => CellIndex::Rigid { ghost: ghost(0), offset: 0 },
            _ => CellIndex::Mirrored { ghost: ghost(0), sum: None, offset: program.var(indices[0]).ty.max() },
        }),
    ];
    for index in 0..2 {
        if maker.below(4) > 0 {
            ghosts.push(cell(CellIndex::Const(index)));
        }
    }
    for var in indices {
        if let Some(expr) = read(var).filter(|_| maker.below(2) == 0) {
            ghosts.push(cell(CellIndex::Now(expr)));
        }
    }
    ghosts
}

/// The invariant that holds for exactly the values of these states, or for a box around them.
fn invariant(oracle: &ArrayOracle, loc: LocId, states: &[&State], maker: &mut Maker) -> Invariant {
    let values = oracle.values_at(loc);
    let row = |terms: &[(Value, i128)], constant, relation| Constraint { terms: terms.into(), constant, relation };
    if states.is_empty() {
        return Invariant::unreachable();
    }
    let mut points: Vec<Vec<i128>> =
        states.iter().map(|state| values.iter().map(|of| oracle.value(state, *of)).collect()).collect();
    points.sort_unstable();
    points.dedup();
    if points.len() <= 100 && maker.below(3) > 0 {
        let point = |point: &Vec<i128>| {
            values.iter().zip(point).map(|(of, value)| row(&[(*of, 1)], -value, Relation::Zero)).collect()
        };
        return Invariant { disjuncts: points.iter().map(point).collect() };
    }
    let mut rows = Vec::new();
    for (at, &one) in values.iter().enumerate() {
        for (also, &two) in values[..at].iter().enumerate() {
            let of = points.iter().map(|point| point[at] - point[also]);
            let (least, most) = (of.clone().min().expect("a point"), of.max().expect("a point"));
            rows.push(row(&[(two, -1), (one, 1)], -least, Relation::AtLeastZero));
            rows.push(row(&[(two, 1), (one, -1)], most, Relation::AtLeastZero));
        }
        let of = points.iter().map(|point| point[at]);
        rows.push(row(&[(one, 1)], -of.clone().min().expect("a point"), Relation::AtLeastZero));
        rows.push(row(&[(one, -1)], of.max().expect("a point"), Relation::AtLeastZero));
    }
    Invariant { disjuncts: vec![rows.into()] }
}

fn damage(program: &Program, invariants: &mut Invariants, maker: &mut Maker) {
    if maker.below(3) == 0 {
        let at = maker.random.below(invariants.ghosts.len() as u64) as usize;
        match &mut invariants.ghosts[at] {
            Ghost::Rigid { at_error, .. } => *at_error = None,
            Ghost::Last { at } if !at.is_empty() => {
                let mut fewer = at.to_vec();
                fewer.remove(maker.random.below(fewer.len() as u64) as usize);
                *at = fewer.into();
            }
            Ghost::Last { .. } => {}
            Ghost::Cell { indices, .. } => match &mut indices[0] {
                CellIndex::Const(index) => *index = 1 - *index,
                CellIndex::Rigid { offset, .. } | CellIndex::Mirrored { offset, .. } => {
                    *offset += [-1, 1][maker.below(2)]
                }
                now @ CellIndex::Now(_) => *now = CellIndex::Const(0),
            },
        }
        return;
    }
    let filled: Vec<usize> = (0..invariants.at.len()).filter(|loc| !invariants.at[*loc].is_unreachable()).collect();
    let loc = filled[maker.random.below(filled.len() as u64) as usize];
    if program.loc(LocId(loc as u32)).kind != LocKind::Normal && maker.below(2) == 0 {
        invariants.at[loc] = Invariant::unreachable();
        return;
    }
    let disjuncts = &mut invariants.at[loc].disjuncts;
    let at = maker.random.below(disjuncts.len() as u64) as usize;
    let mut rows = disjuncts[at].to_vec();
    if maker.below(4) == 0 || rows.is_empty() {
        disjuncts.remove(at);
        return;
    }
    let place = maker.random.below(rows.len() as u64) as usize;
    match maker.below(3) {
        0 => drop(rows.remove(place)),
        1 => rows[place].constant += 1,
        _ => rows[place].constant -= 1,
    }
    disjuncts[at] = rows.into();
}

#[test]
fn the_checker_says_what_the_oracle_says_of_arrays() {
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..40 {
        let mut maker = Maker::new(seed, vec![BIT]);
        let (has_callee, index) = match maker.below(8) {
            0 => (false, IntTy::unsigned(2)),
            1 | 2 => (false, BIT),
            _ => (true, BIT),
        };
        let program = program(&mut maker, index, has_callee);
        let properties = [&[Property::Unreach][..], &[Property::Unreach, Property::Bounds]][maker.below(2)];
        let ghosts = ghosts(&program, &mut maker);
        let good = ArrayOracle::new(&program, properties, &ghosts, index);
        let reachable = good.reachable();
        // Most damage is done to what is right.
        let mut rounds = 1;
        let mut round = 0;
        while round < rounds {
            let at = program.loc_ids().map(|loc| {
                let states: Vec<&State> = reachable[loc.index()].iter().collect();
                invariant(&good, loc, &states, &mut maker)
            });
            let mut invariants = Invariants { ghosts: ghosts.clone(), ..Invariants::new(at.collect()) };
            if round > 0 {
                damage(&program, &mut invariants, &mut maker);
            }
            let objection = ArrayOracle::new(&program, properties, &invariants.ghosts, index).objection(&invariants);
            let judged = judge(&program, properties, Numbers::Machine, &invariants);
            // A rigid that is to equal nothing of a type may be any integer, and the oracle does not try all.
            let is_free = matches!(invariants.ghosts[0], Ghost::Rigid { at_error: None, .. })
                || matches!(&invariants.ghosts[1], Ghost::Last { at } if at.is_empty());
            match (&judged, &objection) {
                (Ok(_), None) => {
                    right += 1;
                    rounds = 10;
                }
                (Err(rejected), Some(_)) if rejected.is_definite() => wrong += 1,
                (Err(_), None) if is_free => {}
                _ => panic!(
                    "{seed} {round}: {judged:?}, but {objection:?} in {}\n{invariants:?}",
                    heureka_ir::text::print(&program)
                ),
            }
            round += 1;
        }
    }
    println!("{right} right, {wrong} wrong");
    assert!(right > 25 && wrong > 50, "{right} right, {wrong} wrong");
}
