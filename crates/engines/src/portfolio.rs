//! The portfolio's plan: which engines are tried on a program, and in which order. The race itself, with processes, is run by
//! the command line.
//!
//! The order is what was measured on `benchmarks/suite`: who decides most programs of a kind first. Nobody is left out
//! because of a guess; only engines that answer UNKNOWN at once for programs of the kind are.

use heureka_ir::{BinOp, CallGraph, Dim, ExprId, Loops, Node, Op, Program, Source, UnOp};

/// What can be seen of a program at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    pub has_inputs: bool,
    pub has_loops: bool,
    /// A loop in a loop.
    pub has_nested_loops: bool,
    pub has_recursion: bool,
    pub has_arrays: bool,
    pub has_sets: bool,
    /// Masks, shifts by what is not known, exclusive or.
    pub has_bit_operations: bool,
    /// Products or quotients of what is not known.
    pub has_products: bool,
    /// Variables that have a few values by which the program branches.
    pub is_large: bool,
}

/// Edges of a program that is large.
const LARGE: usize = 400;

impl Features {
    pub fn of(program: &Program) -> Features {
        let loops = Loops::of(program);
        let calls = CallGraph::of(program);
        let mut features = Features {
            has_loops: loops.ids().next().is_some(),
            has_nested_loops: loops.ids().any(|id| loops.get(id).parent.is_some()),
            has_recursion: program.proc_ids().any(|proc| calls.is_recursive(proc)),
            has_arrays: !program.arrays.is_empty(),
            has_sets: program.arrays.iter().any(|array| *array.dims == [Dim::Element]),
            is_large: program.edges().len() > LARGE,
            ..Features::default()
        };
        features.has_inputs = program.edges().iter().any(|edge| match &edge.op {
            Op::Havoc { source, .. } | Op::HavocArray { source, .. } => !matches!(source, Source::Unmodelled(_)),
            _ => false,
        });
        for expr in (0..program.exprs.len() as u32).map(ExprId) {
            let unknown = |operand| program.exprs.as_const(operand).is_none();
            match program.exprs.node(expr) {
                Node::Unary(UnOp::BitNot, _) => features.has_bit_operations = true,
                Node::Binary(BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor, ..) => features.has_bit_operations = true,
                Node::Binary(BinOp::Shl | BinOp::Shr, _, amount) => {
                    features.has_bit_operations |= unknown(*amount);
                }
                Node::Binary(BinOp::Mul, a, b) => features.has_products |= unknown(*a) && unknown(*b),
                Node::Binary(BinOp::Div | BinOp::Rem, _, b) => features.has_products |= unknown(*b),
                _ => {}
            }
        }
        features
    }
}

/// An engine in the race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The name on the command line.
    pub engine: &'static str,
    /// How much of the time it gets, compared with others.
    pub weight: u32,
}

/// The engines that race, the most promising first. Only those that are `built`.
pub fn plan(features: &Features, built: &[&'static str]) -> Vec<Entrant> {
    let Features { has_inputs, has_loops, has_recursion, has_arrays, has_bit_operations, .. } = *features;
    let mut order: Vec<&'static str> = match (has_arrays, has_loops || has_recursion) {
        (_, false) => vec!["bmc", "predicates", "linear"],
        _ if has_bit_operations => vec!["bmc", "predicates", "arrays", "horn"],
        (true, true) => vec!["arrays", "bmc", "horn", "sil", "predicates"],
        (false, true) => vec!["linear", "bmc", "predicates", "horn"],
    };
    // Without inputs there is one execution, and nothing beats executing it.
    let place = if has_inputs { order.len().min(2) } else { 0 };
    order.insert(place, "simulate");
    order.retain(|engine| built.contains(engine));
    let weight = |place: usize| match place {
        0 => 3,
        1 => 2,
        _ => 1,
    };
    order.into_iter().enumerate().map(|(place, engine)| Entrant { engine, weight: weight(place) }).collect()
}
