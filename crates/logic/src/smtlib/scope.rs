//! What names mean where a term is read: locals of `let`, bound variables, definitions and declarations.
//!
//! A bound variable becomes the symbol of its name. Invariant: what an outer `let`, a definition or a declaration brings
//! into the scope of a variable is never captured by it; where that could happen, the variable gets a fresh name.

use std::collections::{BTreeSet, HashMap};

use crate::pool::{SymbolId, TermId, Terms};
use crate::smtlib::name::decode;
use crate::smtlib::operators::is_operator;
use crate::smtlib::read::{Sexp, Tree};
use crate::sort::SortId;

/// A `define-fun`: applied by replacing its parameters.
#[derive(Clone)]
pub struct Macro {
    pub parameters: Vec<SymbolId>,
    pub body: TermId,
}

#[derive(Clone, Default)]
pub struct Names {
    /// Names bound by `let` and by quantifiers, as written, innermost last.
    locals: HashMap<String, Vec<TermId>>,
    /// How many variables are bound where we are.
    pub variables: usize,
    /// What the script declared; none where every symbol of the pool may be used.
    pub declared: Option<HashMap<String, SymbolId>>,
    pub macros: HashMap<String, Macro>,
    /// What `(_ as-array f)` stands for.
    pub arrays: HashMap<String, TermId>,
}

impl Names {
    /// Every symbol of the pool may be used.
    pub fn of_pool() -> Self {
        Names::default()
    }

    /// Nothing is declared yet.
    pub fn of_script() -> Self {
        Names { declared: Some(HashMap::new()), ..Names::default() }
    }

    pub fn symbol(&self, terms: &Terms, name: &str) -> Option<SymbolId> {
        match &self.declared {
            Some(declared) => declared.get(name).copied(),
            None => terms.find_symbol(name),
        }
    }

    pub fn local(&self, text: &str) -> Option<TermId> {
        self.locals.get(text)?.last().copied()
    }

    pub fn bind(&mut self, text: &str, term: TermId) {
        self.locals.entry(text.to_owned()).or_default().push(term);
    }

    pub fn unbind(&mut self, text: &str) {
        self.locals.get_mut(text).and_then(Vec::pop).expect("the name was bound");
    }

    /// Forgets everything local, after an error.
    pub fn clear_locals(&mut self) {
        self.locals.clear();
        self.variables = 0;
    }

    /// Binds variables for this body; one symbol for each.
    pub fn bind_variables(
        &mut self,
        terms: &mut Terms,
        tree: &Tree<'_>,
        variables: &[(&str, SortId)],
        body: Sexp,
    ) -> Vec<TermId> {
        let mentioned = self.mentioned(terms, tree, variables, body);
        let mut bound = Vec::new();
        for &(text, sort) in variables {
            let name = decode(text);
            bound.push(match terms.declare(&name, &[], sort) {
                Ok(symbol) if !mentioned.contains(&symbol) => terms.constant(&name, sort),
                _ => terms.fresh(&name, sort),
            });
        }
        for (&(text, _), &variable) in variables.iter().zip(&bound) {
            self.bind(text, variable);
        }
        self.variables += variables.len();
        bound
    }

    pub fn unbind_variables(&mut self, variables: &[&str]) {
        variables.iter().for_each(|text| self.unbind(text));
        self.variables -= variables.len();
    }

    /// The symbols that are free in what the body's names, other than the variables, stand for.
    fn mentioned(
        &self,
        terms: &Terms,
        tree: &Tree<'_>,
        variables: &[(&str, SortId)],
        body: Sexp,
    ) -> BTreeSet<SymbolId> {
        let mut texts = BTreeSet::new();
        let mut open = vec![body];
        while let Some(node) = open.pop() {
            match tree.list(node) {
                Some(list) => open.extend_from_slice(list),
                None => texts.extend(tree.symbol(node)),
            }
        }
        let (mut roots, mut mentioned) = (Vec::new(), BTreeSet::new());
        for text in texts {
            if variables.iter().any(|&(variable, _)| variable == text) {
                continue;
            }
            let name = decode(text);
            if let Some(term) = self.local(text) {
                roots.push(term);
            } else if let Some(definition) = self.macros.get(&*name) {
                roots.push(definition.body);
            } else if let Some(symbol) = self.symbol(terms, &name).filter(|_| !is_operator(text)) {
                mentioned.insert(symbol);
            }
        }
        mentioned.extend(terms.free_symbols(&roots));
        mentioned
    }
}
