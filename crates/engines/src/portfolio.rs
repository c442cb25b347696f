//! The portfolio's plan: which engines are tried on a program, and in which order. The race itself, with processes, is run by
//! the command line.
//!
//! The order is what was measured on `benchmarks/suite`: who decides most programs of a kind first. Nobody is left out
//! because of a guess; only engines that answer UNKNOWN at once for programs of the kind are.

use heureka_ir::{BinOp, CallGraph, ExprId, Loops, Node, Op, Program, Source, UnOp};

/// What can be seen of a program at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    pub has_inputs: bool,
    pub has_loops: bool,
    pub has_recursion: bool,
    pub has_arrays: bool,
    /// Masks, exclusive or, shifts by what is not known.
    pub has_bit_operations: bool,
}

impl Features {
    pub fn of(program: &Program) -> Features {
        let calls = CallGraph::of(program);
        let reads_input = |op: &Op| match op {
            Op::Havoc { source, .. } | Op::HavocArray { source, .. } => !matches!(source, Source::Unmodelled(_)),
            _ => false,
        };
        let unknown = |operand: ExprId| program.exprs.as_const(operand).is_none();
        let is_of_bits = |expr: ExprId| match program.exprs.node(expr) {
            Node::Unary(UnOp::BitNot, _) => true,
            Node::Binary(BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor, ..) => true,
            Node::Binary(BinOp::Shl | BinOp::Shr, _, amount) => unknown(*amount),
            _ => false,
        };
        Features {
            has_inputs: program.edges().iter().any(|edge| reads_input(&edge.op)),
            has_loops: Loops::of(program).ids().next().is_some(),
            has_recursion: program.proc_ids().any(|proc| calls.is_recursive(proc)),
            has_arrays: !program.arrays.is_empty(),
            has_bit_operations: (0..program.exprs.len() as u32).map(ExprId).any(is_of_bits),
        }
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
    let Features { has_inputs, has_loops, has_recursion, has_arrays, has_bit_operations } = *features;
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

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT: [&str; 7] = ["simulate", "linear", "arrays", "bmc", "predicates", "sil", "horn"];

    #[test]
    fn the_first_have_the_most_weight_and_nobody_stands_twice() {
        for bits in 0..32 {
            let has = |bit: u32| bits & (1 << bit) != 0;
            let features = Features {
                has_inputs: has(0),
                has_loops: has(1),
                has_recursion: has(2),
                has_arrays: has(3),
                has_bit_operations: has(4),
            };
            let plan = plan(&features, &BUILT);
            assert!(plan.len() >= 4 && plan.is_sorted_by_key(|entrant| std::cmp::Reverse(entrant.weight)), "{plan:?}");
            let mut names: Vec<&str> = plan.iter().map(|entrant| entrant.engine).collect();
            assert_eq!(names[0] == "simulate", !features.has_inputs);
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), plan.len());
        }
    }

    #[test]
    fn only_what_is_built_takes_part() {
        let plan = plan(&Features { has_loops: true, ..Features::default() }, &["bmc"]);
        assert_eq!(plan.iter().map(|entrant| entrant.engine).collect::<Vec<_>>(), ["bmc"]);
    }
}
