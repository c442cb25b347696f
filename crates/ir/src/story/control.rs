//! Where branches meet again: what a branch decides is what happens before that.
//!
//! Immediate postdominators (Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", 2001, on the reversed graph).
//! A procedure ends at its exit; where an endless loop keeps it from getting there, the end of an iteration counts as an
//! end. Locations from which there is neither are *doomed*: they lead to an error or a halt. A branch with only one arm
//! that is not doomed (an assertion that holds, say) decides nothing for those who take that arm.

use crate::ids::LocId;
use crate::loops::Loops;
use crate::program::Program;

pub(super) struct Control {
    /// By location: where its arms meet, `None` if only at the end.
    meets: Vec<Option<LocId>>,
    doomed: Vec<bool>,
}

const NONE: usize = usize::MAX;

impl Control {
    pub(super) fn of(program: &Program, loops: &Loops) -> Control {
        let count = program.locs.len();
        let before = before(program);
        let mut is_end = vec![false; count];
        for proc in &program.procs {
            is_end[proc.exit.index()] = true;
        }
        let returns = reaching(&before, &is_end);
        for id in loops.ids() {
            for &edge in &loops.get(id).back_edges {
                let from = program.edge(edge).from.index();
                is_end[from] |= !returns[from];
            }
        }
        let lives = reaching(&before, &is_end);
        let meets = postdominators(program, &before, &is_end, &lives);
        let doomed = lives.iter().map(|lives| !lives).collect();
        Control { meets, doomed }
    }

    pub(super) fn is_doomed(&self, loc: LocId) -> bool {
        self.doomed[loc.index()]
    }

    /// Where the arms of a branch meet again.
    pub(super) fn meeting(&self, loc: LocId) -> Option<LocId> {
        self.meets[loc.index()]
    }

    /// True when the branch at this location has a choice that matters for those who get on.
    pub(super) fn decides(&self, program: &Program, loc: LocId) -> bool {
        program.out_edges(loc).filter(|&edge| !self.is_doomed(program.edge(edge).to)).count() > 1
    }
}

/// For each location those before it.
fn before(program: &Program) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); program.locs.len()];
    for edge in program.edges() {
        before[edge.to.index()].push(edge.from.index());
    }
    before
}

/// The locations from which one of the ends can be reached.
fn reaching(before: &[Vec<usize>], is_end: &[bool]) -> Vec<bool> {
    let mut reaches = is_end.to_vec();
    let mut work: Vec<usize> = (0..is_end.len()).filter(|&loc| is_end[loc]).collect();
    while let Some(loc) = work.pop() {
        for &from in &before[loc] {
            if !std::mem::replace(&mut reaches[from], true) {
                work.push(from);
            }
        }
    }
    reaches
}

/// The immediate postdominator of each location that lives; the end of everything is a node of its own.
fn postdominators(program: &Program, before: &[Vec<usize>], is_end: &[bool], lives: &[bool]) -> Vec<Option<LocId>> {
    let end = program.locs.len();
    let order = postorder(before, is_end);
    let mut number = vec![NONE; end + 1];
    for (at, &loc) in order.iter().enumerate() {
        number[loc] = at;
    }
    let mut above = vec![NONE; end + 1];
    above[end] = end;
    let mut changes = true;
    while changes {
        changes = false;
        for &loc in order.iter().rev().filter(|&&loc| loc != end) {
            let mut meeting = if is_end[loc] { end } else { NONE };
            for edge in program.out_edges(LocId(loc as u32)) {
                let to = program.edge(edge).to.index();
                if lives[to] && above[to] != NONE {
                    meeting = if meeting == NONE { to } else { intersect(&above, &number, meeting, to) };
                }
            }
            if above[loc] != meeting {
                above[loc] = meeting;
                changes = true;
            }
        }
    }
    above[..end].iter().map(|&loc| (loc < end).then_some(LocId(loc as u32))).collect()
}

fn intersect(above: &[usize], number: &[usize], mut one: usize, mut other: usize) -> usize {
    while one != other {
        while number[one] < number[other] {
            one = above[one];
        }
        while number[other] < number[one] {
            other = above[other];
        }
    }
    one
}

/// The locations that live in postorder of the reversed graph from the end of everything, which comes last.
fn postorder(before: &[Vec<usize>], is_end: &[bool]) -> Vec<usize> {
    let end = before.len();
    let ends: Vec<usize> = (0..end).filter(|&loc| is_end[loc]).collect();
    let targets = |loc: usize| if loc == end { &ends } else { &before[loc] };
    let mut seen = vec![false; end + 1];
    let mut order = Vec::new();
    let mut stack = vec![(end, 0)];
    seen[end] = true;
    while let Some((loc, at)) = stack.last_mut() {
        match targets(*loc).get(*at) {
            Some(&next) => {
                *at += 1;
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push((next, 0));
                }
            }
            None => {
                order.push(*loc);
                stack.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn control(body: &str) -> (Program, Control) {
        let program = parse(&format!("entry f global x: i32 proc f() {{ {body} }}")).unwrap();
        let control = Control::of(&program, &Loops::of(&program));
        (program, control)
    }

    #[test]
    fn arms_meet_where_the_statement_ends() {
        let (program, control) = control(
            "entry L0: assume x == 0 -> L1 assume x != 0 -> L2
             L1: skip -> L3
             L2: assume x < 5 -> L3 assume 5 <= x -> L4
             L3: skip -> L5
             L4: error assertion \"no\"
             exit L5:",
        );
        assert_eq!(control.meeting(LocId(0)), Some(LocId(3)));
        assert!(control.decides(&program, LocId(0)));
        assert!(!control.decides(&program, LocId(2)), "an assertion decides nothing for those who get on");
        assert!(control.is_doomed(LocId(4)) && !control.is_doomed(LocId(2)));
    }

    #[test]
    fn loops_meet_behind_themselves() {
        let (_, control) = control(
            "entry L0: assume x < 3 -> L1 assume 3 <= x -> L2
             L1: x := x + 1 -> L0
             L2: skip -> L3
             exit L3:",
        );
        assert_eq!(control.meeting(LocId(0)), Some(LocId(2)));
    }

    #[test]
    fn branches_in_endless_loops_meet_too() {
        let (program, control) = control(
            "entry L0: skip -> L1
             L1: assume x < 3 -> L2 assume 3 <= x -> L3
             L2: x := x + 1 -> L4
             L3: skip -> L4
             L4: assume x == 7 -> L5 assume x != 7 -> L0
             L5: error assertion \"no\"
             exit L6:",
        );
        assert_eq!(control.meeting(LocId(1)), Some(LocId(4)));
        assert!(control.decides(&program, LocId(1)) && !control.decides(&program, LocId(4)));
    }
}
