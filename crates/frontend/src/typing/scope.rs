//! Scopes: what each name means at the point that is being typed.
//!
//! Symbols are small numbers, so a namespace is a vector from symbol to its innermost binding. Each binding remembers
//! the one it hides; leaving a scope takes its bindings off again. Entering, looking up and leaving cost what they touch.

use std::collections::HashMap;

use heureka_ir::span::Span;

use super::types::Qualified;
use crate::ctype::{RecordId, TyId};
use crate::symbol::Symbol;
use crate::tree::{FuncId, GlobalId, LocalId};

/// What an identifier names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    Typedef(Qualified),
    Local {
        id: LocalId,
        is_const: bool,
    },
    Global(GlobalId),
    Function(FuncId),
    /// An enumeration constant.
    Constant {
        value: i128,
        ty: TyId,
    },
    /// Its declaration was wrong, which has been reported.
    Broken,
}

/// What a tag names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enum { ty: TyId, complete: bool },
}

/// A meaning with the place and the depth of its declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binding<T> {
    pub(super) entry: T,
    pub(super) span: Span,
    pub(super) depth: u32,
    symbol: Symbol,
    hidden: u32,
}

const NOTHING: u32 = u32::MAX;

#[derive(Debug)]
struct Namespace<T> {
    /// For each symbol, the index of its innermost binding, or `NOTHING`.
    innermost: Vec<u32>,
    bindings: Vec<Binding<T>>,
}

impl<T: Copy> Namespace<T> {
    fn new() -> Namespace<T> {
        Namespace { innermost: Vec::new(), bindings: Vec::new() }
    }

    fn get(&self, symbol: Symbol) -> Option<&Binding<T>> {
        match self.innermost.get(symbol.0 as usize) {
            Some(&at) if at != NOTHING => Some(&self.bindings[at as usize]),
            _ => None,
        }
    }

    /// Replaces the binding of this depth, or hides one from further out.
    fn bind(&mut self, symbol: Symbol, entry: T, span: Span, depth: u32) {
        let at = symbol.0 as usize;
        if at >= self.innermost.len() {
            self.innermost.resize(at + 1, NOTHING);
        }
        let hidden = self.innermost[at];
        if hidden != NOTHING && self.bindings[hidden as usize].depth == depth {
            let binding = &mut self.bindings[hidden as usize];
            (binding.entry, binding.span) = (entry, span);
            return;
        }
        self.innermost[at] = self.bindings.len() as u32;
        self.bindings.push(Binding { entry, span, depth, symbol, hidden });
    }

    fn leave(&mut self, depth: u32) {
        while let Some(binding) = self.bindings.pop_if(|binding| binding.depth >= depth) {
            self.innermost[binding.symbol.0 as usize] = binding.hidden;
        }
    }
}

/// The two namespaces that nest, and the objects with linkage.
#[derive(Debug)]
pub(super) struct Scopes {
    /// 0 at file scope.
    depth: u32,
    names: Namespace<Entry>,
    tags: Namespace<Tag>,
    /// Functions and variables with linkage, wherever they were declared: a declaration in a block means the same
    /// thing as one at file scope.
    linked: HashMap<Symbol, (Entry, Span)>,
}

impl Scopes {
    pub(super) fn new() -> Scopes {
        Scopes { depth: 0, names: Namespace::new(), tags: Namespace::new(), linked: HashMap::new() }
    }

    pub(super) fn at_file_scope(&self) -> bool {
        self.depth == 0
    }

    pub(super) fn enter(&mut self) {
        self.depth += 1;
    }

    pub(super) fn leave(&mut self) {
        self.names.leave(self.depth);
        self.tags.leave(self.depth);
        self.depth -= 1;
    }

    pub(super) fn lookup(&self, symbol: Symbol) -> Option<&Binding<Entry>> {
        self.names.get(symbol)
    }

    /// The binding made in the innermost scope itself.
    pub(super) fn lookup_here(&self, symbol: Symbol) -> Option<Binding<Entry>> {
        self.names.get(symbol).filter(|binding| binding.depth == self.depth).copied()
    }

    pub(super) fn bind(&mut self, symbol: Symbol, entry: Entry, span: Span) {
        self.names.bind(symbol, entry, span, self.depth);
    }

    pub(super) fn lookup_tag(&self, symbol: Symbol) -> Option<&Binding<Tag>> {
        self.tags.get(symbol)
    }

    pub(super) fn lookup_tag_here(&self, symbol: Symbol) -> Option<Binding<Tag>> {
        self.tags.get(symbol).filter(|binding| binding.depth == self.depth).copied()
    }

    pub(super) fn bind_tag(&mut self, symbol: Symbol, tag: Tag, span: Span) {
        self.tags.bind(symbol, tag, span, self.depth);
    }

    pub(super) fn linked(&self, symbol: Symbol) -> Option<(Entry, Span)> {
        self.linked.get(&symbol).copied()
    }

    pub(super) fn link(&mut self, symbol: Symbol, entry: Entry, span: Span) {
        self.linked.insert(symbol, (entry, span));
    }
}
