//! The order in which the locations of a procedure are unwound: what leads to a location comes before it, and a loop is one
//! element of the order, with the order of its body within.

use std::collections::BTreeMap;

use heureka_ir::graph::postorder;
use heureka_ir::{LocId, LoopId, Loops, ProcId, Program};

/// Locations and loops, in order.
pub type Region = Vec<Element>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    Loc(LocId),
    /// A loop; its head comes first in its region.
    Loop(LoopId, Region),
}

/// The order of each procedure.
pub fn regions(program: &Program, loops: &Loops) -> Vec<Region> {
    program.proc_ids().map(|proc| region(program, loops, proc)).collect()
}

fn region(program: &Program, loops: &Loops, proc: ProcId) -> Region {
    // By loop, and for what is in none.
    let mut within: BTreeMap<Option<LoopId>, Vec<Place>> = BTreeMap::new();
    for loc in reverse_postorder(program, program.proc(proc).entry) {
        let innermost = loops.innermost(loc);
        if let Some(id) = innermost.filter(|id| loops.get(*id).head == loc) {
            within.entry(loops.get(id).parent).or_default().push(Place::Loop(id));
        }
        within.entry(innermost).or_default().push(Place::Loc(loc));
    }
    assemble(None, &mut within)
}

/// An element of a region before the regions within it are known.
enum Place {
    Loc(LocId),
    Loop(LoopId),
}

/// As deep as loops are nested.
fn assemble(of: Option<LoopId>, within: &mut BTreeMap<Option<LoopId>, Vec<Place>>) -> Region {
    let places = within.remove(&of).unwrap_or_default();
    let element = |place| match place {
        Place::Loc(loc) => Element::Loc(loc),
        Place::Loop(id) => Element::Loop(id, assemble(Some(id), within)),
    };
    places.into_iter().map(element).collect()
}

/// The locations such that every edge but those that go back leads to a later one. A loop may be interrupted by what follows
/// it; the place of a loop among the others is that of its head, which comes before all that follows. Of two branches the
/// first comes first.
fn reverse_postorder(program: &Program, start: LocId) -> Vec<LocId> {
    let successors = |loc: LocId| program.out_edges(loc).map(|edge| program.edge(edge).to).collect::<Vec<LocId>>();
    let mut order = postorder(start, &mut vec![false; program.locs.len()], successors);
    order.reverse();
    order
}
