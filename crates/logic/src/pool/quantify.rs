//! Quantifiers, and replacing symbols by terms without capture.
//!
//! A quantifier binds symbols that have no arguments; the same symbol may be free elsewhere. Substitution keeps apart what
//! is free and what is bound: where a replacement mentions a symbol that a quantifier on the way binds, the bound one is
//! renamed to a fresh one.

use std::collections::{BTreeMap, BTreeSet};

use crate::op::Op;
use crate::pool::{FastMap, SymbolId, TermId, Terms};

/// Which symbol becomes which term.
pub type Substitution = BTreeMap<SymbolId, TermId>;

impl Terms {
    /// For all values of the variables (symbols without arguments); without variables, the body.
    #[track_caller]
    pub fn forall(&mut self, variables: &[TermId], body: TermId) -> TermId {
        self.quantify(Op::Forall, variables, body)
    }

    /// For some values of the variables (symbols without arguments); without variables, the body.
    #[track_caller]
    pub fn exists(&mut self, variables: &[TermId], body: TermId) -> TermId {
        self.quantify(Op::Exists, variables, body)
    }

    #[track_caller]
    fn quantify(&mut self, op: Op, variables: &[TermId], body: TermId) -> TermId {
        if variables.is_empty() {
            return body;
        }
        let mut children = variables.to_vec();
        children.push(body);
        self.make(op, &children)
    }

    /// The term with all free occurrences of the symbols replaced, at the same time.
    ///
    /// # Panics
    /// If a symbol has arguments or its replacement another sort.
    #[track_caller]
    pub fn substitute(&mut self, root: TermId, replacements: &Substitution) -> TermId {
        for (&symbol, &to) in replacements {
            let declared = self.symbol(symbol);
            assert!(
                declared.arguments.is_empty() && declared.result == self.sort(to),
                "`{}` cannot be replaced by a term of sort {}",
                declared.name,
                self.sort_text(self.sort(to))
            );
        }
        if replacements.is_empty() {
            return root;
        }
        Substituter { scopes: vec![replacements.clone()], done: FastMap::default(), free: FastMap::default() }
            .run(self, root)
    }
}

struct Substituter {
    /// What is replaced in the scope of each quantifier that was entered; the first is outside all of them.
    scopes: Vec<Substitution>,
    done: FastMap<(usize, TermId), TermId>,
    /// Free symbols of replacements and bodies.
    free: FastMap<TermId, BTreeSet<SymbolId>>,
}

enum Task {
    Enter(usize, TermId),
    Rebuild(usize, TermId),
    /// A quantifier in the outer scope, its new variables, and the scope of its body.
    Bind(usize, TermId, Vec<TermId>, usize),
}

impl Substituter {
    fn run(mut self, terms: &mut Terms, root: TermId) -> TermId {
        let mut open = vec![Task::Enter(0, root)];
        while let Some(task) = open.pop() {
            match task {
                Task::Enter(scope, term) if self.done.contains_key(&(scope, term)) => {}
                Task::Enter(scope, term) => match terms.op(term) {
                    Op::Symbol(symbol) if terms.children(term).is_empty() => {
                        let new = self.scopes[scope].get(&symbol).copied().unwrap_or(term);
                        self.done.insert((scope, term), new);
                    }
                    op if op.is_quantifier() => self.enter_quantifier(terms, scope, term, &mut open),
                    _ if terms.children(term).is_empty() => {
                        self.done.insert((scope, term), term);
                    }
                    _ => {
                        open.push(Task::Rebuild(scope, term));
                        open.extend(terms.children(term).iter().map(|&child| Task::Enter(scope, child)));
                    }
                },
                Task::Rebuild(scope, term) => {
                    let children: Vec<TermId> =
                        terms.children(term).iter().map(|&child| self.done[&(scope, child)]).collect();
                    let new =
                        if children == terms.children(term) { term } else { terms.make(terms.op(term), &children) };
                    self.done.insert((scope, term), new);
                }
                Task::Bind(scope, term, mut children, inner) => {
                    let &body = terms.children(term).last().expect("a quantifier has a body");
                    children.push(self.done[&(inner, body)]);
                    let new = terms.make(terms.op(term), &children);
                    self.done.insert((scope, term), new);
                }
            }
        }
        self.done[&(0, root)]
    }

    fn enter_quantifier(&mut self, terms: &mut Terms, scope: usize, term: TermId, open: &mut Vec<Task>) {
        let children = terms.children(term).to_vec();
        let (&body, bound) = children.split_last().expect("a quantifier has a body");
        let free_in_body = self.free_symbols(terms, body).clone();
        let bound_symbols: Vec<SymbolId> = bound.iter().map(|&variable| terms.bound_symbol(variable)).collect();
        let mut inner: Substitution = self.scopes[scope].clone();
        inner.retain(|symbol, _| free_in_body.contains(symbol) && !bound_symbols.contains(symbol));
        if inner.is_empty() {
            self.done.insert((scope, term), term);
            return;
        }
        let mut captured = BTreeSet::new();
        for &replacement in inner.values() {
            captured.extend(self.free_symbols(terms, replacement).iter().copied());
        }
        let mut variables = Vec::new();
        for (&variable, &symbol) in bound.iter().zip(&bound_symbols) {
            if captured.contains(&symbol) {
                let name = terms.symbol(symbol).name.clone();
                let renamed = terms.fresh(&name, terms.sort(variable));
                inner.insert(symbol, renamed);
                variables.push(renamed);
            } else {
                variables.push(variable);
            }
        }
        self.scopes.push(inner);
        let inner = self.scopes.len() - 1;
        open.push(Task::Bind(scope, term, variables, inner));
        open.push(Task::Enter(inner, body));
    }

    fn free_symbols(&mut self, terms: &Terms, term: TermId) -> &BTreeSet<SymbolId> {
        self.free.entry(term).or_insert_with(|| terms.free_symbols(&[term]))
    }
}
