//! Random expressions: the checker must accept the value that the interpreter computes, and no other; by evaluation when
//! the variables are known to be constants, and by the solver when that is hidden in equations.

use heureka_certify::{Numbers, Rejected};
use heureka_ir::interpret::{self, Ending, InputList, Interpreter, Limits, Options, Random};
use heureka_ir::invariant::{Constraint, Invariant, Invariants, Relation, Value};
use heureka_ir::*;

use crate::notation::judge;

const BINARY: [BinOp; 10] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::BitAnd,
    BinOp::BitOr,
    BinOp::BitXor,
    BinOp::Shl,
    BinOp::Shr,
];

/// Makes random expressions.
pub struct Maker {
    pub random: Random,
    pub builder: ProgramBuilder,
    /// The variables that may be read.
    pub vars: Vec<VarId>,
    pub types: Vec<IntTy>,
}

impl Maker {
    pub fn new(seed: u64, types: Vec<IntTy>) -> Maker {
        let mut builder = ProgramBuilder::default();
        builder.files.intern("random.c");
        Maker { random: Random::new(seed), builder, vars: Vec::new(), types }
    }

    pub fn add_var(&mut self, name: &str, ty: IntTy, owner: Option<ProcId>, init: i128) -> VarId {
        let (name, role, span) = (name.to_owned(), Role::Source, Span::NONE);
        self.builder.add_var(Var { name, ty, owner, role, init, span })
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    pub fn ty(&mut self) -> IntTy {
        self.types[self.random.below(self.types.len() as u64) as usize]
    }

    /// A value of the type, often a special one.
    pub fn value(&mut self, ty: IntTy) -> i128 {
        let any = ty.wrap(i128::from(self.random.draw()));
        [ty.min(), ty.max(), ty.wrap(0), ty.wrap(1), ty.wrap(-1), ty.wrap(2), ty.wrap(7), any, any][self.below(9)]
    }

    pub fn number(&mut self, ty: IntTy, depth: usize) -> ExprId {
        let leaf = depth == 0 || self.below(6) == 0;
        match (leaf, self.below(if leaf { 2 } else { 8 })) {
            (true, 0) => {
                let value = self.value(ty);
                self.builder.exprs.int(ty, value)
            }
            (true, _) => {
                let var = self.vars[self.random.below(self.vars.len() as u64) as usize];
                let read = self.builder.var_expr(var);
                self.builder.exprs.cast(ty, read)
            }
            (_, 0) => {
                let a = self.number(ty, depth - 1);
                let op = [UnOp::Neg, UnOp::BitNot][self.below(2)];
                self.builder.exprs.unary(op, a)
            }
            (_, 1) => {
                let from = self.ty();
                let a = self.number(from, depth - 1);
                self.builder.exprs.cast(ty, a)
            }
            (_, 2) => {
                let c = self.condition(depth - 1);
                let (a, b) = (self.number(ty, depth - 1), self.number(ty, depth - 1));
                self.builder.exprs.ite(c, a, b)
            }
            _ => {
                let op = BINARY[self.below(BINARY.len())];
                let a = self.number(ty, depth - 1);
                let (other, small) =
                    if op.is_shift() { (self.ty(), self.below(2) == 0) } else { (ty, self.below(3) == 0) };
                let b = match small {
                    true => {
                        let value = other.wrap(1 + self.below(5) as i128);
                        self.builder.exprs.int(other, value)
                    }
                    false => self.number(other, depth - 1),
                };
                self.builder.exprs.binary(op, a, b)
            }
        }
    }

    pub fn condition(&mut self, depth: usize) -> ExprId {
        if depth == 0 || self.below(2) == 0 {
            let ty = self.ty();
            let (a, b) = (self.number(ty, depth.saturating_sub(1)), self.number(ty, depth.saturating_sub(1)));
            let op = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le][self.below(4)];
            return self.builder.exprs.compare(op, a, b);
        }
        let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
        match self.below(4) {
            0 => self.builder.exprs.not(a),
            1 => self.builder.exprs.and(a, b),
            2 => self.builder.exprs.or(a, b),
            _ => {
                let c = self.condition(depth - 1);
                self.builder.exprs.ite(c, a, b)
            }
        }
    }
}

fn row(terms: &[(Value, i128)], constant: i128, relation: Relation) -> Constraint {
    Constraint { terms: terms.into(), constant, relation }
}

fn is(var: VarId, value: i128) -> Constraint {
    row(&[(Value::Now(var), 1)], -value, Relation::Zero)
}

/// Whether the values are given by equations that only a solver solves.
#[derive(Clone, Copy, PartialEq)]
enum Given {
    Openly,
    Hidden,
}

/// Counts of what the expressions did.
#[derive(Default, Debug)]
struct Seen {
    values: usize,
    faults: usize,
    undecided: usize,
    wrong: usize,
}

