//! Formulas to C: assertions, assumptions, conditions.
//!
//! | formula | asserted | assumed |
//! | --- | --- | --- |
//! | without quantifier | `assert(F)` | `assume(F)` |
//! | A && B | both | both |
//! | A \|\| B, A without quantifier | `if (!A)` assert B | `if (!A)` assume B |
//! | ∀i. B | an arbitrary i, assert B | a loop over the range of i: assume B |
//! | ∃i. B | a loop over the range of i looks for B | an arbitrary i, assume B |
//!
//! Invariant: the C has the executions that the formula allows, no more and no fewer. An instance of a quantified formula that
//! reads outside of an array is none (paper 001 §4), and a comparison without a quantifier that does so holds.

use heureka_ir::span::Span;

use super::formula::{Formula, Piece, Read, Term};
use crate::diagnostic::Diagnostic;
use crate::scan::scan;
use crate::symbol::{Interner, Symbol};
use crate::token::{KEYWORDS, Token, TokenKind};

/// What functions the C of specifications calls; lowering knows what they mean.
const DECLARATIONS: &str = "extern void __heureka_assert(int, const char *); extern void __heureka_assume(int); \
     extern long long __VERIFIER_nondet_index(void); ";

type Written = Result<(), Box<Diagnostic>>;

/// Collects tokens, and the text that they lie in.
pub struct Writer {
    text: Vec<u8>,
    tokens: Vec<Token>,
    /// The place of tokens that no user wrote.
    span: Span,
    loops: u32,
}

impl Writer {
    pub fn new(text: &[u8]) -> Writer {
        Writer { text: text.to_vec(), tokens: Vec::new(), span: Span::NONE, loops: 0 }
    }

    pub fn finish(self) -> (Vec<Token>, Vec<u8>) {
        (self.tokens, self.text)
    }

