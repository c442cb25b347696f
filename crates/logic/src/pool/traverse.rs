//! Walks over terms. Invariant: no recursion, so the depth of a term is limited by memory alone; every walk sees a
//! shared subterm once, in an order that depends on the term only.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::op::Op;
use crate::pool::{FastMap, SymbolId, TermId, Terms};

/// A set of terms of one pool, one bit for each.
#[derive(Clone, Default)]
pub struct Seen {
    words: Vec<u64>,
}

impl Seen {
    /// Adds the term; whether it is new.
    pub fn insert(&mut self, term: TermId) -> bool {
        let (word, bit) = (term.index() / 64, 1u64 << (term.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    pub fn contains(&self, term: TermId) -> bool {
        self.words.get(term.index() / 64).is_some_and(|word| word & (1 << (term.index() % 64)) != 0)
    }
}

impl Terms {
    /// All subterms of the roots, each once, children before parents and from left to right.
    pub fn post_order(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = Seen::default();
        let mut order = Vec::new();
        // A term and how many of its children were looked at.
        let mut stack: Vec<(TermId, u32)> = Vec::new();
        for &root in roots {
            if !seen.insert(root) {
                continue;
            }
            stack.push((root, 0));
            while let Some((term, next)) = stack.last_mut() {
                match self.children(*term).get(*next as usize) {
                    Some(&child) => {
                        *next += 1;
                        if seen.insert(child) {
                            stack.push((child, 0));
                        }
                    }
                    None => {
                        order.push(*term);
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    /// How many different subterms the roots have.
    pub fn dag_size(&self, roots: &[TermId]) -> usize {
        self.post_order(roots).len()
    }

    /// Rebuilds the term from its leaves up: `step` gets each subterm with its new children. Binders are nodes like any
    /// other here; for replacing symbols use [`Terms::substitute`].
    pub fn rebuild(&mut self, root: TermId, mut step: impl FnMut(&mut Terms, TermId, &[TermId]) -> TermId) -> TermId {
        let mut done: FastMap<TermId, TermId> = FastMap::default();
        let mut children = Vec::new();
        for term in self.post_order(&[root]) {
            children.clear();
            children.extend(self.children(term).iter().map(|child| done[child]));
            let new = step(self, term, &children);
            done.insert(term, new);
        }
        done[&root]
    }

    /// Every symbol that the terms mention, bound or not, and functions too.
    pub fn symbols_in(&self, roots: &[TermId]) -> BTreeSet<SymbolId> {
        let order = self.post_order(roots);
        order
            .iter()
            .filter_map(|&term| if let Op::Symbol(symbol) = self.op(term) { Some(symbol) } else { None })
            .collect()
    }

    /// Every symbol that some occurrence in the terms does not have bound by a quantifier, functions included.
    pub fn free_symbols(&self, roots: &[TermId]) -> BTreeSet<SymbolId> {
        let mut free = BTreeSet::new();
        // A scope is the set of bound symbols; scope 0 is empty.
        let mut scopes: Vec<BTreeSet<SymbolId>> = vec![BTreeSet::new()];
        let mut scope_ids: HashMap<BTreeSet<SymbolId>, usize> = HashMap::from([(BTreeSet::new(), 0)]);
        let mut outside = Seen::default();
        let mut inside: HashSet<(usize, TermId)> = HashSet::new();
        let mut open: Vec<(usize, TermId)> = roots.iter().map(|&root| (0, root)).collect();
        while let Some((scope, term)) = open.pop() {
            let new = if scope == 0 { outside.insert(term) } else { inside.insert((scope, term)) };
            if !new {
                continue;
            }
            let children = self.children(term);
            match self.op(term) {
                Op::Symbol(symbol) if !scopes[scope].contains(&symbol) => {
                    free.insert(symbol);
                }
                Op::Forall | Op::Exists => {
                    let (&body, bound) = children.split_last().expect("a quantifier has a body");
                    let mut inner = scopes[scope].clone();
                    inner.extend(bound.iter().map(|&variable| self.bound_symbol(variable)));
                    let next = scopes.len();
                    let inner = *scope_ids.entry(inner.clone()).or_insert_with(|| {
                        scopes.push(inner);
                        next
                    });
                    open.push((inner, body));
                    continue;
                }
                _ => {}
            }
            open.extend(children.iter().map(|&child| (scope, child)));
        }
        free
    }

    /// The symbol of a variable in a quantifier's list.
    pub(crate) fn bound_symbol(&self, variable: TermId) -> SymbolId {
        self.as_constant(variable).expect("quantifiers bind symbols without arguments")
    }
}
