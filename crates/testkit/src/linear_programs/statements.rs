//! Statements of a procedure's body.
//!
//! What keeps executions few and short: counters of loops are read only, and loops count to small numbers; the first
//! parameter of every procedure says how deep it may still call; there are few inputs.

use super::Mode;
use super::expressions::{condition, expression};
use crate::c::tree::Node;
use crate::rng::Rng;

/// A procedure that can be called: its first parameter is the depth, the others are named here.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) arguments: usize,
    pub(super) returns: bool,
}

/// Writes the body of one procedure.
pub(super) struct Body<'g> {
    pub(super) rng: &'g mut Rng,
    pub(super) mode: Mode,
    pub(super) procedures: &'g [Signature],
    /// Variables that can be assigned.
    pub(super) vars: Vec<String>,
    /// Variables that can only be read: counters of the loops around, the depth.
    pub(super) frozen: Vec<String>,
    /// `main` has no parameter `d` that limits its calls.
    pub(super) is_main: bool,
    pub(super) calls_left: usize,
    /// Inputs of the whole program that are left.
    pub(super) inputs_left: &'g mut usize,
    /// Loops around the statement that is written.
    pub(super) loops: usize,
    /// Counters and inputs that have a name already.
    pub(super) names: usize,
}

impl Body<'_> {
    fn readable(&self) -> Vec<String> {
        self.vars.iter().chain(&self.frozen).cloned().collect()
    }

    pub(super) fn expression(&mut self) -> String {
        let vars = self.readable();
        expression(self.rng, self.mode, &vars)
    }

    /// A sum in which every variable has a part, so that nothing that happened to them is lost.
    pub(super) fn mixture(&mut self) -> String {
        let vars = self.vars.clone();
        let terms = vars.iter().map(|var| match self.rng.below(4) {
            0 => format!("2 * {var}"),
            1 => format!("-{var}"),
            2 => format!("-3 * {var}"),
            _ => var.clone(),
        });
        terms.collect::<Vec<_>>().join(" + ")
    }

    pub(super) fn condition(&mut self) -> String {
        let vars = self.readable();
        condition(self.rng, self.mode, &vars)
    }

    pub(super) fn block(&mut self, statements: usize, depth: usize) -> Vec<Node> {
        let outer = self.frozen.len();
        let nodes = (0..statements).flat_map(|_| self.statement(depth)).collect();
        // What was declared in the block ends with it.
        self.frozen.truncate(outer);
        nodes
    }

    fn statement(&mut self, depth: usize) -> Vec<Node> {
        let compound = if depth < 2 { 4 } else { 0 };
        match self.rng.weighted(&[(10, 0), (compound, 1), (compound, 2), (4, 3), (4, 4), (1, 5), (1, 6)]) {
            1 => vec![self.branch(depth)],
            2 => self.repeat(depth),
            3 => self.input().unwrap_or_else(|| vec![self.assign()]),
            4 => self.call().unwrap_or_else(|| vec![self.assign()]),
            5 => vec![self.assume()],
            6 => vec![self.check()],
            _ => vec![self.assign()],
        }
    }

    fn target(&mut self) -> String {
        self.rng.pick(&self.vars).clone()
    }

    fn assign(&mut self) -> Node {
        let target = self.target();
        match self.rng.below(8) {
            0 => Node::line(format!("{target}++;")),
            1 => Node::line(format!("{target} -= {};", self.rng.between(1, 3))),
            _ => Node::line(format!("{target} = {};", self.expression())),
        }
    }

    fn branch(&mut self, depth: usize) -> Node {
        let condition = match *self.inputs_left > 0 && self.rng.chance(25) {
            true => {
                *self.inputs_left -= 1;
                "__VERIFIER_nondet_bool()".to_owned()
            }
            false => self.condition(),
        };
        let size = self.rng.between(1, 2);
        let mut nodes = vec![Node::block(format!("if ({condition})"), self.block(size, depth + 1))];
        if self.rng.chance(60) {
            let size = self.rng.between(1, 2);
            nodes.push(Node::block("else", self.block(size, depth + 1)));
        }
        Node::Group(nodes)
    }

    /// A loop that ends: a counter that nothing else assigns, up or down, by one or more.
    fn repeat(&mut self, depth: usize) -> Vec<Node> {
        self.names += 1;
        let counter = format!("i{}", self.names);
        let known: Vec<String> = self.frozen.iter().filter(|name| name.starts_with('n')).cloned().collect();
        let long = self.loops == 0 && self.rng.chance(12);
        let bound = match known.is_empty() || self.rng.chance(60) {
            // Many rounds are for loops that are not inside another and have a short body.
            true if long => self.rng.between(20, 60).to_string(),
            true => self.rng.between(1, 4).to_string(),
            false => self.rng.pick(&known).clone(),
        };
        let step = self.rng.weighted(&[(4, 1), (1, 2), (1, 3)]);
        let guard = match self.rng.chance(15) {
            true => format!(" && ({})", self.condition()),
            false => String::new(),
        };
        self.loops += 1;
        self.frozen.push(counter.clone());
        let size = if long { 1 } else { self.rng.between(1, 2) };
        let mut body = self.block(size, depth + 1);
        self.frozen.pop();
        self.loops -= 1;
        let (start, test, change) = match self.rng.chance(75) {
            true => ("0".to_owned(), format!("{counter} < {bound}"), format!("{counter} = {counter} + {step};")),
            false => (bound, format!("{counter} > 0"), format!("{counter} = {counter} - {step};")),
        };
        let at = if self.rng.chance(80) { body.len() } else { 0 };
        body.insert(at, Node::line(change));
        vec![Node::line(format!("int {counter} = {start};")), Node::block(format!("while ({test}{guard})"), body)]
    }

    /// An input, if there is one left. Inputs inside loops would make too many executions.
    pub(super) fn input(&mut self) -> Option<Vec<Node>> {
        if *self.inputs_left == 0 || self.loops > 0 {
            return None;
        }
        *self.inputs_left -= 1;
        let target = self.target();
        if self.mode == Mode::Narrow && self.rng.chance(20) {
            *self.inputs_left = 0;
            let name = self.rng.pick(&["uchar", "char"]);
            return Some(vec![Node::line(format!("{target} = __VERIFIER_nondet_{name}();"))]);
        }
        let (low, high) = *self.rng.pick(&[(0, 3), (0, 1), (1, 3), (-1, 2), (0, 2)]);
        self.names += 1;
        let fresh = format!("n{}", self.names);
        self.frozen.push(fresh.clone());
        Some(vec![
            Node::line(format!(
                "int {fresh} = __VERIFIER_nondet_int();\n__VERIFIER_assume({low} <= {fresh} && {fresh} <= {high});"
            )),
            Node::line(format!("{target} = {fresh};")),
        ])
    }

    /// A call, if there is one left. A procedure calls at most twice on each level, so not in loops.
    pub(super) fn call(&mut self) -> Option<Vec<Node>> {
        if self.calls_left == 0 || self.procedures.is_empty() || (self.loops > 0 && !self.is_main) {
            return None;
        }
        self.calls_left -= 1;
        let callee = self.rng.pick(self.procedures).clone();
        let depth = if self.is_main { self.rng.below(4).to_string() } else { "d - 1".to_owned() };
        let mut arguments = vec![depth];
        arguments.extend((0..callee.arguments).map(|_| self.expression()));
        let arguments = arguments.join(", ");
        let call = match callee.returns {
            true => Node::line(format!("{} = {}({arguments});", self.target(), callee.name)),
            false => Node::line(format!("{}({arguments});", callee.name)),
        };
        Some(match self.is_main {
            true => vec![call],
            false => vec![Node::block("if (d > 0)", vec![call])],
        })
    }

    fn assume(&mut self) -> Node {
        Node::line(format!("__VERIFIER_assume({});", self.condition()))
    }

    /// An assertion in the middle, mostly one that is not easily false.
    fn check(&mut self) -> Node {
        let var = self.target();
        let bound = self.rng.between(5, 40);
        match self.rng.below(3) {
            0 => Node::line(format!("if ({var} > {bound})\n    reach_error();")),
            1 => Node::line(format!("if ({var} < -{bound})\n    reach_error();")),
            _ => Node::line(format!("if ({var} == {bound})\n    reach_error();")),
        }
    }
}
