//! What was reached as invariants at the heads of loops.

use heureka_ir::certificate::{Certificate, HeadInvariants, HeadSubject};
use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::passes::Ranges;
use heureka_ir::{ArrayId, Dim, Interval, LocId, Program, VarId};

use super::encode::Encoder;
use super::graph::Graph;
use super::region::Cube;
use super::say::Sayer;

/// Something that may be the case at a cut point.
#[derive(Clone, PartialEq, Eq)]
pub struct Known {
    /// What some variables are.
    pub values: Vec<(VarId, i128)>,
    pub cube: Cube,
}

/// The invariants: at each cut point one of what is `known` there, and the ranges that the formulas relied on.
pub fn certificate(
    graph: &Graph,
    ranges: &Ranges,
    encoder: &Encoder,
    mut known: impl FnMut(LocId) -> Vec<Known>,
) -> Certificate {
    let program = &graph.inlined;
    let mut at = Vec::new();
    for head in graph.program.loc_ids().filter(|loc| graph.is_cut[loc.index()] && loc.index() < program.locs.len()) {
        let mut cases: Vec<Known> = Vec::new();
        for case in known(head) {
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        let mut sayer = Sayer::new(encoder, program);
        // What holds in all cases stands by itself, to be proved by itself.
        let mut all = limits(graph, ranges, head);
        all.extend(written_arrays(graph).into_iter().filter_map(|array| {
            let range =
                Some(ranges.cells(array)).filter(|range| *range != Interval::of_type(program.array(array).elem))?;
            Some(cells_within(program, array, range, &mut sayer))
        }));
        let any = cases.into_iter().map(|Known { values, cube }| {
            let said = cube.iter().map(|(predicate, holds)| {
                let formula = sayer.formula(*predicate).unwrap_or_else(Formula::unsaid);
                if *holds { formula } else { formula.not() }
            });
            let equal = |(var, value): (VarId, i128)| Formula::equal(Number::now(var), Number::Const(value));
            Formula::And(said.chain(values.into_iter().map(equal)).collect())
        });
        let any = Formula::Or(any.collect());
        all.push(any);
        at.push((head, Formula::And(all)));
    }
    let subject = HeadSubject::Inlined { depth: graph.depth };
    Certificate::AtHeads(HeadInvariants { subject, at, contracts: Vec::new() })
}

fn within(number: Number, range: Interval) -> [Formula; 2] {
    [Formula::at_most(Number::Const(range.min), number.clone()), Formula::at_most(number, Number::Const(range.max))]
}

/// What the ranges of variables are at a location, where they are less than their types.
fn limits(graph: &Graph, ranges: &Ranges, loc: LocId) -> Vec<Formula> {
    let mut limits = Vec::new();
    for &var in &graph.live(loc).vars {
        let ty = graph.program.var(var).ty;
        let Some(range) = ranges.at(loc, var).filter(|range| *range != Interval::of_type(ty)) else { continue };
        limits.extend(within(Number::now(var), range));
    }
    limits
}

/// The arrays whose cells change, and of whose cells the ranges of variables may follow. (What the cells of sets are is
/// understood.)
fn written_arrays(graph: &Graph) -> Vec<ArrayId> {
    let program = &graph.program;
    let is_written = |array: &ArrayId| program.edges().iter().any(|edge| edge.op.written_array() == Some(*array));
    program.array_ids().filter(|array| !program.array(*array).is_set()).filter(is_written).collect()
}

/// Whatever the indices are within the extents, the cell is within the range.
fn cells_within(program: &Program, array: ArrayId, range: Interval, sayer: &mut Sayer) -> Formula {
    let dims = &program.array(array).dims;
    let bound: Vec<BoundId> = dims.iter().map(|_| sayer.bound()).collect();
    let indices: Vec<Number> = bound.iter().copied().map(Number::Bound).collect();
    let mut inside = Vec::new();
    for (index, dim) in indices.iter().zip(dims) {
        inside.push(Formula::at_most(Number::Const(0), index.clone()));
        let extent = match dim {
            Dim::Const(extent) => Number::Const(i128::from(*extent)),
            Dim::Var(var) => Number::now(*var),
            Dim::PerInstance(lengths) => Number::Read(*lengths, vec![indices[0].clone()]),
            Dim::Unbounded | Dim::Element => continue,
        };
        inside.push(Formula::below(index.clone(), extent));
    }
    let claim = Formula::And(within(Number::Read(array, indices), range).into());
    Formula::ForAll(bound, Box::new(Formula::And(inside).implies(claim)))
}
