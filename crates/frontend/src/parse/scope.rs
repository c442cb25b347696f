//! Which names are typedefs, scope by scope: all that C's grammar needs to know of the meaning of names.

use crate::symbol::Symbol;

#[derive(Debug, Default)]
pub struct Scopes {
    /// By symbol: whether its innermost declaration is a typedef.
    typedefs: Vec<bool>,
    /// What declarations in the open scopes have hidden, oldest first.
    hidden: Vec<(Symbol, bool)>,
    /// The length of `hidden` when each open scope was entered. The file scope is not among them.
    open: Vec<usize>,
}

impl Scopes {
    pub fn new(symbols: usize) -> Scopes {
        Scopes { typedefs: vec![false; symbols], ..Scopes::default() }
    }

    pub fn make_room(&mut self, symbols: usize) {
        if symbols > self.typedefs.len() {
            self.typedefs.resize(symbols, false);
        }
    }

    pub fn is_typedef(&self, symbol: Symbol) -> bool {
        self.typedefs[symbol.0 as usize]
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, symbol: Symbol, is_typedef: bool) {
        let known = &mut self.typedefs[symbol.0 as usize];
        if *known != is_typedef {
            if !self.open.is_empty() {
                self.hidden.push((symbol, *known));
            }
            *known = is_typedef;
        }
    }

    pub fn enter(&mut self) {
        self.open.push(self.hidden.len());
    }

    pub fn leave(&mut self) {
        let start = self.open.pop().expect("every scope that is left was entered");
        for (symbol, was_typedef) in self.hidden.drain(start..).rev() {
            self.typedefs[symbol.0 as usize] = was_typedef;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_declarations_hide_outer_ones() {
        let (a, b) = (Symbol(0), Symbol(1));
        let mut scopes = Scopes::new(2);
        scopes.declare(a, true);
        scopes.enter();
        scopes.declare(a, false);
        scopes.declare(b, true);
        scopes.enter();
        scopes.declare(a, true);
        scopes.declare(a, false);
        assert!(!scopes.is_typedef(a) && scopes.is_typedef(b));
        scopes.leave();
        assert!(!scopes.is_typedef(a) && scopes.is_typedef(b));
        scopes.leave();
        assert!(scopes.is_typedef(a) && !scopes.is_typedef(b));
    }
}
