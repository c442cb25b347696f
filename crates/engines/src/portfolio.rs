//! The portfolio's plan: which engines are tried on a program, and in which order. The race itself, with processes, is run by
//! the command line.
//!
//! The order is what was measured on `benchmarks/suite`: who decides most programs of a kind first. Nobody is left out
//! because of a guess; only engines that answer UNKNOWN at once for programs of the kind are.

use std::collections::BTreeMap;
use std::time::Duration;

use heureka_ir::passes::Ranges;
use heureka_ir::{BinOp, CallGraph, ExprId, Loops, Node, Op, Program, Source, UnOp, VarId};

/// So many rounds are few.
const FEW: i128 = 40;

/// In larger programs nobody counts rounds.
const MOST_EDGES: usize = 20_000;

/// What can be seen of a program at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    pub has_inputs: bool,
    pub has_loops: bool,
    /// A counter shows that no loop goes round more than a few times.
    pub has_few_rounds: bool,
    pub has_recursion: bool,
    pub has_arrays: bool,
    /// Arrays of several dimensions.
    pub has_tables: bool,
    /// Products and quotients of what is not known.
    pub has_products: bool,
    /// Masks, exclusive or, shifts by what is not known.
    pub has_bit_operations: bool,
    /// All executions together seem to be so few that they can be followed. That is seen only by those who follow some.
    pub has_few_executions: bool,
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
        let is_product = |expr: ExprId| match program.exprs.node(expr) {
            Node::Binary(BinOp::Mul, a, b) => unknown(*a) && unknown(*b),
            Node::Binary(BinOp::Div | BinOp::Rem, _, by) => unknown(*by),
            _ => false,
        };
        let has = |what: &dyn Fn(ExprId) -> bool| (0..program.exprs.len() as u32).map(ExprId).any(what);
        let loops = Loops::of(program);
        Features {
            has_inputs: program.edges().iter().any(|edge| reads_input(&edge.op)),
            has_loops: loops.ids().next().is_some(),
            has_few_rounds: has_few_rounds(program, &loops),
            has_recursion: program.proc_ids().any(|proc| calls.is_recursive(proc)),
            has_arrays: !program.arrays.is_empty(),
            has_tables: program.arrays.iter().any(|array| array.dims.len() > 1),
            has_products: has(&is_product),
            has_bit_operations: has(&is_of_bits),
            has_few_executions: false,
        }
    }
}

/// Whether each loop has a variable that goes on by a constant, always up or always down, within a few steps. One that is also
/// set back says nothing about the rounds.
fn has_few_rounds(program: &Program, loops: &Loops) -> bool {
    if program.edges().len() > MOST_EDGES {
        return false;
    }
    let ranges = Ranges::of(program);
    loops.ids().all(|id| {
        // By variable: the least of its steps, if they go on one way.
        let mut steps: BTreeMap<VarId, Option<i128>> = BTreeMap::new();
        let mut note = |var: VarId, step: Option<i128>| {
            let known = steps.entry(var).or_insert(step);
            *known = known
                .zip(step)
                .filter(|(a, b)| (*a > 0) == (*b > 0))
                .map(|(a, b)| if a.abs() < b.abs() { a } else { b });
        };
        for edge in program.edges().iter().filter(|edge| loops.contains(id, edge.from)) {
            match &edge.op {
                Op::Assign(pairs) => pairs.iter().for_each(|(var, value)| note(*var, step(program, *var, *value))),
                Op::Havoc { var, .. } => note(*var, None),
                _ => {}
            }
        }
        let head = loops.get(id).head;
        steps.iter().any(|(var, step)| {
            let Some(range) = ranges.at(head, *var) else { return true };
            step.is_some_and(|step| range.max - range.min <= FEW * step.abs())
        })
    })
}

/// By how much an assignment makes a variable larger, if that is a constant and not zero.
fn step(program: &Program, var: VarId, value: ExprId) -> Option<i128> {
    let exprs = &program.exprs;
    let mut value = value;
    while let Node::Cast(inner) = exprs.node(value) {
        value = *inner;
    }
    let Node::Binary(op @ (BinOp::Add | BinOp::Sub), mut a, b) = *exprs.node(value) else { return None };
    while let Node::Cast(inner) = exprs.node(a) {
        a = *inner;
    }
    let by = exprs.as_const(b).filter(|by| *by != 0).map(|by| if op == BinOp::Sub { -by } else { by });
    by.filter(|_| *exprs.node(a) == Node::Var(var))
}