fn compare(seed: u64, numbers: Numbers, given: Given, seen: &mut Seen) {
    let widths = [1, 2, 3, 4, 8, 16, 31, 32, 63, 64];
    let types = widths.into_iter().flat_map(|bits| [IntTy::signed(bits), IntTy::unsigned(bits)]).collect();
    let mut maker = Maker::new(seed, types);
    let main = maker.builder.add_proc("main", Span::NONE);
    for name in ["x", "y"] {
        let ty = maker.ty();
        let init = maker.value(ty);
        let id = maker.add_var(name, ty, None, init);
        maker.vars.push(id);
    }
    let (x, y) = (maker.vars[0], maker.vars[1]);
    let ty = maker.ty();
    let expr = maker.number(ty, 3);
    let result = maker.add_var("r", ty, Some(main), 0);
    maker.builder.procs[main.index()].results = [result].into();
    let (entry, exit) = (maker.builder.procs[main.index()].entry, maker.builder.procs[main.index()].exit);
    maker.builder.add_edge(entry, exit, Op::Return([expr].into()), Span::NONE);
    let program = maker.builder.finish(main);

    let integer = if numbers == Numbers::Machine { interpret::Numbers::Machine } else { interpret::Numbers::Integer };
    let options = Options { numbers: integer, check_shift_overflow: true };
    let ending = Interpreter::new(&program, options).run(&mut InputList::zeros(), &Limits::default()).ending;
    let (a, b) = (program.var(x).init, program.var(y).init);
    let start: Box<[Constraint]> = match given {
        Given::Openly => [is(x, a), is(y, b)].into(),
        Given::Hidden => [(2, 3), (5, 7)]
            .map(|(p, q)| row(&[(Value::Now(x), p), (Value::Now(y), q)], -p * a - q * b, Relation::Zero))
            .into(),
    };
    let certificate = |end: Invariant| {
        let mut at = vec![Invariant::unreachable(); 2];
        at[entry.index()].disjuncts.push(start.clone());
        at[exit.index()] = end;
        Invariants::new(at)
    };
    let all = Property::ALL;
    let judge = |end: Invariant| judge(&program, &all, numbers, &certificate(end));
    let exactly = |value: i128| Invariant { disjuncts: vec![[is(result, value)].into()] };
    let shown = || text::print(&program);
    match ending {
        Ending::Finished(values) => {
            let value = values[0].whole().expect("an integer");
            match judge(exactly(value)) {
                Ok(_) => seen.values += 1,
                Err(Rejected::Undecided { .. }) => seen.undecided += 1,
                Err(wrong) => panic!("{seed}: {wrong}: {value} in {}", shown()),
            }
            for other in [value - 1, value + 1] {
                let judged = judge(exactly(other));
                assert!(judged.is_err(), "{seed}: {other} instead of {value} is accepted in {}", shown());
                seen.wrong += usize::from(judged.is_err_and(|rejected| rejected.is_definite()));
            }
            assert!(judge(Invariant::unreachable()).is_err(), "{seed}: {}", shown());
        }
        Ending::Fault(failure) => {
            let judged = judge(Invariant::anything());
            match judged {
                Err(Rejected::FaultPossible { fault, .. }) => {
                    assert_eq!(fault, failure.fault, "{seed}: {}", shown());
                    seen.faults += 1;
                }
                Err(Rejected::Undecided { .. }) => seen.undecided += 1,
                other => panic!("{seed}: {other:?}, but it is {} in {}", failure.fault, shown()),
            }
        }
        Ending::NumberTooLarge(_) => {}
        other => panic!("{other:?}"),
    }
}

fn compare_many(numbers: Numbers, given: Given, count: u64) -> Seen {
    let mut seen = Seen::default();
    for seed in 0..count {
        compare(seed * 7919 + 13, numbers, given, &mut seen);
    }
    seen
}

#[test]
fn constants_are_evaluated_as_the_interpreter_does() {
    let seen = compare_many(Numbers::Machine, Given::Openly, 500);
    // Undecided is only which of several faults comes first.
    assert!(seen.undecided < 25 && seen.values > 300 && seen.faults > 80, "{seen:?}");
    let seen = compare_many(Numbers::Integer, Given::Openly, 300);
    assert!(seen.values > 150 && seen.faults > 20, "{seen:?}");
}

#[test]
fn the_solver_agrees_with_the_interpreter() {
    let seen = compare_many(Numbers::Machine, Given::Hidden, 100);
    assert!(seen.values > 20 && seen.faults > 15 && seen.wrong > 20, "{seen:?}");
    let seen = compare_many(Numbers::Integer, Given::Hidden, 50);
    assert!(seen.values > 15 && seen.wrong > 15, "{seen:?}");
}
