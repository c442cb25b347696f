//! Control dependence, taken piece by piece.
//!
//! In each procedure all ends (exit, halt, error, blocking, a fault) lead to one sink; a location that cannot end leads
//! there from its loop heads. Location n depends on location b when n post-dominates a successor of b but not b: in the
//! post-dominator tree the successor is below or at n, and the parent of b is above n. So the locations that a relevant
//! one depends on are found in a range of the tree's preorder, and each is taken once: E log E in all (the usual walk up
//! the tree is quadratic where many steps in a row can end the execution).

use crate::ids::LocId;
use crate::loops::Loops;
use crate::program::Program;

const NONE: u32 = u32::MAX;

/// The post-dominator trees of all procedures; node l is location l, node `locs + p` the sink of procedure p.
pub struct Control {
    /// The parent of a node; `NONE` for sinks and for locations that are not reached.
    parent: Vec<u32>,
    /// Nodes in preorder, with each one's number, the largest number below it, and its depth.
    order: Vec<u32>,
    number: Vec<u32>,
    last: Vec<u32>,
    depth: Vec<u32>,
    pending: Pending,
    locs: usize,
}

impl Control {
    /// `ends` says of each location whether the execution may end there (of one that is not an end by itself: by blocking,
    /// a fault or a call that does not return); `reached`, whether any execution can be there at all.
    pub fn of(program: &Program, loops: &Loops, reached: &[bool], ends: &[bool]) -> Control {
        let (locs, nodes) = (program.locs.len(), program.locs.len() + program.procs.len());
        let sink = |loc: LocId| (locs + program.loc(loc).proc.index()) as u32;
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for loc in program.loc_ids().filter(|loc| reached[loc.index()]) {
            let out = program.out_edges(loc);
            if out.len() == 0 || ends[loc.index()] {
                edges.push((loc.0, sink(loc)));
            }
            edges.extend(out.map(|edge| (loc.0, program.edge(edge).to.0)));
        }
        let real = Adjacency::reversed(nodes, &edges);
        let can_end = reach(&real, locs..nodes, nodes);
        for loc in program.loc_ids().filter(|loc| reached[loc.index()]) {
            if !can_end[loc.index()] && loops.is_head(loc) {
                edges.push((loc.0, sink(loc)));
            }
        }
        let parent = post_dominators(locs, nodes, &edges);
        let (order, number, last, depth) = preorder(&parent, locs, nodes);
        let mut control = Control { parent, order, number, last, depth, pending: Pending::default(), locs };
        control.pending = control.pending_edges(&edges);
        control
    }

    /// The locations that `loc` depends on and that were not taken before.
    pub fn take(&mut self, loc: LocId) -> Vec<LocId> {
        let node = loc.index();
        if self.number[node] == NONE {
            return Vec::new();
        }
        self.pending.take(self.number[node], self.last[node], self.depth[node]).into_iter().map(LocId).collect()
    }

    /// True when an execution can be at the location.
    pub fn is_reached(&self, loc: LocId) -> bool {
        self.number[loc.index()] != NONE
    }

    /// For each location the first kept one on the way up the tree, which is where an execution goes on that is only seen
    /// at kept locations; `None` when it ends before.
    pub fn next_kept(&self, kept: &[bool]) -> Vec<Option<LocId>> {
        let mut next: Vec<Option<LocId>> = vec![None; self.parent.len()];
        for &node in &self.order {
            let at = node as usize;
            next[at] = match self.parent[at] {
                _ if at < self.locs && kept[at] => Some(LocId(node)),
                NONE => None,
                parent => next[parent as usize],
            };
        }
        next.truncate(self.locs);
        next
    }

    /// The edges (b, s) of branches, as depths of the parents of b, in the preorder of s.
    fn pending_edges(&self, edges: &[(u32, u32)]) -> Pending {
        let mut list: Vec<(u32, u32, u32)> = edges
            .iter()
            .filter(|&&(b, s)| self.parent[b as usize] != NONE && self.parent[b as usize] != s)
            .map(|&(b, s)| (self.number[s as usize], self.depth[self.parent[b as usize] as usize], b))
            .collect();
        list.sort_unstable();
        Pending::new(list)
    }
}