/// An engine in the race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The name on the command line.
    pub engine: &'static str,
    /// How much of the time it gets, compared with others: in the first seconds, and later.
    pub weight_at_first: u32,
    pub weight: u32,
    /// So much it gets before all others: enough for what it decides at once.
    pub taste: Duration,
}

/// What `bmc` and `predicates` need for most of what they decide at once, beginning with reading the program.
const TASTE_OF_BMC: Duration = Duration::from_millis(75);
const TASTE_OF_PREDICATES: Duration = Duration::from_millis(70);
/// The first slice of a favourite in the race (160 ms by its weight): it does not wait while others have their taste.
const NO_WAIT: Duration = Duration::from_millis(1600);

/// The weights of a favourite, in the first seconds and later, and of who expects to answer soon.
const FAVOURITE: (u32, u32) = (10, 6);
const EXPECTING: (u32, u32) = (40, 24);

impl Entrant {
    /// The same when more is known of how soon it answers.
    pub fn expecting(self, soon: bool) -> Entrant {
        let (weights, taste) = if soon { (EXPECTING, NO_WAIT) } else { ((1, 1), Duration::ZERO) };
        Entrant { weight_at_first: weights.0, weight: weights.1, taste, ..self }
    }
}

/// The engines that race, the most promising first. Only those that are `built`.
pub fn plan(features: &Features, built: &[&'static str]) -> Vec<Entrant> {
    let is_unwound = features.has_few_rounds && !features.has_recursion || features.has_products;
    let order: &[&'static str] = match (features.has_arrays, features.has_loops || features.has_recursion) {
        (_, false) => &["bmc", "predicates", "linear"],
        _ if features.has_bit_operations => &["bmc", "arrays", "predicates", "horn"],
        (true, true) if is_unwound => &["bmc", "horn", "arrays", "predicates", "sil"],
        (true, true) if features.has_tables => &["horn", "bmc", "arrays", "predicates", "sil"],
        (true, true) => &["arrays", "horn", "bmc", "predicates", "sil"],
        (false, true) if is_unwound => &["linear", "bmc", "horn", "predicates"],
        (false, true) => &["linear", "horn", "bmc", "predicates"],
    };
    // What is decided in the first seconds is mostly decided by the first two; later others may know better.
    let weights = |place: usize| match place {
        0 | 1 => FAVOURITE,
        2 => (2, 2),
        _ => (1, 1),
    };
    // Many small programs would wait for one that is not among the first two.
    let taste = |engine: &str| match (order[0], engine) {
        ("arrays", "bmc") => TASTE_OF_BMC,
        ("bmc", "bmc") if is_unwound => NO_WAIT,
        ("arrays", "predicates") => TASTE_OF_PREDICATES,
        _ => Duration::ZERO,
    };
    let entrant = |(place, engine): (usize, &&'static str)| Entrant {
        engine,
        weight_at_first: weights(place).0,
        weight: weights(place).1,
        taste: taste(engine),
    };
    let mut plan: Vec<Entrant> = order.iter().enumerate().map(entrant).collect();
    // Without inputs there is one execution, and nothing beats executing it.
    let (place, weight) = if features.has_inputs { (2, 1) } else { (0, 3) };
    let simulate = Entrant { engine: "simulate", weight_at_first: weight, weight, taste: Duration::ZERO };
    match features.has_few_executions {
        true => plan.insert(0, simulate.expecting(true)),
        false => plan.insert(place, simulate),
    }
    plan.retain(|entrant| built.contains(&entrant.engine));
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT: [&str; 7] = ["simulate", "linear", "arrays", "bmc", "predicates", "sil", "horn"];

    #[test]
    fn the_first_have_the_most_weight_and_nobody_stands_twice() {
        for bits in 0..512 {
            let has = |bit: u32| bits & (1 << bit) != 0;
            let features = Features {
                has_inputs: has(0),
                has_loops: has(1),
                has_recursion: has(2),
                has_arrays: has(3),
                has_bit_operations: has(4),
                has_few_rounds: has(5),
                has_products: has(6),
                has_tables: has(7),
                has_few_executions: has(8),
            };
            let plan = plan(&features, &BUILT);
            let others: Vec<&Entrant> = plan.iter().filter(|entrant| entrant.engine != "simulate").collect();
            assert!(
                others.len() >= 3 && others.is_sorted_by_key(|entrant| std::cmp::Reverse(entrant.weight)),
                "{plan:?}"
            );
            let mut names: Vec<&str> = plan.iter().map(|entrant| entrant.engine).collect();
            assert_eq!(names[0] == "simulate", !features.has_inputs || features.has_few_executions);
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
