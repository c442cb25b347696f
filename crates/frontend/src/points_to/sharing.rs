//! Which functions are recursive: strongly connected components of the call graph (Tarjan, without host recursion).

use crate::tree::FuncId;

/// For each function whether it can call itself, directly or through others. `calls[f]` lists the callees of f.
pub fn recursive_functions(calls: &[Vec<FuncId>]) -> Vec<bool> {
    const UNSEEN: usize = usize::MAX;
    let count = calls.len();
    let mut recursive = vec![false; count];
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut next = 0;
    for start in 0..count {
        if index[start] != UNSEEN {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((at, child)) = work.pop() {
            if child == 0 {
                index[at] = next;
                low[at] = next;
                next += 1;
                stack.push(at);
                on_stack[at] = true;
            } else {
                let done = calls[at][child - 1].index();
                if on_stack[done] {
                    low[at] = low[at].min(low[done]);
                }
            }
            if let Some(callee) = calls[at].get(child) {
                work.push((at, child + 1));
                let callee = callee.index();
                if index[callee] == UNSEEN {
                    work.push((callee, 0));
                } else if on_stack[callee] {
                    low[at] = low[at].min(index[callee]);
                }
                continue;
            }
            if low[at] == index[at] {
                let from = stack.iter().rposition(|&member| member == at).expect("a root is on the stack");
                let component = stack.split_off(from);
                let cyclic = component.len() > 1 || calls[at].iter().any(|callee| callee.index() == at);
                for member in component {
                    on_stack[member] = false;
                    recursive[member] = cyclic;
                }
            }
        }
    }
    recursive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_and_self_calls_are_recursive() {
        let calls = [vec![1], vec![2, 3], vec![1], vec![4], vec![4], vec![0]];
        let calls: Vec<Vec<FuncId>> = calls.iter().map(|list| list.iter().map(|&f| FuncId(f)).collect()).collect();
        assert_eq!(recursive_functions(&calls), [false, true, true, false, true, false]);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let calls: Vec<Vec<FuncId>> = (0..100_000u32).map(|f| vec![FuncId((f + 1) % 100_000)]).collect();
        assert!(recursive_functions(&calls).into_iter().all(|recursive| recursive));
    }
}
