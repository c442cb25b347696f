//! Walks over any graph, without recursion: strongly connected components (Tarjan), and the order of a depth-first search.

use crate::ids::LocId;

/// The components, each with its nodes in ascending order; a component comes after all components that it reaches.
pub fn components(nodes: usize, mut successors: impl FnMut(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut number = vec![UNSEEN; nodes];
    let mut low = vec![0; nodes];
    let mut is_open = vec![false; nodes];
    let mut open = Vec::new();
    let mut found = Vec::new();
    let mut next_number = 0;
    // A node with its successors and how many of them were looked at.
    let mut stack: Vec<(usize, Vec<usize>, usize)> = Vec::new();
    for root in 0..nodes {
        if number[root] != UNSEEN {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                number[node] = next_number;
                low[node] = next_number;
                next_number += 1;
                open.push(node);
                is_open[node] = true;
                stack.push((node, successors(node), 0));
            }
            let Some((node, targets, at)) = stack.last_mut() else { break };
            let node = *node;
            if let Some(&target) = targets.get(*at) {
                *at += 1;
                if number[target] == UNSEEN {
                    enter = Some(target);
                } else if is_open[target] {
                    low[node] = low[node].min(number[target]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(parent, ..)) = stack.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == number[node] {
                let mut component = Vec::new();
                while let Some(member) = open.pop() {
                    is_open[member] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}

/// The locations that a depth-first search from `start` finds, in the order in which it is finished with them: its reverse is
/// topological but for edges that go back. Of the successors of a location the last is visited first. What is `seen` is not
/// visited, and what is visited is seen.
pub fn postorder(start: LocId, seen: &mut [bool], successors: impl Fn(LocId) -> Vec<LocId>) -> Vec<LocId> {
    let mut finished = Vec::new();
    let mut stack = vec![(start, successors(start))];
    seen[start.index()] = true;
    while let Some((loc, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if seen[next.index()] => {}
            Some(next) => {
                seen[next.index()] = true;
                stack.push((next, successors(next)));
            }
            None => {
                finished.push(*loc);
                stack.pop();
            }
        }
    }
    finished
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_reach() {
        let edges: [&[usize]; 6] = [&[1], &[2], &[0, 3], &[4], &[3], &[5, 0]];
        assert_eq!(components(6, |node| edges[node].to_vec()), vec![vec![3, 4], vec![0, 1, 2], vec![5]]);
    }

    #[test]
    fn what_is_finished_first_leads_to_nothing_new() {
        let edges: [&[u32]; 4] = [&[1, 2], &[3], &[3], &[0]];
        let successors = |loc: LocId| edges[loc.index()].iter().map(|&to| LocId(to)).collect();
        assert_eq!(postorder(LocId(0), &mut [false; 4], successors), [3, 2, 1, 0].map(LocId));
    }

    #[test]
    fn long_chains_need_no_stack() {
        let count = 300_000;
        let found = components(count, |node| if node + 1 < count { vec![node + 1] } else { vec![] });
        assert_eq!(found.len(), count);
        assert_eq!(found[0], vec![count - 1]);
    }
}
