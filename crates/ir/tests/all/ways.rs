//! Following all executions at once says the same as following each.

use std::collections::BTreeSet;

use heureka_ir::interpret::{Ending, Interpreter, Limits, Options, Ways};
use heureka_ir::interpret::{InputList, WhenExhausted};
use heureka_ir::sketch::Sketch;
use heureka_ir::text;
use heureka_ir::{BinOp, CmpOp, Contents, Dim, ExprId, IntTy, Program, Property, VarId};

use crate::common::Random;

const TYPES: [IntTy; 4] = [IntTy::signed(4), IntTy::unsigned(4), IntTy::signed(5), IntTy::unsigned(3)];
const COMPARISONS: [CmpOp; 4] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le];

/// Programs with a few inputs of small types: sums, conversions, comparisons, cells and loops over them.
struct Maker {
    random: Random,
    sketch: Sketch,
    vars: Vec<(VarId, IntTy)>,
}

impl Maker {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())]
    }

    fn number(&mut self, ty: IntTy) -> ExprId {
        let size = (ty.max() - ty.min() + 1) as usize;
        let value = ty.min() + self.random.below(size) as i128;
        self.sketch.int(ty, value)
    }

    /// An expression of a type over the variables.
    fn expr(&mut self, ty: IntTy) -> ExprId {
        let vars = self.vars.clone();
        let (var, of) = self.pick(&vars);
        let mut value = self.sketch.var(var);
        if of != ty {
            value = self.sketch.builder.exprs.cast(ty, value);
        }
        let operator = self.pick(&[BinOp::Add, BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitXor]);
        match self.random.below(5) {
            0 | 1 => value,
            2 | 3 => {
                let number = self.number(ty);
                let sides = if self.random.below(3) == 0 { (number, value) } else { (value, number) };
                self.sketch.binary(operator, sides.0, sides.1)
            }
            _ => {
                let other = self.expr(ty);
                self.sketch.binary(operator, value, other)
            }
        }
    }

    fn condition(&mut self) -> ExprId {
        let ty = self.pick(&TYPES);
        let left = self.expr(ty);
        let right = if self.random.below(3) == 0 { self.expr(ty) } else { self.number(ty) };
        let op = self.pick(&COMPARISONS);
        let (left, right) = if self.random.below(2) == 0 { (left, right) } else { (right, left) };
        self.sketch.compare(op, left, right)
    }

    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            let vars = self.vars.clone();
            let (var, ty) = self.pick(&vars);
            match self.random.below(6) {
                0 => self.sketch.input(var),
                1 | 2 => {
                    let value = self.expr(ty);
                    self.sketch.assign(var, value);
                }
                3 => {
                    let condition = self.condition();
                    self.sketch.assume(condition);
                }
                _ => {
                    let condition = self.condition();
                    let (yes, no) = (self.expr(ty), self.expr(ty));
                    self.sketch.choose(condition, |sketch| sketch.assign(var, yes), |sketch| sketch.assign(var, no));
                }
            }
        }
    }
}

fn made(seed: u64) -> Program {
    let mut maker = Maker { random: Random(seed), sketch: Sketch::new(), vars: Vec::new() };
    for name in ["x", "y", "z"] {
        let ty = maker.pick(&TYPES);
        let var = maker.sketch.local(name, ty);
        maker.sketch.set(var, 1);
        maker.vars.push((var, ty));
    }
    let (x, _) = maker.vars[0];
    maker.sketch.input(x);
    maker.steps(4);
    if seed.is_multiple_of(2) {
        // A loop over cells, one of which an input chooses.
        let cells = maker.sketch.local_array("a", IntTy::INT, &[Dim::Const(16)], Contents::Zero);
        let (i, k) = (maker.sketch.local("i", IntTy::INT), maker.sketch.local("k", IntTy::unsigned(4)));
        maker.sketch.input(k);
        let at = maker.sketch.var(k);
        let value = maker.expr(IntTy::INT);
        maker.sketch.store(cells, &[at], value);
        maker.sketch.set(i, 0);
        let more = maker.sketch.test(CmpOp::Lt, i, 16);
        let limit = maker.number(IntTy::unsigned(4));
        maker.sketch.repeat_while(more, |sketch| {
            let at = sketch.var(i);
            let cell = sketch.read(cells, &[at]);
            let limit = sketch.builder.exprs.cast(IntTy::INT, limit);
            let right = sketch.compare(CmpOp::Le, cell, limit);
            sketch.assert(right);
            sketch.update(BinOp::Add, i, 1);
        });
    }
    maker.steps(4);
    let right = maker.condition();
    maker.sketch.assert(right);
    maker.sketch.finish()
}