    pub fn token(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// What is written from now on belongs to the clause at this place.
    pub fn clause(&mut self, span: Span) {
        self.span = span;
    }

    /// Writes C that no user wrote.
    pub fn c(&mut self, symbols: &mut Interner, text: &str) {
        let start = self.text.len() + 1;
        self.text.push(b'\n');
        self.text.extend_from_slice(text.as_bytes());
        let mut at = start;
        while at < self.text.len() {
            if self.text[at].is_ascii_whitespace() {
                at += 1;
                continue;
            }
            let (kind, after) = scan(&self.text, at).expect("what is written here is C");
            let token = match kind {
                TokenKind::Ident => {
                    let word = String::from_utf8_lossy(&self.text[at..after]);
                    let symbol = symbols.intern(&word);
                    let kind = KEYWORDS.get(symbol.0 as usize).map_or(TokenKind::Ident, |&(_, kind)| kind);
                    Token::word(kind, symbol, at as u32, self.span)
                }
                kind => Token::other(kind, (after - at) as u32, at as u32, self.span),
            };
            self.tokens.push(token);
            at = after;
        }
    }

    /// An assertion as one block; `claim` is what a failure is called.
    pub fn assertion(&mut self, symbols: &mut Interner, claim: &str, formula: &Formula) -> Written {
        self.c(symbols, "{");
        self.c(symbols, DECLARATIONS);
        self.assert(symbols, &escaped(claim), formula)?;
        self.c(symbols, "}");
        Ok(())
    }

    /// An assumption as one block.
    pub fn assumption(&mut self, symbols: &mut Interner, formula: &Formula) -> Written {
        self.c(symbols, "{");
        self.c(symbols, DECLARATIONS);
        self.assume(symbols, formula)?;
        self.c(symbols, "}");
        Ok(())
    }

    fn assert(&mut self, symbols: &mut Interner, claim: &str, formula: &Formula) -> Written {
        match formula {
            _ if !formula.has_quantifier() => match formula {
                Formula::And(parts) => parts.iter().try_for_each(|part| self.assert(symbols, claim, part)),
                _ => {
                    self.c(symbols, "__heureka_assert(");
                    self.condition(symbols, formula, true);
                    self.c(symbols, &format!(", \"{claim}\");"));
                    Ok(())
                }
            },
            Formula::And(parts) => parts.iter().try_for_each(|part| self.assert(symbols, claim, part)),
            Formula::Or(parts) => {
                let rest = self.unless_others(symbols, parts)?;
                self.assert(symbols, claim, rest)?;
                self.c(symbols, "}");
                Ok(())
            }
            Formula::Quantified { universal: true, variables, body, .. } => {
                self.arbitrary(symbols, variables);
                let braces = self.if_inside(symbols, body);
                self.assert_instance(symbols, claim, body)?;
                self.c(symbols, braces);
                Ok(())
            }
            Formula::Quantified { universal: false, variables, body, span } => {
                self.c(symbols, "{ int __found = 0;");
                let guards = conjuncts(body);
                let braces = self.for_each(symbols, variables, &guards, *span)?;
                self.c(symbols, "if (");
                self.inside(symbols, body);
                self.without_quantifier(body, *span)?;
                self.condition(symbols, body, false);
                self.c(symbols, ") __found = 1;");
                self.c(symbols, &braces);
                self.c(symbols, &format!("__heureka_assert(__found, \"{claim}\"); }}"));
                Ok(())
            }
            Formula::Not(_) | Formula::Atom { .. } | Formula::Truth(_) => unreachable!("negations are pushed inwards"),
        }
    }

    /// An instance of a quantified formula: guards are branches, so that engines see them as such.
    fn assert_instance(&mut self, symbols: &mut Interner, claim: &str, body: &Formula) -> Written {
        let Formula::Or(parts) = body else { return self.instance(symbols, claim, body) };
        let Some((last, guards)) = parts.split_last() else { return self.instance(symbols, claim, body) };
        if guards.iter().any(Formula::has_quantifier) {
            return self.instance(symbols, claim, body);
        }
        self.c(symbols, "if (");
        for (at, guard) in guards.iter().enumerate() {
            self.c(symbols, if at == 0 { "" } else { "&&" });
            self.condition(symbols, &guard.clone().not(), false);
        }
        self.c(symbols, ") {");
        self.assert_instance(symbols, claim, last)?;
        self.c(symbols, "}");
        Ok(())
    }

    fn instance(&mut self, symbols: &mut Interner, claim: &str, body: &Formula) -> Written {
        if body.has_quantifier() {
            return self.assert(symbols, claim, body);
        }
        if let Formula::And(parts) = body {
            return parts.iter().try_for_each(|part| self.instance(symbols, claim, part));
        }
        self.c(symbols, "__heureka_assert(");
        self.condition(symbols, body, false);
        self.c(symbols, &format!(", \"{claim}\");"));
        Ok(())
    }

    fn assume(&mut self, symbols: &mut Interner, formula: &Formula) -> Written {
        match formula {
            Formula::And(parts) => parts.iter().try_for_each(|part| self.assume(symbols, part)),
            _ if !formula.has_quantifier() => {
                self.c(symbols, "__heureka_assume(");
                self.condition(symbols, formula, true);
                self.c(symbols, ");");
                Ok(())
            }
            Formula::Or(parts) => {
                let rest = self.unless_others(symbols, parts)?;
                self.assume(symbols, rest)?;
                self.c(symbols, "}");
                Ok(())
            }
            Formula::Quantified { universal: true, variables, body, span } => {
                let guards = negated_disjuncts(body);
                let loops = self.for_each(symbols, variables, &guards, *span)?;
                self.without_quantifier(body, *span)?;
                self.c(symbols, "if (");
                self.inside(symbols, body);
                let (guards, rest) = split_guards(body);
                for guard in &guards {
                    self.condition(symbols, guard, false);
                    self.c(symbols, "&&");
                }
                self.c(symbols, "1) __heureka_assume(");
                self.condition(symbols, &rest, false);
                self.c(symbols, ");");
                self.c(symbols, &loops);
                Ok(())
            }
            Formula::Quantified { universal: false, variables, body, .. } => {
                self.arbitrary(symbols, variables);
                // An instance outside of the arrays is none.
                self.c(symbols, "__heureka_assume(");
                self.inside(symbols, body);
                self.c(symbols, "1);");
                self.assume(symbols, body)?;
                self.c(symbols, "}");
                Ok(())
            }
            Formula::Not(_) | Formula::Atom { .. } | Formula::Truth(_) => unreachable!("negations are pushed inwards"),
        }
    }

    fn without_quantifier(&self, body: &Formula, span: Span) -> Written {
        if !body.has_quantifier() {
            return Ok(());
        }
        Err(Box::new(Diagnostic::error(span, "quantifiers that depend on each other are not understood here")))
    }

    /// Opens a block that is entered if no other part holds than the one with the quantifier, which is the result.
    fn unless_others<'f>(
        &mut self,
        symbols: &mut Interner,
        parts: &'f [Formula],
    ) -> Result<&'f Formula, Box<Diagnostic>> {
        let mut quantified = parts.iter().filter(|part| part.has_quantifier());
        let (Some(only), None) = (quantified.next(), quantified.next()) else {
            let message = "a choice between quantified formulas is not understood in a specification";
            return Err(Box::new(Diagnostic::error(self.span, message)));
        };
        self.c(symbols, "if (!(");
        for part in parts.iter().filter(|part| !part.has_quantifier()) {
            self.condition(symbols, part, true);
            self.c(symbols, "||");
        }
        self.c(symbols, "0)) {");
        Ok(only)
    }

    /// Opens a block with arbitrary values for variables.
    fn arbitrary(&mut self, symbols: &mut Interner, variables: &[(Symbol, Span)]) {
        self.c(symbols, "{");
        for &(symbol, _) in variables {
            let name = symbols.name(symbol).to_owned();
            self.c(symbols, &format!("long long {name} = __VERIFIER_nondet_index();"));
        }
    }

    /// Loops over the ranges of variables, which guards give; the text that closes them.
    fn for_each(
        &mut self,
        symbols: &mut Interner,
        variables: &[(Symbol, Span)],
        guards: &[&Formula],
        span: Span,
    ) -> Result<String, Box<Diagnostic>> {
        for &(symbol, _) in variables {
            let name = symbols.name(symbol).to_owned();
            let (Some((low, above)), Some((high, below))) = (bound(symbol, guards, true), bound(symbol, guards, false))
            else {
                let message = format!("`{name}` needs a range here, as in `lo <= {name} < hi`");
                return Err(Box::new(Diagnostic::error(span, message)));
            };
            self.loops += 1;
            let limit = format!("__limit{}", self.loops);
            self.c(symbols, &format!("{{ long long {limit} ="));
            self.pieces(symbols, &high.pieces);
            self.c(symbols, &format!("; for (long long {name} ="));
            self.pieces(symbols, &low.pieces);
            self.c(symbols, if above { "+ 1;" } else { ";" });
            self.c(symbols, &format!("{name} {} {limit}; {name}++) {{", if below { "<" } else { "<=" }));
        }
        Ok("}}".repeat(variables.len()))
    }

    /// Opens a block that is entered if all that the body reads is there; the text that closes it and the one around.
    fn if_inside(&mut self, symbols: &mut Interner, body: &Formula) -> &'static str {
        let mut reads = Vec::new();
        body.reads(&mut reads);
        if reads.is_empty() {
            return "}";
        }
        self.c(symbols, "if (");
        self.inside(symbols, body);
        self.c(symbols, "1) {");
        "} }"
    }

    /// `reads are in range &&`.
    fn inside(&mut self, symbols: &mut Interner, body: &Formula) {
        let mut reads = Vec::new();
        body.reads(&mut reads);
        let mut known: Vec<String> = Vec::new();
        for Read { index } in reads {
            let text = self.shape(&index.pieces, symbols);
            if known.contains(&text) {
                continue;
            }
            known.push(text);
            self.c(symbols, "0 <=");
            self.pieces(symbols, &index.pieces);
            self.c(symbols, "&&");
            self.pieces(symbols, &index.pieces);
            self.c(symbols, "< __length &&");
        }
    }

    /// The text of a term, to compare.
    fn shape(&self, pieces: &[Piece], symbols: &Interner) -> String {
        let word = |piece: &Piece| match piece {
            Piece::Token(token) => String::from_utf8_lossy(token.bytes(&self.text, symbols)).into_owned(),
            Piece::Text(text) => (*text).to_owned(),
            Piece::Name(name) => name.clone(),
        };
        pieces.iter().map(word).collect::<Vec<String>>().join(" ")
    }

    pub fn pieces(&mut self, symbols: &mut Interner, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Token(token) => self.tokens.push(*token),
                Piece::Text(text) => self.c(symbols, text),
                Piece::Name(name) => self.c(symbols, &name.clone()),
            }
        }
    }

    /// A formula without quantifier, in parentheses. Where reads are `guarded`, a comparison that reads outside holds.
    fn condition(&mut self, symbols: &mut Interner, formula: &Formula, guarded: bool) {
        match formula {
            Formula::Truth(value) => self.c(symbols, if *value { "1" } else { "0" }),
            Formula::Atom { left, right } => {
                self.c(symbols, "(");
                let mut reads = Vec::new();
                formula.reads(&mut reads);
                if guarded && !reads.is_empty() {
                    self.c(symbols, "!(");
                    self.inside(symbols, formula);
                    self.c(symbols, "1) ||");
                }
                self.pieces(symbols, &left.pieces);
                if let Some((operator, right)) = right {
                    self.token(*operator);
                    self.pieces(symbols, &right.pieces);
                }
                self.c(symbols, ")");
            }
            Formula::Not(inner) => {
                self.c(symbols, "!");
                self.condition(symbols, inner, guarded);
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let operator = if matches!(formula, Formula::And(_)) { "&&" } else { "||" };
                self.c(symbols, "(");
                for (at, part) in parts.iter().enumerate() {
                    self.c(symbols, if at == 0 { "" } else { operator });
                    self.condition(symbols, part, guarded);
                }
                self.c(symbols, ")");
            }
            Formula::Quantified { .. } => unreachable!("conditions have no quantifiers"),
        }
    }
}

