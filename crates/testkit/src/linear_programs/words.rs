//! Programs over all integer types, near the ends of their ranges: arithmetic wraps, conversions cut off, bits are shifted
//! and masked, and some executions end with undefined behaviour.
//!
//! All randomness of an execution is one byte and one number from 0 to 3, from which the first values are computed, so that
//! all executions can be followed.

use crate::c::tree::{Node, Program};
use crate::rng::Rng;

const HEADER: &str = "\
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
long long @out;";

const TYPES: &[&str] =
    &["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"];

const BINARY: &[&str] = &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "+", "-", "*"];

const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];

/// Numbers at which something happens.
const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "-1",
    "-2",
    "100",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65535",
    "65536",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
    "9223372036854775807",
    "18446744073709551615u",
    "0x5a5a",
    "0xf0",
];

/// The program that these random numbers give, with the assertion (a condition about `out`) at its end.
pub(super) fn program(rng: &mut Rng, assertion: Option<String>) -> Program {
    let mut body = Body { rng, vars: Vec::new(), cells: None };
    let mut nodes = vec![
        Node::line("unsigned char b = __VERIFIER_nondet_uchar();"),
        Node::line("int n = __VERIFIER_nondet_int();\n__VERIFIER_assume(0 <= n && n <= 3);"),
    ];
    body.vars.extend(["b".to_owned(), "n".to_owned()]);
    for number in 0..body.rng.between(2, 4) {
        let (ty, start) = (*body.rng.pick(TYPES), body.start());
        nodes.push(Node::line(format!("{ty} x{number} = {start};")));
        body.vars.push(format!("x{number}"));
    }
    if body.rng.chance(40) {
        let ty = *body.rng.pick(TYPES);
        let cells = body.rng.between(2, 5);
        let values: Vec<String> = (0..cells).map(|_| body.constant()).collect();
        nodes.push(Node::line(format!("{ty} a[{cells}] = {{ {} }};", values.join(", "))));
        body.cells = Some(cells);
    }
    let statements = body.rng.between(2, 5);
    nodes.extend(body.block(statements, 0));
    let result = body.expression(1);
    nodes.push(Node::line(format!("@out = {result};")));
    if let Some(assertion) = assertion {
        nodes.push(Node::line(format!("if (!({assertion}))\n    reach_error();")));
    }
    nodes.push(Node::line("return 0;"));
    let mut items: Vec<Node> = HEADER.lines().map(Node::line).collect();
    items.push(Node::block("int @main(void)", nodes));
    Program { items }
}

struct Body<'r> {
    rng: &'r mut Rng,
    vars: Vec<String>,
    /// The number of cells of the array `a`, if there is one.
    cells: Option<usize>,
}

impl Body<'_> {
    fn constant(&mut self) -> String {
        (*self.rng.pick(CONSTANTS)).to_owned()
    }

    /// A first value: of unsigned type, so that it is defined whatever the inputs are.
    fn start(&mut self) -> String {
        let (by, from) = (self.constant(), self.constant());
        match self.rng.below(4) {
            0 => "b".to_owned(),
            1 => from,
            2 => format!("{from} + (unsigned long)b"),
            _ => format!("b * (unsigned long){by} + {from}"),
        }
    }

    fn block(&mut self, statements: usize, depth: usize) -> Vec<Node> {
        (0..statements).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Node {
        match self.rng.below(10) {
            0 | 1 if depth < 2 => {
                let (condition, count) = (self.condition(), self.rng.between(1, 2));
                let then = self.block(count, depth + 1);
                let head = format!("if ({condition})");
                match self.rng.chance(50) {
                    true => Node::block(head, then),
                    false => Node::Group(vec![Node::block(head, then), Node::block("else", self.block(1, depth + 1))]),
                }
            }
            2 if depth == 0 => {
                let rounds = self.rng.between(2, 3);
                let count = self.rng.between(1, 2);
                let body = self.block(count, depth + 1);
                Node::block(format!("for (int i = 0; i < {rounds}; i++)"), body)
            }
            3 | 4 if self.cells.is_some() => {
                let (index, value) = (self.index(), self.expression(2));
                Node::line(format!("a[{index}] = {value};"))
            }
            _ => {
                let value = self.expression(2);
                // The inputs stay as they are.
                let var = self.rng.between(2, self.vars.len() - 1);
                let op = *self.rng.pick(&["=", "=", "=", "+=", "-=", "*=", "^=", "|="]);
                Node::line(format!("{} {op} {value};", self.vars[var]))
            }
        }
    }

    /// Mostly an index of the array.
    fn index(&mut self) -> String {
        let cells = self.cells.unwrap_or(1);
        let var = self.rng.pick(&self.vars).clone();
        match self.rng.below(5) {
            0 => self.rng.below(cells).to_string(),
            1 => "n".to_owned(),
            2 => format!("{var} & 3"),
            _ => format!("(unsigned char){var} % {cells}"),
        }
    }

    fn operand(&mut self) -> String {
        match self.rng.below(8) {
            0 | 1 => self.constant(),
            2 if self.cells.is_some() => format!("a[{}]", self.index()),
            _ => self.rng.pick(&self.vars).clone(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.operand();
        }
        match self.rng.below(10) {
            0 => self.operand(),
            1 => format!("({})({})", self.rng.pick(TYPES), self.expression(depth - 1)),
            2 => format!("{}({})", self.rng.pick(&["-", "~", "!"]), self.expression(depth - 1)),
            3 => format!("({} ? {} : {})", self.condition(), self.expression(depth - 1), self.operand()),
            _ => {
                let (left, op) = (self.expression(depth - 1), *self.rng.pick(BINARY));
                let right = match op {
                    "<<" | ">>" if self.rng.chance(80) => format!("({} & 7)", self.operand()),
                    "/" | "%" if self.rng.chance(50) => format!("({} | 1)", self.operand()),
                    _ => self.operand(),
                };
                format!("({left} {op} {right})")
            }
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.expression(1), self.operand());
        format!("{left} {} {right}", self.rng.pick(COMPARISONS))
    }
}