/// Whether an execution fails; `None` if there are too many to be tried one by one.
fn fails(interpreter: &Interpreter, properties: &BTreeSet<Property>) -> Option<bool> {
    let mut open: Vec<Vec<i128>> = vec![Vec::new()];
    let mut executions = 0;
    while let Some(inputs) = open.pop() {
        executions += 1;
        if executions > 10_000 {
            return None;
        }
        let mut list = InputList::new(inputs.iter().copied(), WhenExhausted::Stop);
        match interpreter.run(&mut list, &Limits::default()).ending {
            Ending::InputsExhausted(_) => {
                let longer = (-16..16).map(|value| [&inputs[..], &[value]].concat());
                open.extend(longer);
            }
            Ending::Fault(failure) if properties.contains(&failure.fault.property()) => return Some(true),
            _ => {}
        }
    }
    Some(false)
}

#[test]
fn all_executions_together_do_what_each_does() {
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..900 {
        let program = made(seed);
        let interpreter = Interpreter::new(&program, Options { check_shift_overflow: true, ..Options::default() });
        let properties: BTreeSet<Property> = match seed % 3 {
            0 => Property::ALL.into_iter().collect(),
            _ => [Property::Unreach].into(),
        };
        let Some(fails) = fails(&interpreter, &properties) else { continue };
        let text = || text::print(&program);
        match interpreter.follow_all(&Limits::default(), &properties) {
            Ways::All(ways) => {
                assert!(!fails && ways > 0, "seed {seed}\n{}", text());
                right += 1;
            }
            Ways::Failing(answers) => {
                let mut list = InputList::new(answers, WhenExhausted::Stop);
                let ending = interpreter.run(&mut list, &Limits::default()).ending;
                let failure = ending.failure().expect("an execution fails");
                assert!(fails && properties.contains(&failure.fault.property()), "seed {seed}\n{}", text());
                wrong += 1;
            }
            // All of them are undefined.
            Ways::TooMany => assert!(!fails, "seed {seed}\n{}", text()),
        }
    }
    assert!(right > 60 && wrong > 60, "{right} right, {wrong} wrong");
}

/// How many ways there are.
fn ways(sketch: Sketch) -> Ways {
    let program = sketch.finish();
    let limits = Limits { steps: 100_000, ..Limits::default() };
    Interpreter::new(&program, Options::default()).follow_all(&limits, &[Property::Unreach].into())
}

#[test]
fn a_large_range_is_followed_in_few_ways() {
    // x = input; assume(x >= 1); assume(x <= 3); y = x + 1000; assert(y * y != 1010025);
    let mut s = Sketch::new();
    let (x, y) = (s.local("x", IntTy::INT), s.local("y", IntTy::INT));
    s.input(x);
    let most = s.test(CmpOp::Le, x, 3);
    let (one, value) = (s.int(IntTy::INT, 1), s.var(x));
    let least = s.compare(CmpOp::Le, one, value);
    s.assume(least);
    s.assume(most);
    let sum = s.with(BinOp::Add, x, 1000);
    s.assign(y, sum);
    let value = s.var(y);
    let square = s.binary(BinOp::Mul, value, value);
    let other = s.int(IntTy::INT, 1_010_025);
    let right = s.compare(CmpOp::Ne, square, other);
    s.assert(right);
    // Less than 1, 1, 2, 3, and more.
    assert_eq!(ways(s), Ways::All(5));
}

