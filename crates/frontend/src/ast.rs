//! The syntax tree of a translation unit, as the parser leaves it.
//!
//! Purely syntactic: names are not resolved (except that the parser knew which were typedefs when it read them) and
//! nothing has a type. Every node has a span in the user's file. Parentheses and `__extension__` leave no node.
//! Nodes are kept small because a megabyte of C has some 300,000 of them; rare and large ones are boxed.

mod decl;
mod expr;
mod stmt;

use std::ops::Deref;

use heureka_ir::span::{FileId, Files, Span};

pub use self::decl::*;
pub use self::expr::*;
pub use self::stmt::*;
use crate::diagnostic::Diagnostic;
use crate::stack::with_large_stack;
use crate::symbol::Interner;

/// A whole program text, preprocessed and parsed.
#[derive(Debug)]
pub struct TranslationUnit {
    /// External declarations in source order.
    pub items: Items,
    pub symbols: Interner,
    pub files: Files,
    /// For each file, whether the preprocessor called it a system header.
    pub system_headers: Vec<bool>,
    /// ACSL comments (`/*@ … */` and `//@ …`) in source order.
    pub annotations: Vec<Annotation>,
    /// What the user should hear about although the program can be read.
    pub warnings: Vec<Diagnostic>,
}

impl TranslationUnit {
    pub fn is_system_header(&self, file: FileId) -> bool {
        self.system_headers.get(file.0 as usize).copied().unwrap_or(false)
    }
}

/// Trees up to this height can be dropped on the stack of any thread.
const SAFE_HEIGHT: u32 = 500;

/// The external declarations. Dereferences to a slice; its drop is safe on any stack, however deep the trees are.
#[derive(Debug, Default)]
pub struct Items {
    list: Vec<Item>,
    /// No tree in `list` is higher.
    height: u32,
}

impl Items {
    pub fn new(list: Vec<Item>, height: u32) -> Items {
        Items { list, height }
    }

    /// An upper bound of the height of the trees: how deep a recursive visitor goes.
    pub fn height(&self) -> u32 {
        self.height
    }
}

impl Drop for Items {
    fn drop(&mut self) {
        // Dropping a tree goes as deep as the tree does.
        if self.height > SAFE_HEIGHT {
            let list = std::mem::take(&mut self.list);
            with_large_stack(move || drop(list));
        }
    }
}

impl Deref for Items {
    type Target = [Item];

    fn deref(&self) -> &[Item] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Items {
    type Item = &'a Item;
    type IntoIter = std::slice::Iter<'a, Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// An external declaration.
#[derive(Debug)]
pub enum Item {
    Function(Box<FunctionDef>),
    Declaration(Box<Declaration>),
    StaticAssert(Box<StaticAssert>),
    /// A top-level `asm("…");`. Its text is not kept.
    Asm(Span),
}

/// `specifiers declarator old-style-declarations { … }`.
#[derive(Debug)]
pub struct FunctionDef {
    /// From the first specifier to the end of the declarator.
    pub span: Span,
    pub specifiers: Specifiers,
    /// Its first derivation is [`DerivedKind::Function`] (the parser checks it) unless the function type comes from
    /// a typedef, which C forbids and the parser diagnoses.
    pub declarator: Declarator,
    /// The declarations between the declarator and the body of a K&R definition.
    pub old_style_parameters: Vec<Declaration>,
    pub body: Block,
}

/// `_Static_assert(condition, "message");`
#[derive(Debug)]
pub struct StaticAssert {
    pub span: Span,
    pub condition: Expr,
    pub message: Option<Box<StrLiteral>>,
}

/// An ACSL comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// Of the opening `/*@` or `//@`.
    pub span: Span,
    /// Byte offset of the comment in the preprocessed text.
    pub offset: u32,
    /// The number of tokens that precede the comment in the preprocessed text.
    pub before_token: u32,
    /// What stands between the `@` and the end of the comment, with bytes that are not UTF-8 replaced.
    pub text: String,
}
