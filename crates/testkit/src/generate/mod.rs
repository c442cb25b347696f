//! Random well-defined C programs. The generator walks top-down and keeps three kinds of knowledge: the range of
//! every value (no undefined arithmetic, no index out of bounds), the effects of every expression (no unspecified
//! order), and the estimated work (every program ends soon). Invariant: whatever it emits compiles without the
//! preprocessor, has one behaviour under gcc's implementation-defined choices on LP64, and terminates.
//!
//! The state at the end is a sequence of calls `__heureka_print(v)`; the function is declared, not defined.

mod calls;
mod declarations;
mod expressions;
mod functions;
mod heap;
mod idioms;
mod literals;
mod loops;
mod model;
mod places;
mod pointers;
mod programs;
mod statements;
mod switches;

use crate::c::effects::{Effects, Root};
use crate::c::tree::Program;
use crate::rng::Rng;
use crate::shape::Shape;
use model::{Enumeration, Function, Scalar, StructDef, Ty, Var};

/// The text of the program with this number.
pub fn generate(seed: u64, shape: &Shape) -> String {
    program(seed, shape).text()
}

/// The tree of the program with this number.
pub fn program(seed: u64, shape: &Shape) -> Program {
    Generator::new(seed, shape).program()
}

/// The root of everything printed.
const OUTPUT: Root = Root(0);
/// The root of the running checksum.
const CHECKSUM: Root = Root(1);

/// What is known inside the function being generated.
#[derive(Default)]
struct Body {
    scopes: Vec<Vec<Var>>,
    effects: Effects,
    /// Roots of variables that end with the call.
    locals: Vec<Root>,
    cost: u64,
    /// How often the current place runs in one call, at most.
    times: u64,
    nesting: usize,
    /// How many index expressions enclose the current one.
    indexing: usize,
    /// For each enclosing loop (innermost last), whether `continue` advances it; `None` for a switch.
    breakable: Vec<Option<bool>>,
    result: Option<Ty>,
    /// While positive, expressions have no side effects.
    pure: usize,
    /// Whether the body runs to its end.
    stays: bool,
}

struct Generator<'s> {
    rng: Rng,
    shape: &'s Shape,
    type_names: Vec<String>,
    scalars: Vec<Scalar>,
    enums: Vec<Enumeration>,
    structs: Vec<StructDef>,
    globals: Vec<Var>,
    functions: Vec<Function>,
    /// Indices of functions that may be called from the current body.
    callable: Vec<usize>,
    /// Functions with one signature, which function pointers choose from.
    family: Vec<usize>,
    body: Body,
    next_root: u32,
    next_name: usize,
    /// Declarations of types that an idiom asked for, to stand before the functions.
    late_types: Vec<String>,
}

impl<'s> Generator<'s> {
    fn new(seed: u64, shape: &'s Shape) -> Self {
        Generator {
            rng: Rng::new(seed),
            shape,
            type_names: Vec::new(),
            scalars: Vec::new(),
            enums: Vec::new(),
            structs: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            callable: Vec::new(),
            family: Vec::new(),
            body: Body::default(),
            next_root: CHECKSUM.0 + 1,
            next_name: 0,
            late_types: Vec::new(),
        }
    }

    fn fresh_root(&mut self) -> Root {
        self.next_root += 1;
        Root(self.next_root - 1)
    }

    /// A root that no caller can see.
    fn local_root(&mut self) -> Root {
        let root = self.fresh_root();
        self.body.locals.push(root);
        root
    }

    fn fresh_name(&mut self, stem: &str) -> String {
        self.next_name += 1;
        format!("{stem}{}", self.next_name)
    }

    fn declare_local(&mut self, var: Var) {
        self.body.scopes.last_mut().expect("a body has a scope").push(var);
    }

    /// Everything in scope, innermost last.
    fn visible(&self) -> impl Iterator<Item = &Var> {
        self.globals.iter().chain(self.body.scopes.iter().flatten())
    }

    /// Runs a step with its own scope.
    fn scoped<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        self.body.scopes.push(Vec::new());
        let result = step(self);
        self.body.scopes.pop();
        result
    }

    /// Runs a step in which expressions have no side effects.
    fn purely<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        self.body.pure += 1;
        let result = step(self);
        self.body.pure -= 1;
        result
    }

    /// Notes that the current body does this.
    fn note(&mut self, effects: &Effects) {
        self.body.effects.add(effects);
    }
}
