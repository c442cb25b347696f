//! Loops and how they nest (Havlak, "Nesting of reducible and irreducible loops", 1997).
//!
//! Invariant: every cycle of locations within a procedure passes through the head of a loop that contains it, also where
//! the graph is irreducible. Locations that no entry reaches belong to no loop.

use crate::ids::{EdgeId, LocId};
use crate::program::Program;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);

impl LoopId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Where the loop is entered; an irreducible loop has other entries too.
    pub head: LocId,
    /// The edges that lead from within the loop to its head.
    pub back_edges: Vec<EdgeId>,
    /// The smallest loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// True when the loop can be entered elsewhere than at its head.
    pub irreducible: bool,
}

/// The loops of all procedures. A loop has a smaller id than the loops within it.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    /// The smallest loop that a location is in; heads are in their own loop.
    innermost: Vec<Option<LoopId>>,
}

const NONE: usize = usize::MAX;

impl Loops {
    pub fn of(program: &Program) -> Loops {
        let order = DepthFirst::of(program);
        let count = order.locs.len();
        let (mut back, mut forward): (Vec<Vec<usize>>, Vec<Vec<usize>>) =
            (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut back_edges: Vec<Vec<EdgeId>> = vec![Vec::new(); count];
        for id in program.edge_ids() {
            let edge = program.edge(id);
            let (from, to) = (order.number[edge.from.index()], order.number[edge.to.index()]);
            if from == NONE || to == NONE {
                continue;
            }
            if order.is_ancestor(to, from) {
                back[to].push(from);
                back_edges[to].push(id);
            } else {
                forward[to].push(from);
            }
        }
        let mut merged = UnionFind::new(count);
        let mut head_of = vec![NONE; count];
        let mut irreducible = vec![false; count];
        let mut member_of = vec![NONE; count];
        for head in (0..count).rev() {
            let mut body = Vec::new();
            for &from in &back[head] {
                let from = merged.find(from);
                if from != head && member_of[from] != head {
                    member_of[from] = head;
                    body.push(from);
                }
            }
            let mut at = 0;
            while let Some(&member) = body.get(at) {
                at += 1;
                for from in std::mem::take(&mut forward[member]) {
                    let from = merged.find(from);
                    if !order.is_ancestor(head, from) {
                        irreducible[head] = true;
                        forward[head].push(from);
                    } else if from != head && member_of[from] != head {
                        member_of[from] = head;
                        body.push(from);
                    }
                }
            }
            for member in body {
                head_of[member] = head;
                merged.join(member, head);
            }
        }
        let mut loops: Vec<Loop> = Vec::new();
        let mut loop_at: Vec<Option<LoopId>> = vec![None; count];
        let mut innermost = vec![None; program.locs.len()];
        // Heads come before what they head in depth-first order, so parents are made first.
        for node in 0..count {
            let parent = if head_of[node] == NONE { None } else { loop_at[head_of[node]] };
            innermost[order.locs[node].index()] = parent;
            if back[node].is_empty() {
                continue;
            }
            let id = LoopId(loops.len() as u32);
            loop_at[node] = Some(id);
            innermost[order.locs[node].index()] = Some(id);
            let depth = parent.map_or(0, |parent| loops[parent.index()].depth) + 1;
            loops.push(Loop {
                head: order.locs[node],
                back_edges: std::mem::take(&mut back_edges[node]),
                parent,
                depth,
                irreducible: irreducible[node],
            });
        }
        Loops { loops, innermost }
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = LoopId> + use<> {
        (0..self.loops.len() as u32).map(LoopId)
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.index()]
    }

    /// The smallest loop that the location is in.
    pub fn innermost(&self, loc: LocId) -> Option<LoopId> {
        self.innermost[loc.index()]
    }

    pub fn is_head(&self, loc: LocId) -> bool {
        self.innermost(loc).is_some_and(|id| self.get(id).head == loc)
    }

    /// How many loops the location is in.
    pub fn depth(&self, loc: LocId) -> u32 {
        self.innermost(loc).map_or(0, |id| self.get(id).depth)
    }

    pub fn contains(&self, id: LoopId, loc: LocId) -> bool {
        let mut at = self.innermost(loc);
        while let Some(inner) = at {
            // Loops within `id` have larger ids.
            if inner <= id {
                return inner == id;
            }
            at = self.get(inner).parent;
        }
        false
    }

    /// The edges that leave a loop.
    pub fn exits(&self, program: &Program, id: LoopId) -> Vec<EdgeId> {
        let leaves = |&edge: &EdgeId| {
            let edge = program.edge(edge);
            self.contains(id, edge.from) && !self.contains(id, edge.to)
        };
        program.edge_ids().filter(leaves).collect()
    }
}

/// A depth-first numbering from the entries of all procedures.
struct DepthFirst {
    number: Vec<usize>,
    /// The locations by number.
    locs: Vec<LocId>,
    /// The largest number below each.
    last: Vec<usize>,
}

impl DepthFirst {
    fn of(program: &Program) -> DepthFirst {
        let mut order = DepthFirst { number: vec![NONE; program.locs.len()], locs: Vec::new(), last: Vec::new() };
        let mut stack = Vec::new();
        for proc in &program.procs {
            if order.number[proc.entry.index()] == NONE {
                order.enter(proc.entry);
                stack.push((proc.entry, program.out_edges(proc.entry)));
            }
            while let Some((loc, edges)) = stack.last_mut() {
                match edges.next() {
                    Some(edge) => {
                        let to = program.edge(edge).to;
                        if order.number[to.index()] == NONE {
                            order.enter(to);
                            stack.push((to, program.out_edges(to)));
                        }
                    }
                    None => {
                        let number = order.number[loc.index()];
                        order.last[number] = order.locs.len() - 1;
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    fn enter(&mut self, loc: LocId) {
        self.number[loc.index()] = self.locs.len();
        self.locs.push(loc);
        self.last.push(NONE);
    }

    fn is_ancestor(&self, above: usize, below: usize) -> bool {
        above <= below && below <= self.last[above]
    }
}

/// Sets of nodes, each with the head that stands for it.
struct UnionFind {
    parent: Vec<usize>,
}

impl UnionFind {
    fn new(count: usize) -> UnionFind {
        UnionFind { parent: (0..count).collect() }
    }

    fn find(&mut self, node: usize) -> usize {
        let mut root = node;
        while self.parent[root] != root {
            root = self.parent[root];
        }
        let mut at = node;
        while self.parent[at] != root {
            at = std::mem::replace(&mut self.parent[at], root);
        }
        root
    }

    fn join(&mut self, node: usize, into: usize) {
        self.parent[node] = into;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    /// A procedure of skips, from pairs of locations; branches are made by guards on `x`.
    fn graph(edges: &[(u32, u32)]) -> Program {
        let count = edges.iter().map(|&(from, to)| from.max(to)).max().unwrap_or(0) + 1;
        let mut text = String::from("entry f global x: i32 proc f() {");
        for loc in 0..count {
            text += if loc == 0 { " entry " } else { " " };
            text += &format!("L{loc}:");
            for (at, &(_, to)) in edges.iter().filter(|edge| edge.0 == loc).enumerate() {
                text += &format!(" assume x == {at} -> L{to}");
            }
        }
        parse(&format!("{text} exit L{count}: }}")).unwrap()
    }

    #[test]
    fn nested_loops() {
        let program = graph(&[(0, 1), (1, 2), (2, 3), (3, 2), (3, 1), (1, 4), (4, 4), (4, 5)]);
        let loops = Loops::of(&program);
        let heads: Vec<(u32, u32, bool)> =
            loops.ids().map(|id| loops.get(id)).map(|it| (it.head.0, it.depth, it.irreducible)).collect();
        assert_eq!(heads, [(1, 1, false), (2, 2, false), (4, 1, false)]);
        let (outer, inner) = (LoopId(0), LoopId(1));
        assert_eq!(loops.get(inner).parent, Some(outer));
        assert_eq!(loops.innermost(LocId(3)), Some(inner));
        assert!(loops.contains(outer, LocId(3)) && !loops.contains(outer, LocId(4)));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|loc| loops.depth(LocId(loc))), [0, 1, 2, 2, 1, 0]);
        assert!(loops.is_head(LocId(4)) && !loops.is_head(LocId(3)));
        assert_eq!(loops.exits(&program, outer).len(), 1);
        assert_eq!(loops.get(outer).back_edges.len(), 1);
    }

    #[test]
    fn a_loop_with_two_entries_is_irreducible() {
        let program = graph(&[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]);
        let loops = Loops::of(&program);
        assert_eq!(loops.ids().count(), 1);
        assert!(loops.get(LoopId(0)).irreducible);
        assert!(loops.contains(LoopId(0), LocId(1)) && loops.contains(LoopId(0), LocId(2)));
    }

    #[test]
    fn two_back_edges_make_one_loop() {
        let program = graph(&[(0, 1), (1, 2), (2, 1), (1, 3), (3, 1), (3, 4)]);
        let loops = Loops::of(&program);
        assert_eq!(loops.ids().count(), 1);
        assert_eq!(loops.get(LoopId(0)).back_edges.len(), 2);
    }
}
