//! Makes a failing program smaller: drops statements, unwraps blocks, then drops tokens of what is left. Invariant:
//! every program that is kept was accepted by the caller's test, which decides both whether the program is still
//! valid and whether it still fails; the result is never larger than the input.

use crate::batch::run_program;
use crate::c::tree::{Node, Program};
use crate::compile::Mode;
use crate::tokens::tokens;
use std::time::{Duration, Instant};

/// When to stop trying.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub attempts: usize,
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { attempts: 4_000, time: Duration::from_secs(60) }
    }
}

/// The smallest program found for which the test still holds.
pub fn shrink(program: &Program, budget: Budget, test: impl FnMut(&Program) -> bool) -> Program {
    let mut search = Search { best: program.clone(), left: budget.attempts, end: Instant::now() + budget.time, test };
    // Statements first: they are cheap to drop and take most of the text with them.
    while search.drop_nodes() | search.unwrap_blocks() {}
    while search.drop_tokens() {
        while search.drop_nodes() | search.unwrap_blocks() {}
    }
    search.best
}

/// What the program prints under the sanitizers, if it is valid: it compiles, ends, and has no undefined behaviour.
pub fn valid_output(program: &Program) -> Option<Vec<i64>> {
    let text = program.text();
    // The sanitizers do not see every use of an uninitialised value.
    let strict = run_program(&text, Mode::Strict).ok()?;
    let sanitized = run_program(&text, Mode::Sanitized).ok()?;
    (strict == sanitized).then_some(sanitized)
}

struct Search<T> {
    best: Program,
    left: usize,
    end: Instant,
    test: T,
}

impl<T: FnMut(&Program) -> bool> Search<T> {
    /// Keeps the candidate if it still fails.
    fn accept(&mut self, candidate: Program) -> bool {
        if self.left == 0 || Instant::now() > self.end {
            return false;
        }
        self.left -= 1;
        let good = (self.test)(&candidate);
        if good {
            self.best = candidate;
        }
        good
    }

    /// The best program with one of its lists of statements changed.
    fn edited(&self, list: usize, edit: impl FnOnce(&mut Vec<Node>)) -> Program {
        let mut candidate = self.best.clone();
        let mut left = list;
        edit(find_list(&mut candidate.items, &mut left).expect("a list that was counted"));
        candidate
    }

    fn list_len(&self, list: usize) -> Option<usize> {
        let mut copy = self.best.clone();
        let mut left = list;
        find_list(&mut copy.items, &mut left).map(|nodes| nodes.len())
    }

    /// Drops runs of statements, long ones first.
    fn drop_nodes(&mut self) -> bool {
        let mut changed = false;
        let mut list = 0;
        while let Some(mut len) = self.list_len(list) {
            let mut chunk = len;
            while chunk > 0 {
                let mut start = 0;
                while start < len {
                    let end = (start + chunk).min(len);
                    let candidate = self.edited(list, |nodes| drop(nodes.drain(start..end)));
                    if self.accept(candidate) {
                        len -= end - start;
                        changed = true;
                    } else {
                        start = end;
                    }
                }
                chunk /= 2;
            }
            list += 1;
        }
        changed
    }

    /// Puts the statements of a block in its place.
    fn unwrap_blocks(&mut self) -> bool {
        let mut changed = false;
        let mut list = 0;
        while let Some(len) = self.list_len(list) {
            for at in (0..len).rev() {
                let candidate = self.edited(list, |nodes| {
                    let inner = match nodes.get(at) {
                        Some(Node::Block { body, .. } | Node::Group(body)) => body.clone(),
                        _ => return,
                    };
                    nodes.splice(at..=at, inner);
                });
                changed |= candidate != self.best && self.accept(candidate);
            }
            list += 1;
        }
        changed
    }

    /// Drops runs of tokens from lines and from the heads of blocks.
    fn drop_tokens(&mut self) -> bool {
        let mut changed = false;
        let mut at = 0;
        while let Some(text) = nth_text(&mut self.best.clone().items, &mut { at }).cloned() {
            let mut pieces: Vec<String> = tokens(&text).into_iter().map(str::to_string).collect();
            for chunk in [24, 12, 6, 3, 2, 1] {
                let mut start = 0;
                while start + chunk <= pieces.len() {
                    let shorter: Vec<String> = [&pieces[..start], &pieces[start + chunk..]].concat();
                    let mut candidate = self.best.clone();
                    *nth_text(&mut candidate.items, &mut { at }).expect("a text that was counted") = shorter.concat();
                    if self.accept(candidate) {
                        pieces = shorter;
                        changed = true;
                    } else {
                        start += 1;
                    }
                }
            }
            at += 1;
        }
        changed
    }
}

/// The list of statements with this number, outer ones first.
fn find_list<'p>(nodes: &'p mut Vec<Node>, left: &mut usize) -> Option<&'p mut Vec<Node>> {
    if *left == 0 {
        return Some(nodes);
    }
    *left -= 1;
    nodes.iter_mut().find_map(|node| match node {
        Node::Block { body, .. } | Node::Group(body) => find_list(body, left),
        Node::Line(_) => None,
    })
}

/// The line or head of a block with this number.
fn nth_text<'p>(nodes: &'p mut [Node], left: &mut usize) -> Option<&'p mut String> {
    for node in nodes {
        let (own, body) = match node {
            Node::Line(text) => (Some(text), None),
            Node::Block { head, body, .. } => (Some(head), Some(body)),
            Node::Group(body) => (None, Some(body)),
        };
        if let Some(text) = own {
            if *left == 0 {
                return Some(text);
            }
            *left -= 1;
        }
        if let Some(found) = body.and_then(|body| nth_text(body, left)) {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, program};

    #[test]
    fn keeps_what_the_test_needs_and_little_more() {
        let original = program(11, &Shape::default());
        let holds = |candidate: &Program| candidate.text().contains("__heureka_print(checksum)");
        let small = shrink(&original, Budget { attempts: 20_000, time: Duration::from_secs(20) }, holds);
        assert!(holds(&small));
        assert!(small.text().len() < 60, "{}", small.text());
    }

    #[test]
    fn an_exhausted_budget_keeps_the_original() {
        let original = program(11, &Shape::default());
        let same = shrink(&original, Budget { attempts: 0, time: Duration::ZERO }, |_| true);
        assert_eq!(same, original);
    }
}
