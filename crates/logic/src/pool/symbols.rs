//! Symbols: the names that terms are built on. Invariant: one name means one thing in a pool, so text that mentions it
//! is never ambiguous; a bound variable is a symbol without arguments like any other.

use std::fmt;

use crate::op::Op;
use crate::pool::{FastMap, TermId, Terms};
use crate::sort::SortId;

/// A declared symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub(crate) u32);

impl SymbolId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name with its arguments and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub name: String,
    /// Empty for a constant.
    pub arguments: Vec<SortId>,
    pub result: SortId,
}

/// A name that was declared before with other sorts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolClash {
    pub name: String,
    pub before: String,
    pub now: String,
}

impl fmt::Display for SymbolClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is declared as {} but was {} before", self.name, self.now, self.before)
    }
}

impl std::error::Error for SymbolClash {}

#[derive(Clone, Default)]
pub(crate) struct Symbols {
    list: Vec<Symbol>,
    ids: FastMap<String, SymbolId>,
    /// Where the search for a fresh name with this prefix goes on.
    fresh: FastMap<String, u32>,
}

impl Terms {
    /// Declares a function, or finds it where it is declared with the same sorts.
    pub fn declare(&mut self, name: &str, arguments: &[SortId], result: SortId) -> Result<SymbolId, SymbolClash> {
        if let Some(&id) = self.symbols.ids.get(name) {
            let known = &self.symbols.list[id.index()];
            if known.arguments == arguments && known.result == result {
                return Ok(id);
            }
            let (before, now) = (self.signature(&known.arguments, known.result), self.signature(arguments, result));
            return Err(SymbolClash { name: name.to_owned(), before, now });
        }
        let id = SymbolId(u32::try_from(self.symbols.list.len()).expect("fewer than 2^32 symbols"));
        self.symbols.list.push(Symbol { name: name.to_owned(), arguments: arguments.to_vec(), result });
        self.symbols.ids.insert(name.to_owned(), id);
        Ok(id)
    }

    /// The constant of this name and sort.
    ///
    /// # Panics
    /// If the name was declared with other sorts: give names of different things different prefixes, use
    /// [`Terms::declare`] for names from outside, or [`Terms::fresh`] for names that do not matter.
    #[track_caller]
    pub fn constant(&mut self, name: &str, sort: SortId) -> TermId {
        match self.declare(name, &[], sort) {
            Ok(symbol) => self.symbol_term(symbol),
            Err(clash) => panic!("{clash}"),
        }
    }

    /// A new constant whose name starts with the prefix.
    pub fn fresh(&mut self, prefix: &str, sort: SortId) -> TermId {
        let name = self.fresh_name(prefix);
        self.constant(&name, sort)
    }

    /// A name that no symbol has: the prefix, `!` and a number.
    pub fn fresh_name(&mut self, prefix: &str) -> String {
        let next = self.symbols.fresh.entry(prefix.to_owned()).or_insert(0);
        loop {
            *next += 1;
            let name = format!("{prefix}!{next}");
            if !self.symbols.ids.contains_key(&name) {
                return name;
            }
        }
    }

    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols.list[id.index()]
    }

    /// All symbols, in the order of their declaration.
    pub fn all_symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.list.len() as u32).map(SymbolId)
    }

    /// The symbol of this name.
    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbols.ids.get(name).copied()
    }

    /// The symbol, if the term is one without arguments.
    pub fn as_constant(&self, term: TermId) -> Option<SymbolId> {
        match self.op(term) {
            Op::Symbol(symbol) if self.children(term).is_empty() => Some(symbol),
            _ => None,
        }
    }

    fn symbol_term(&mut self, symbol: SymbolId) -> TermId {
        let sort = self.symbol(symbol).result;
        self.intern(Op::Symbol(symbol), sort, &[])
    }

    fn signature(&self, arguments: &[SortId], result: SortId) -> String {
        let arguments: Vec<String> = arguments.iter().map(|&sort| self.sort_text(sort)).collect();
        format!("({}) {}", arguments.join(" "), self.sort_text(result))
    }
}