/// The conjuncts of a formula.
fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}

/// What must hold so that a disjunction says anything: the negated comparisons in it.
fn negated_disjuncts(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::Or(parts) => parts.iter().flat_map(negated_disjuncts).collect(),
        Formula::Not(inner) => vec![inner],
        _ => Vec::new(),
    }
}

/// `G ==> V` as its guards and V.
fn split_guards(body: &Formula) -> (Vec<Formula>, Formula) {
    match body {
        Formula::Or(parts) if parts.len() > 1 => {
            let (last, guards) = parts.split_last().expect("there are several");
            (guards.iter().map(|guard| guard.clone().not()).collect(), last.clone())
        }
        other => (Vec::new(), other.clone()),
    }
}

/// A bound that a guard gives for a variable, and whether it is strict.
fn bound<'f>(variable: Symbol, guards: &[&'f Formula], lower: bool) -> Option<(&'f Term, bool)> {
    use TokenKind::{Greater, GreaterEq, Less, LessEq};
    let is_variable =
        |term: &Term| matches!(&term.pieces[..], [Piece::Token(token)] if token.symbol() == Some(variable));
    let mentions = |term: &Term| {
        term.pieces.iter().any(|piece| matches!(piece, Piece::Token(token) if token.symbol() == Some(variable)))
    };
    guards.iter().find_map(|guard| {
        let Formula::Atom { left, right: Some((operator, right)) } = guard else { return None };
        let (bound, is_lower) = match operator.kind {
            Less | LessEq if is_variable(right) => (left, true),
            Greater | GreaterEq if is_variable(left) => (right, true),
            Less | LessEq if is_variable(left) => (right, false),
            Greater | GreaterEq if is_variable(right) => (left, false),
            _ => return None,
        };
        (is_lower == lower && !mentions(bound)).then_some((bound, matches!(operator.kind, Less | Greater)))
    })
}

/// The text as it stands in a string literal of C.
fn escaped(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == '@').filter(|word| !word.is_empty()).collect();
    words.join(" ").replace('\\', "\\\\").replace('"', "\\\"")
}