/// A graph as lists of targets in one vector.
struct Adjacency {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Adjacency {
    fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Adjacency {
        let mut first = vec![0u32; nodes + 1];
        for (from, _) in edges.clone() {
            first[from as usize + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut targets = vec![0; first[nodes] as usize];
        for (from, to) in edges {
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Adjacency { first, targets }
    }

    fn reversed(nodes: usize, edges: &[(u32, u32)]) -> Adjacency {
        Adjacency::new(nodes, edges.iter().map(|&(from, to)| (to, from)))
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.targets[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

fn reach(graph: &Adjacency, from: std::ops::Range<usize>, nodes: usize) -> Vec<bool> {
    let mut seen = vec![false; nodes];
    let mut stack: Vec<usize> = from.collect();
    for &node in &stack {
        seen[node] = true;
    }
    while let Some(node) = stack.pop() {
        for &next in graph.of(node) {
            if !std::mem::replace(&mut seen[next as usize], true) {
                stack.push(next as usize);
            }
        }
    }
    seen
}

/// Parents in the post-dominator trees (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm").
fn post_dominators(locs: usize, nodes: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let backward = Adjacency::reversed(nodes, edges);
    let forward = Adjacency::new(nodes, edges.iter().copied());
    let mut postorder = Vec::new();
    let mut number = vec![NONE; nodes];
    let mut seen = vec![false; nodes];
    for sink in locs..nodes {
        let mut stack = vec![(sink, 0)];
        seen[sink] = true;
        while let Some((node, at)) = stack.last_mut() {
            match backward.of(*node).get(*at) {
                Some(&next) => {
                    *at += 1;
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        stack.push((next as usize, 0));
                    }
                }
                None => {
                    number[*node] = postorder.len() as u32;
                    postorder.push(*node);
                    stack.pop();
                }
            }
        }
    }
    let mut parent = vec![NONE; nodes];
    for (sink, parent) in parent.iter_mut().enumerate().skip(locs) {
        *parent = sink as u32;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for &node in postorder.iter().rev().filter(|&&node| node < locs) {
            let mut common = NONE;
            for &next in forward.of(node) {
                if parent[next as usize] == NONE {
                    continue;
                }
                common = if common == NONE { next } else { intersect(&parent, &number, common, next) };
            }
            if parent[node] != common {
                parent[node] = common;
                changed = true;
            }
        }
    }
    parent[locs..].fill(NONE);
    parent
}

fn intersect(parent: &[u32], number: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while number[a as usize] < number[b as usize] {
            a = parent[a as usize];
        }
        while number[b as usize] < number[a as usize] {
            b = parent[b as usize];
        }
    }
    a
}

type Preorder = (Vec<u32>, Vec<u32>, Vec<u32>, Vec<u32>);

fn preorder(parent: &[u32], locs: usize, nodes: usize) -> Preorder {
    let below =
        (0..locs as u32).filter(|&node| parent[node as usize] != NONE).map(|node| (parent[node as usize], node));
    let children = Adjacency::new(nodes, below);
    let (mut order, mut number, mut last, mut depth) =
        (Vec::new(), vec![NONE; nodes], vec![NONE; nodes], vec![0; nodes]);
    for sink in locs..nodes {
        let mut stack = vec![(sink, 0)];
        number[sink] = order.len() as u32;
        order.push(sink as u32);
        while let Some((node, at)) = stack.last_mut() {
            match children.of(*node).get(*at) {
                Some(&child) => {
                    *at += 1;
                    depth[child as usize] = depth[*node] + 1;
                    number[child as usize] = order.len() as u32;
                    order.push(child);
                    stack.push((child as usize, 0));
                }
                None => {
                    last[*node] = order.len() as u32 - 1;
                    stack.pop();
                }
            }
        }
    }
    (order, number, last, depth)
}

/// Edges that wait to be taken: a tree of minima over depths.
#[derive(Default)]
struct Pending {
    /// Preorder numbers of the edges' targets, ascending.
    keys: Vec<u32>,
    branches: Vec<u32>,
    /// A segment tree; leaf i is at `size + i`. A taken leaf is `NONE`.
    least: Vec<u32>,
    size: usize,
}

impl Pending {
    fn new(list: Vec<(u32, u32, u32)>) -> Pending {
        let size = list.len().next_power_of_two();
        let mut least = vec![NONE; 2 * size];
        for (at, &(_, depth, _)) in list.iter().enumerate() {
            least[size + at] = depth;
        }
        for at in (1..size).rev() {
            least[at] = least[2 * at].min(least[2 * at + 1]);
        }
        let keys = list.iter().map(|edge| edge.0).collect();
        let branches = list.iter().map(|edge| edge.2).collect();
        Pending { keys, branches, least, size }
    }

    /// Takes the edges whose target is numbered from `first` to `last` and whose depth is less than `depth`.
    fn take(&mut self, first: u32, last: u32, depth: u32) -> Vec<u32> {
        let from = self.keys.partition_point(|&key| key < first);
        let to = self.keys.partition_point(|&key| key <= last);
        let mut taken = Vec::new();
        let mut stack = vec![(1, 0, self.size)];
        while let Some((node, low, high)) = stack.pop() {
            if high <= from || to <= low || self.least.get(node).is_none_or(|&least| least >= depth) {
                continue;
            }
            if high - low > 1 {
                let middle = (low + high) / 2;
                stack.extend([(2 * node + 1, middle, high), (2 * node, low, middle)]);
                continue;
            }
            taken.push(self.branches[low]);
            self.least[node] = NONE;
            let mut at = node / 2;
            while at > 0 {
                self.least[at] = self.least[2 * at].min(self.least[2 * at + 1]);
                at /= 2;
            }
        }
        taken
    }
}
