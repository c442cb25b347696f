//! Random programs over types of two bits, with loops and a procedure that may call itself, and certificates made from
//! the states that they reach, whole, coarsened and damaged: the checker must say what the oracle says.

use heureka_certify::{Numbers, Rejected};
use heureka_ir::invariant::{Constraint, Invariant, Invariants, Relation, Value};
use heureka_ir::*;

use crate::expressions::Maker;
use crate::notation::judge;
use crate::oracle::{Oracle, State};

/// The body of a procedure: a row of steps with a loop or a branch here and there, and an assertion.
fn body(maker: &mut Maker, proc: ProcId, locals: &[VarId], callee: ProcId, result: Option<VarId>) {
    let (entry, exit) = (maker.builder.procs[proc.index()].entry, maker.builder.procs[proc.index()].exit);
    let mut locs = vec![entry];
    for _ in 0..3 + maker.below(3) {
        let from = *locs.last().expect("the entry is there");
        let to = maker.builder.add_loc(proc, LocKind::Normal, Span::NONE);
        let var = maker.vars[maker.random.below(maker.vars.len() as u64) as usize];
        let ty = maker.builder.vars[var.index()].ty;
        match maker.below(7) {
            0 => maker.builder.add_edge(from, to, Op::Havoc { var, source: Source::Input("f".into()) }, Span::NONE),
            1 => {
                // A branch whose other side goes back, or on.
                let condition = maker.condition(1);
                let other = maker.builder.exprs.not(condition);
                let back = locs[maker.random.below(locs.len() as u64) as usize];
                maker.builder.add_edge(from, to, Op::Assume(condition), Span::NONE);
                let to = if maker.below(2) == 0 { back } else { to };
                maker.builder.add_edge(from, to, Op::Assume(other), Span::NONE);
            }
            2 => {
                let param = maker.builder.procs[callee.index()].params[0];
                let arg = maker.number(maker.builder.vars[param.index()].ty, 1);
                let results: Box<[VarId]> = match maker.below(2) {
                    0 => [].into(),
                    _ => [locals[0]].into(),
                };
                maker.builder.add_edge(from, to, Op::Call { proc: callee, args: [arg].into(), results }, Span::NONE);
            }
            3 => {
                let bad = LocKind::Error { fault: Fault::Assertion, note: "".into() };
                let bad = maker.builder.add_loc(proc, bad, Span::NONE);
                let condition = maker.condition(1);
                let other = maker.builder.exprs.not(condition);
                maker.builder.add_edge(from, to, Op::Assume(condition), Span::NONE);
                maker.builder.add_edge(from, bad, Op::Assume(other), Span::NONE);
            }
            _ => {
                let value = maker.number(ty, 2);
                maker.builder.add_edge(from, to, Op::Assign([(var, value)].into()), Span::NONE);
            }
        }
        locs.push(to);
    }
    let last = *locs.last().expect("the entry is there");
    let op = match result {
        Some(result) => Op::Return([maker.number(maker.builder.vars[result.index()].ty, 1)].into()),
        None => Op::Skip,
    };
    maker.builder.add_edge(last, exit, op, Span::NONE);
}

fn program(maker: &mut Maker) -> Program {
    let main = maker.builder.add_proc("main", Span::NONE);
    let called = maker.builder.add_proc("called", Span::NONE);
    let (ty, other) = (maker.ty(), maker.ty());
    let init = maker.value(ty);
    let global = maker.add_var("g", ty, None, init);
    let local = maker.add_var("x", other, Some(main), 0);
    let param = maker.add_var("p", ty, Some(called), 0);
    let result = maker.add_var("r", other, Some(called), 0);
    maker.builder.procs[called.index()].params = [param].into();
    maker.builder.procs[called.index()].results = [result].into();
    maker.vars = vec![global, local];
    body(maker, main, &[local], called, None);
    maker.vars = vec![global, param, result];
    body(maker, called, &[result], called, Some(result));
    std::mem::take(&mut maker.builder).finish(main)
}