#[test]
fn what_is_looked_at_in_other_ways_is_followed_value_by_value() {
    // x = input; assert(x * x != 2);
    let mut s = Sketch::new();
    let x = s.local("x", IntTy::INT);
    s.input(x);
    let value = s.var(x);
    let square = s.binary(BinOp::Mul, value, value);
    let two = s.int(IntTy::INT, 2);
    let right = s.compare(CmpOp::Ne, square, two);
    s.assert(right);
    assert_eq!(ways(s), Ways::TooMany);
}

#[test]
fn contents_that_nobody_wrote_may_be_anything() {
    // int a[3]; assert(a[1] != 77);
    let mut s = Sketch::new();
    let a = s.local_array("a", IntTy::INT, &[Dim::Const(3)], Contents::Undefined);
    let (one, other) = (s.int(IntTy::INT, 1), s.int(IntTy::INT, 77));
    let cell = s.read(a, &[one]);
    let right = s.compare(CmpOp::Ne, cell, other);
    s.assert(right);
    assert_eq!(ways(s), Ways::TooMany);
}

#[test]
fn greater_values_wrap_around() {
    // unsigned x = input; y = x + 10; assert(y != 3);
    let mut s = Sketch::new();
    let ty = IntTy::unsigned(64);
    let (x, y) = (s.local("x", ty), s.local("y", ty));
    s.input(x);
    let sum = s.with(BinOp::Add, x, 10);
    s.assign(y, sum);
    let right = s.test(CmpOp::Ne, y, 3);
    s.assert(right);
    assert_eq!(ways(s), Ways::Failing(vec![ty.max() - 6]));
}

#[test]
fn following_may_be_interrupted() {
    for seed in 0..200 {
        let program = made(seed);
        let interpreter = Interpreter::new(&program, Options::default());
        let properties = [Property::Unreach].into();
        let all_at_once = interpreter.follow_all(&Limits::default(), &properties);
        let mut following = interpreter.following(&properties);
        let limits = Limits { steps: 4_000, ..Limits::default() };
        let found = (0..100_000).find_map(|_| following.go_on(&limits));
        assert_eq!(found, Some(all_at_once), "seed {seed}\n{}", text::print(&program));
    }
}

/// x and y from 1 to these limits; assert(x * y != 1000003);
fn products(limits: [i128; 2]) -> Program {
    let mut s = Sketch::new();
    let vars = ["x", "y"].map(|name| s.local(name, IntTy::INT));
    for (var, limit) in vars.into_iter().zip(limits) {
        s.input(var);
        let (one, value) = (s.int(IntTy::INT, 1), s.var(var));
        let least = s.compare(CmpOp::Le, one, value);
        let most = s.test(CmpOp::Le, var, limit);
        s.assume(least);
        s.assume(most);
    }
    let [x, y] = vars.map(|var| s.var(var));
    let product = s.binary(BinOp::Mul, x, y);
    let prime = s.int(IntTy::INT, 1_000_003);
    let right = s.compare(CmpOp::Ne, product, prime);
    s.assert(right);
    s.finish()
}

#[test]
fn the_outlook_tells_few_ways_from_many() {
    const CHUNK: u64 = 50_000;
    const MOST: u64 = 100_000_000;
    let properties: BTreeSet<Property> = [Property::Unreach].into();
    let limits = |steps| Limits { steps, ..Limits::default() };
    for sizes in [[200, 100], [40, 300], [3, 5_000]] {
        let program = products(sizes);
        let interpreter = Interpreter::new(&program, Options::default());
        let mut following = interpreter.following(&properties);
        assert_eq!(following.go_on(&limits(CHUNK)), None);
        let outlook = following.outlook(MOST, &limits(MOST)).expect("these are few");
        let end = (1..1_000).find_map(|chunks| following.go_on(&limits(CHUNK)).map(|found| (chunks, found)));
        let Some((chunks, Ways::All(ways))) = end else { panic!("{sizes:?}: {end:?}") };
        let left = chunks * CHUNK;
        assert!(outlook <= 3 * left && left <= 3 * outlook + CHUNK, "{sizes:?}: {outlook} for {left}, {ways} ways");
    }
    let many = products([900_000, 900_000]);
    let interpreter = Interpreter::new(&many, Options::default());
    let mut following = interpreter.following(&properties);
    assert_eq!(following.go_on(&limits(CHUNK)), None);
    assert_eq!(following.outlook(MOST, &limits(MOST)), None);
}

