//! Invariants with products, guessed and checked: `quotient * y + rest == x`.
//!
//! Executions with some inputs show which values the variables have at the heads of loops. The polynomials that are zero at
//! all these points are a vector space, whose basis is computed exactly ([`equations`]); they are candidates. Together with
//! the linear engine's invariants they are given to `certify`, which proves them or does not: what is not proved is forgotten.
//! (Sharma, Gupta, Hariharan, Aiken, Liang, Nori: A Data Driven Approach for Algebraic Loop Invariants, ESOP 2013.)

mod equations;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use heureka_certify::{Numbers, Question, check_certificate};
use heureka_ir::certificate::{HeadInvariants, HeadSubject};
use heureka_ir::formula::{Formula, Number};
use heureka_ir::interpret::{Limits, Sampling, sample};
use heureka_ir::invariant::Relation;
use heureka_ir::{BinOp, Certificate, ExprId, LocId, Loops, Node, Program, VarId};
use heureka_logic::solver;

use crate::engine::{Arithmetic, Context, Task};
use crate::linear::widened_invariants;
use crate::predicates::graph::Graph;
use equations::{Polynomial, equations};

/// More variables have too many products.
const MOST_VARIABLES: usize = 9;

/// How many executions are made, and how long they are.
const EXECUTIONS: u64 = 400;
const STEPS: u64 = 4_000;

/// How often an execution is looked at, at each head.
const MOST_POINTS: usize = 12;

/// Greater values tell nothing more, but take long to compute with; some of them have wrapped around.
const GREATEST: i128 = 1 << 24;

/// Time for the executions, and for the linear engine's invariants.
const PATIENCE: Duration = Duration::from_secs(2);

/// A proof by invariants with products, for programs that have products; `patience` is for its check.
pub fn prove(task: &Task, patience: Duration, cx: &mut Context) -> Option<Certificate> {
    if task.numbers != Arithmetic::Machine || !multiplies(task.program) {
        return None;
    }
    cx.report("looking for relations between products");
    let depth = 2;
    let graph = Graph::new(task, depth).filter(|graph| graph.cut_off.is_empty())?;
    let program = &graph.inlined;
    let heads = heads(program, &graph)?;
    let limits = Limits { deadline: Some(end(PATIENCE, cx)), ..cx.limits(STEPS) };
    let points = sample(program, 0..EXECUTIONS, &limits, &Sampling { wanted: &heads, most: MOST_POINTS });
    let mut found: BTreeMap<LocId, Vec<Polynomial>> = BTreeMap::new();
    for (head, mut points) in points {
        points.retain(|point| point.iter().all(|value| value.abs() <= GREATEST));
        found.insert(head, equations(&points));
    }
    if found.values().all(Vec::is_empty) {
        return None;
    }
    let inlined = Task { program, relevant: None, ..*task };
    let linear = widened_invariants(&inlined, end(PATIENCE, cx), cx.cancel);
    let at = heads.iter().map(|(head, vars)| {
        let known = linear.iter().map(|invariants| Formula::from(&invariants.at[head.index()]));
        let equations = found.get(head).into_iter().flatten().map(|polynomial| equation(polynomial, vars));
        (*head, Formula::And(known.chain(equations).collect()))
    });
    let subject = HeadSubject::Inlined { depth };
    let certificate = Certificate::AtHeads(HeadInvariants { subject, at: at.collect(), contracts: Vec::new() });
    let question = Question { program: task.program, properties: task.properties, numbers: Numbers::Machine };
    let limits = solver::Limits::new(Some(end(patience, cx)), cx.cancel);
    check_certificate(&question, &certificate, &cx.solvers, limits).ok().map(|_| certificate)
}

fn end(patience: Duration, cx: &Context) -> Instant {
    let end = heureka_clock::now() + patience;
    cx.deadline.map_or(end, |deadline| deadline.min(end))
}

/// Whether two values that are not known are multiplied.
fn multiplies(program: &Program) -> bool {
    let is_known = |expr: ExprId| program.exprs.as_const(expr).is_some();
    (0..program.exprs.len() as u32).map(ExprId).any(|expr| match program.exprs.node(expr) {
        Node::Binary(BinOp::Mul, a, b) => !is_known(*a) && !is_known(*b),
        _ => false,
    })
}

/// The heads of all loops, with the variables that matter there; `None` if there are none or they cannot be treated.
fn heads(program: &Program, graph: &Graph) -> Option<BTreeMap<LocId, Vec<VarId>>> {
    let loops = Loops::of(program);
    let mut heads = BTreeMap::new();
    for id in loops.ids() {
        let found = loops.get(id);
        let live: Vec<VarId> = graph.live(found.head).vars.iter().copied().collect();
        if found.irreducible || live.len() > MOST_VARIABLES {
            return None;
        }
        heads.insert(found.head, live);
    }
    (!heads.is_empty()).then_some(heads)
}

/// The polynomial is zero.
fn equation(polynomial: &Polynomial, vars: &[VarId]) -> Formula {
    let mut constant = 0;
    let mut terms = Vec::new();
    for (monomial, factor) in polynomial {
        let product = monomial.iter().map(|&var| Number::now(vars[var]));
        match product.reduce(|left, right| Number::Product(Box::new(left), Box::new(right))) {
            Some(product) => terms.push((product, *factor)),
            None => constant += factor,
        }
    }
    Formula::Compare(Number::Sum(terms, constant), Relation::Zero)
}
