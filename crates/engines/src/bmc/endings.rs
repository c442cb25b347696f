//! Locations from which an execution only comes to its end: an error, a halt, or what is not modelled.

use heureka_ir::{LocId, LocKind, Op, Program};

pub struct Endings {
    /// By location.
    is_ending: Vec<bool>,
}

impl Endings {
    pub fn of(program: &Program) -> Endings {
        let mut is_ending: Vec<bool> =
            program.locs.iter().map(|location| !matches!(location.kind, LocKind::Normal)).collect();
        // Each pass but the last finds one; chains are found in one pass, since they are numbered in their order.
        loop {
            let mut more = false;
            for loc in program.loc_ids().rev().filter(|loc| program.proc(program.loc(*loc).proc).exit != *loc) {
                let mut edges = program.out_edges(loc).map(|edge| program.edge(edge)).peekable();
                let leads_to_end = edges.peek().is_some()
                    && edges.all(|edge| {
                        let callee = match edge.op {
                            Op::Call { proc, .. } => is_ending[program.proc(proc).entry.index()],
                            _ => false,
                        };
                        callee || is_ending[edge.to.index()]
                    });
                more |= leads_to_end && !std::mem::replace(&mut is_ending[loc.index()], true);
            }
            if !more {
                return Endings { is_ending };
            }
        }
    }

    pub fn contains(&self, loc: LocId) -> bool {
        self.is_ending[loc.index()]
    }
}
