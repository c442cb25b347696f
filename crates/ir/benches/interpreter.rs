//! Speed of the interpreter, in million edges per second, on four kinds of programs.
//!
//! `cargo bench -p heureka-ir --bench interpreter`

use std::time::Instant;

use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Numbers, Options};
use heureka_ir::sketch::Sketch;
use heureka_ir::{BinOp, CmpOp, Contents, Dim, IntTy, Program};

const INT: IntTy = IntTy::INT;
const UCHAR: IntTy = IntTy::unsigned(8);
const ULONG: IntTy = IntTy::unsigned(64);

/// `while (i < 10000000) { s = (s * 3 + i) % 1000003; i++; }`
fn arithmetic() -> Program {
    let mut s = Sketch::new();
    let (i, sum) = (s.local("i", INT), s.local("s", INT));
    let more = s.test(CmpOp::Lt, i, 10_000_000);
    s.repeat_while(more, |s| {
        let (triple, i_value, modulus) = (s.with(BinOp::Mul, sum, 3), s.var(i), s.int(INT, 1_000_003));
        let next = s.binary(BinOp::Add, triple, i_value);
        let next = s.binary(BinOp::Rem, next, modulus);
        s.assign(sum, next);
        s.update(BinOp::Add, i, 1);
    });
    s.finish()
}

/// `while (i < n) { a[i] = i; i++; } while (j < n) { s += a[j] & 7; j++; }` with n = 5000000
fn arrays() -> Program {
    let mut s = Sketch::new();
    let n = 5_000_000;
    let a = s.global_array("a", INT, &[Dim::Const(n)], Contents::Zero);
    let (i, j, sum) = (s.local("i", INT), s.local("j", INT), s.local("s", INT));
    let more = s.test(CmpOp::Lt, i, n as i128);
    s.repeat_while(more, |s| {
        let at = s.var(i);
        s.store(a, &[at], at);
        s.update(BinOp::Add, i, 1);
    });
    let more = s.test(CmpOp::Lt, j, n as i128);
    s.repeat_while(more, |s| {
        let (at, seven, total) = (s.var(j), s.int(INT, 7), s.var(sum));
        let cell = s.read(a, &[at]);
        let low = s.binary(BinOp::BitAnd, cell, seven);
        let next = s.binary(BinOp::Add, total, low);
        s.assign(sum, next);
        s.update(BinOp::Add, j, 1);
    });
    s.finish()
}

/// `fib(30)`, naively.
fn calls() -> Program {
    let mut s = Sketch::new();
    let fib = s.declare("fib", &[("n", INT)], &[("result", INT)]);
    s.define(fib, |s, params| {
        let n = params[0];
        let (x, y) = (s.local("x", INT), s.local("y", INT));
        let small = s.test(CmpOp::Lt, n, 2);
        s.choose(
            small,
            |s| {
                let value = s.var(n);
                s.ret(&[value]);
            },
            |_| {},
        );
        let (one_less, two_less) = (s.with(BinOp::Sub, n, 1), s.with(BinOp::Sub, n, 2));
        s.call(fib, &[one_less], &[x]);
        s.call(fib, &[two_less], &[y]);
        let (x, y) = (s.var(x), s.var(y));
        let sum = s.binary(BinOp::Add, x, y);
        s.ret(&[sum]);
    });
    let result = s.global("result", INT, 0);
    let thirty = s.int(INT, 30);
    s.call(fib, &[thirty], &[result]);
    s.finish()
}

/// `while (i < 8000000) { c = (unsigned char)(c + i); h = (h ^ c) * 1099511628211; i++; }` with `unsigned long h, i`
fn widths() -> Program {
    let mut s = Sketch::new();
    let (i, c, h) = (s.local("i", ULONG), s.local("c", UCHAR), s.local("h", ULONG));
    let more = s.test(CmpOp::Lt, i, 8_000_000);
    s.repeat_while(more, |s| {
        let (c_value, i_value, h_value) = (s.var(c), s.var(i), s.var(h));
        let wide = s.builder.exprs.cast(ULONG, c_value);
        let sum = s.binary(BinOp::Add, wide, i_value);
        let narrow = s.builder.exprs.cast(UCHAR, sum);
        s.assign(c, narrow);
        let mixed = s.binary(BinOp::BitXor, h_value, wide);
        let prime = s.int(ULONG, 1_099_511_628_211);
        let next = s.binary(BinOp::Mul, mixed, prime);
        s.assign(h, next);
        s.update(BinOp::Add, i, 1);
    });
    s.finish()
}

fn main() {
    let programs = [("arithmetic", arithmetic()), ("arrays", arrays()), ("calls", calls()), ("widths", widths())];
    for numbers in [Numbers::Machine, Numbers::Integer] {
        for (name, program) in &programs {
            // The unbounded product of the last program outgrows any word.
            if numbers == Numbers::Integer && *name == "widths" {
                continue;
            }
            let interpreter = Interpreter::new(program, Options { numbers, ..Options::default() });
            let mut best = f64::INFINITY;
            let mut steps = 0;
            for _ in 0..5 {
                let start = Instant::now();
                let execution = interpreter.run(&mut InputList::zeros(), &Limits::default());
                assert!(matches!(execution.ending, Ending::Finished(_)), "{name}: {:?}", execution.ending);
                best = best.min(start.elapsed().as_secs_f64());
                steps = execution.steps;
            }
            let numbers = format!("{numbers:?}").to_lowercase();
            println!("{name:10} {numbers:8} {:7.1} million edges a second", steps as f64 / best / 1e6);
        }
    }
}