/// The invariant that holds for exactly these states, or for a box around them.
fn invariant(program: &Program, loc: LocId, states: &[&State], maker: &mut Maker) -> Invariant {
    let proc = program.loc(loc).proc;
    let now = program.var_ids().filter(|var| program.var(*var).owner.is_none_or(|owner| owner == proc));
    let at_entry =
        program.var_ids().filter(|var| program.var(*var).owner.is_none() || program.proc(proc).params.contains(var));
    let values: Vec<Value> = at_entry.map(Value::AtEntry).chain(now.map(Value::Now)).collect();
    let value = |state: &State, of: Value| match of {
        Value::AtEntry(var) => state.0[var.index()],
        Value::Now(var) => state.1[var.index()],
    };
    let row = |terms: &[(Value, i128)], constant, relation| Constraint { terms: terms.into(), constant, relation };
    if states.is_empty() {
        return Invariant::unreachable();
    }
    if maker.below(2) == 0 {
        let point =
            |state: &&State| values.iter().map(|of| row(&[(*of, 1)], -value(state, *of), Relation::Zero)).collect();
        return Invariant { disjuncts: states.iter().map(point).collect() };
    }
    let mut rows = Vec::new();
    for (at, &one) in values.iter().enumerate() {
        let of = states.iter().map(|state| value(state, one));
        rows.push(row(&[(one, 1)], -of.clone().min().expect("a state"), Relation::AtLeastZero));
        rows.push(row(&[(one, -1)], of.max().expect("a state"), Relation::AtLeastZero));
        for &two in &values[..at] {
            let of = states.iter().map(|state| value(state, one) - value(state, two));
            let (least, most) = (of.clone().min().expect("a state"), of.max().expect("a state"));
            rows.push(row(&[(two, -1), (one, 1)], -least, Relation::AtLeastZero));
            rows.push(row(&[(two, 1), (one, -1)], most, Relation::AtLeastZero));
        }
    }
    Invariant { disjuncts: vec![rows.into()] }
}

fn damage(invariants: &mut Invariants, maker: &mut Maker) {
    let loc = maker.random.below(invariants.at.len() as u64) as usize;
    let disjuncts = &mut invariants.at[loc].disjuncts;
    if disjuncts.is_empty() {
        disjuncts.push(Box::default());
        return;
    }
    let at = maker.random.below(disjuncts.len() as u64) as usize;
    let mut rows = disjuncts[at].to_vec();
    if rows.is_empty() || maker.below(4) == 0 {
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
fn the_checker_says_what_the_oracle_says() {
    let properties = [&[Property::Unreach][..], &[Property::Unreach, Property::Overflow, Property::DivByZero]];
    let (mut right, mut wrong, mut unclear) = (0, 0, 0);
    for seed in 0..40 {
        let mut maker = Maker::new(seed, vec![IntTy::signed(2), IntTy::unsigned(2)]);
        let program = program(&mut maker);
        let properties = properties[maker.below(2)];
        let oracle = Oracle::new(&program, properties);
        let reachable = oracle.reachable();
        for round in 0..6 {
            let at = program.loc_ids().map(|loc| {
                let states: Vec<&State> = reachable[loc.index()].iter().collect();
                invariant(&program, loc, &states, &mut maker)
            });
            let mut invariants = Invariants::new(at.collect());
            if round > 0 {
                damage(&mut invariants, &mut maker);
            }
            let objection = oracle.objection(&invariants);
            let judged = judge(&program, properties, Numbers::Machine, &invariants);
            match (&judged, &objection) {
                (Ok(_), None) => right += 1,
                (Err(Rejected::Undecided { reason }), _) if reason.contains("not looked into") => unclear += 1,
                (Err(rejected), Some(_)) if rejected.is_definite() => wrong += 1,
                _ => panic!("{seed}: {judged:?}, but {objection:?} in {}\n{invariants:?}", text::print(&program)),
            }
        }
    }
    println!("{right} right, {wrong} wrong, {unclear} not decided");
    assert!(right > 25 && wrong > 60, "{right} right, {wrong} wrong, {unclear} not decided");
    assert!(unclear < (right + wrong) / 2, "{right} right, {wrong} wrong, {unclear} not decided");
}