/// n from 0 to this limit; i = 0; while (i < n) i = i + 1; assert(i == n);
fn rounds(limit: i128) -> Program {
    let mut s = Sketch::new();
    let (n, i) = (s.local("n", IntTy::INT), s.local("i", IntTy::INT));
    s.input(n);
    let (zero, bound) = (s.int(IntTy::INT, 0), s.var(n));
    let least = s.compare(CmpOp::Le, zero, bound);
    s.assume(least);
    let most = s.test(CmpOp::Le, n, limit);
    s.assume(most);
    s.set(i, 0);
    let counter = s.var(i);
    let more = s.compare(CmpOp::Lt, counter, bound);
    s.repeat_while(more, |s| s.update(BinOp::Add, i, 1));
    let right = s.compare(CmpOp::Eq, counter, bound);
    s.assert(right);
    s.finish()
}

#[test]
fn the_outlook_knows_that_ways_become_longer() {
    const CHUNK: u64 = 100_000;
    const MOST: u64 = 100_000_000;
    let properties: BTreeSet<Property> = [Property::Unreach].into();
    let limits = |steps| Limits { steps, ..Limits::default() };
    let program = rounds(1_000);
    let interpreter = Interpreter::new(&program, Options::default());
    let mut following = interpreter.following(&properties);
    assert_eq!(following.go_on(&limits(CHUNK)), None);
    let outlook = following.outlook(MOST, &limits(MOST)).expect("a thousand ways are few");
    let chunks = (1..1_000).find(|_| following.go_on(&limits(CHUNK)).is_some()).expect("it comes to an end");
    let left = chunks * CHUNK;
    assert!(outlook <= 2 * left && left <= 2 * outlook + CHUNK, "{outlook} for {left}");
    // With a hundred times as many each way is also a hundred times as long.
    let program = rounds(100_000);
    let interpreter = Interpreter::new(&program, Options::default());
    let mut following = interpreter.following(&properties);
    assert_eq!(following.go_on(&limits(CHUNK)), None);
    assert_eq!(following.outlook(MOST, &limits(MOST)), None);
}

#[test]
fn the_outlook_sees_the_border_of_long_ways() {
    // Each way has 600 steps and more; of all values of an input only those from 0 to 62 differ.
    let mut s = Sketch::new();
    let (n, i) = (s.local("n", IntTy::INT), s.local("i", IntTy::INT));
    s.set(i, 0);
    let more = s.test(CmpOp::Lt, i, 200);
    s.repeat_while(more, |s| s.update(BinOp::Add, i, 1));
    s.input(n);
    let (zero, value) = (s.int(IntTy::INT, 0), s.var(n));
    let least = s.compare(CmpOp::Le, zero, value);
    s.assume(least);
    let most = s.test(CmpOp::Lt, n, 63);
    s.assume(most);
    let square = s.binary(BinOp::Mul, value, value);
    let right = s.compare(CmpOp::Le, zero, square);
    s.assert(right);
    let program = s.finish();
    let properties: BTreeSet<Property> = [Property::Unreach].into();
    let limits = |steps| Limits { steps, ..Limits::default() };
    let interpreter = Interpreter::new(&program, Options::default());
    let mut following = interpreter.following(&properties);
    assert_eq!(following.go_on(&limits(8_000)), None);
    let outlook = following.outlook(1_000_000, &limits(1_000_000)).expect("63 ways are few");
    assert!((10_000..200_000).contains(&outlook), "{outlook}");
    assert!(matches!(following.go_on(&limits(1_000_000)), Some(Ways::All(_))));
}
