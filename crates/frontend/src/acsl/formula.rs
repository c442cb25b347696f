//! Formulas of specifications: read by recursive descent, kept as trees over tokens of C.
//!
//! The precedence is ACSL's: quantifiers reach to the end, then `<==>`, `==>` (to the right), `||`, `^^`, `&&`, chains of
//! comparisons, sums, products, signs. Numbers are integers without bounds: every value that a term reads from the program
//! is marked `__heureka_integer(…)`, which typing turns into the widest signed type.

use heureka_ir::span::Span;

use super::contract::Contract;
use super::words::{Special, Word};
use crate::diagnostic::Diagnostic;
use crate::lex::Lexed;
use crate::symbol::Symbol;
use crate::token::{Token, TokenKind};

/// Where a formula stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Body,
    Requires,
    Ensures,
}

/// A piece of a term, to be written as C.
#[derive(Clone, Debug)]
pub enum Piece {
    Token(Token),
    /// Text that no user wrote.
    Text(&'static str),
    Name(String),
}

/// A number.
#[derive(Clone, Debug, Default)]
pub struct Term {
    pub pieces: Vec<Piece>,
    /// The arrays of the contract that it reads, with their indices.
    pub reads: Vec<Read>,
}

/// A read of an array whose length is known.
#[derive(Clone, Debug)]
pub struct Read {
    pub index: Box<Term>,
}

#[derive(Clone, Debug)]
pub enum Formula {
    /// `left operator right`, or a number that is not zero.
    Atom {
        left: Term,
        right: Option<(Token, Term)>,
    },
    Truth(bool),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Quantified {
        universal: bool,
        variables: Vec<(Symbol, Span)>,
        body: Box<Formula>,
        span: Span,
    },
}

impl Formula {
    pub fn not(self) -> Formula {
        match self {
            Formula::Truth(value) => Formula::Truth(!value),
            Formula::Not(inner) => *inner,
            Formula::And(list) => Formula::Or(list.into_iter().map(Formula::not).collect()),
            Formula::Or(list) => Formula::And(list.into_iter().map(Formula::not).collect()),
            Formula::Quantified { universal, variables, body, span } => {
                Formula::Quantified { universal: !universal, variables, body: Box::new(body.not()), span }
            }
            atom => Formula::Not(Box::new(atom)),
        }
    }

    pub fn has_quantifier(&self) -> bool {
        match self {
            Formula::Atom { .. } | Formula::Truth(_) => false,
            Formula::Not(inner) => inner.has_quantifier(),
            Formula::And(list) | Formula::Or(list) => list.iter().any(Formula::has_quantifier),
            Formula::Quantified { .. } => true,
        }
    }

    /// The reads of arrays whose length is known.
    pub fn reads<'f>(&'f self, list: &mut Vec<&'f Read>) {
        match self {
            Formula::Atom { left, right } => {
                list.extend(&left.reads);
                list.extend(right.iter().flat_map(|(_, right)| &right.reads));
            }
            Formula::Truth(_) => {}
            Formula::Not(inner) => inner.reads(list),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.reads(list)),
            Formula::Quantified { body, .. } => body.reads(list),
        }
    }
}

/// What an expression turned out to be.
enum Value {
    Term(Term),
    Formula(Formula),
}

type Read1<T> = Result<T, Box<Diagnostic>>;

pub struct Reader<'w> {
    words: &'w [Word],
    at: usize,
    /// The place of the comment.
    comment: Span,
    bound: Vec<Symbol>,
    in_old: bool,
}

impl<'w> Reader<'w> {
    pub fn new(words: &'w [Word], comment: Span) -> Reader<'w> {
        Reader { words, at: 0, comment, bound: Vec::new(), in_old: false }
    }

    /// The next word, passed.
    pub fn next(&mut self) -> Option<&'w Word> {
        let word = self.words.get(self.at);
        self.at += 1;
        word
    }

    fn peek(&self) -> Option<&'w Word> {
        self.words.get(self.at)
    }

    /// Where the next word stands, or the last one ends.
    fn here(&self) -> Span {
        match (self.peek(), self.words.last()) {
            (Some(word), _) => word.span(),
            (None, Some(last)) => Span { column: last.span().column + last.span().len, len: 1, ..last.span() },
            (None, None) => self.comment,
        }
    }

    fn accept(&mut self, kind: TokenKind) -> Option<Token> {
        match self.peek() {
            Some(Word::Token(token)) if token.kind == kind => {
                self.at += 1;
                Some(*token)
            }
            _ => None,
        }
    }

    fn accept_special(&mut self, wanted: &Special) -> bool {
        let found = matches!(self.peek(), Some(Word::Special(special, _)) if special == wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, kind: TokenKind) -> Read1<Token> {
        self.accept(kind).ok_or_else(|| self.expected(kind.describe()))
    }

    fn expected(&self, what: &str) -> Box<Diagnostic> {
        let message = format!("expected {what} in a specification");
        Box::new(Diagnostic::error(self.here(), message).with_label(format!("expected {what}")))
    }

    fn refused(&self, span: Span, what: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(span, format!("{what} is not understood in a specification")))
    }

    /// Passes the `;` of a clause.
    pub fn end_of_clause(&mut self) -> Read1<Token> {
        self.expect(TokenKind::Semicolon)
    }

    /// Passes the rest of a clause, with its `;`.
    pub fn skip_clause(&mut self) {
        while let Some(word) = self.next() {
            if word.is(TokenKind::Semicolon) {
                return;
            }
        }
    }

    pub fn formula(&mut self, lexed: &mut Lexed, place: Place, contract: &Contract) -> Read1<Formula> {
        let value = Grammar { reader: self, lexed, place, contract }.value()?;
        Ok(as_formula(value))
    }
}

fn as_formula(value: Value) -> Formula {
    match value {
        Value::Formula(formula) => formula,
        Value::Term(left) => Formula::Atom { left, right: None },
    }
}

struct Grammar<'r, 'w> {
    reader: &'r mut Reader<'w>,
    lexed: &'r mut Lexed,
    place: Place,
    contract: &'r Contract,
}

impl Grammar<'_, '_> {
    fn value(&mut self) -> Read1<Value> {
        let left = self.implication()?;
        if !self.reader.accept_special(&Special::Iff) {
            return Ok(left);
        }
        let left = as_formula(left);
        let right = as_formula(self.value()?);
        let both = Formula::And(vec![left.clone(), right.clone()]);
        let neither = Formula::And(vec![left.not(), right.not()]);
        Ok(Value::Formula(Formula::Or(vec![both, neither])))
    }

    fn implication(&mut self) -> Read1<Value> {
        let left = self.disjunction()?;
        if !self.reader.accept_special(&Special::Implies) {
            return Ok(left);
        }
        let right = as_formula(self.implication()?);
        Ok(Value::Formula(Formula::Or(vec![as_formula(left).not(), right])))
    }

    fn disjunction(&mut self) -> Read1<Value> {
        let first = self.conjunction()?;
        if self.reader.peek().is_none_or(|word| !word.is(TokenKind::PipePipe)) {
            return Ok(first);
        }
        let mut list = vec![as_formula(first)];
        while self.reader.accept(TokenKind::PipePipe).is_some() {
            list.push(as_formula(self.conjunction()?));
        }
        Ok(Value::Formula(Formula::Or(list)))
    }

    fn conjunction(&mut self) -> Read1<Value> {
        let first = self.comparison()?;
        if self.reader.peek().is_none_or(|word| !word.is(TokenKind::AmpAmp)) {
            return Ok(first);
        }
        let mut list = vec![as_formula(first)];
        while self.reader.accept(TokenKind::AmpAmp).is_some() {
            list.push(as_formula(self.comparison()?));
        }
        Ok(Value::Formula(Formula::And(list)))
    }

    fn comparison(&mut self) -> Read1<Value> {
        let first = self.sum()?;
        let Some(mut operator) = self.comparison_operator() else { return Ok(first) };
        let mut left = self.number(first)?;
        let mut list = Vec::new();
        loop {
            let right = self.sum()?;
            let right = self.number(right)?;
            list.push(Formula::Atom { left, right: Some((operator, right.clone())) });
            left = right;
            match self.comparison_operator() {
                Some(next) => operator = next,
                None => break,
            }
        }
        Ok(Value::Formula(if list.len() == 1 { list.remove(0) } else { Formula::And(list) }))
    }

    fn comparison_operator(&mut self) -> Option<Token> {
        use TokenKind::{BangEq, EqEq, Greater, GreaterEq, Less, LessEq};
        [EqEq, BangEq, Less, LessEq, Greater, GreaterEq].into_iter().find_map(|kind| self.reader.accept(kind))
    }

    fn number(&self, value: Value) -> Read1<Term> {
        match value {
            Value::Term(term) => Ok(term),
            Value::Formula(_) => Err(self.reader.expected("a number")),
        }
    }

    fn sum(&mut self) -> Read1<Value> {
        self.operators(&[TokenKind::Plus, TokenKind::Minus], Self::product)
    }

    fn product(&mut self) -> Read1<Value> {
        self.operators(&[TokenKind::Star, TokenKind::Slash, TokenKind::Percent], Self::sign)
    }

    fn operators(&mut self, kinds: &[TokenKind], part: fn(&mut Self) -> Read1<Value>) -> Read1<Value> {
        let first = part(self)?;
        let Some(mut operator) = kinds.iter().find_map(|&kind| self.reader.accept(kind)) else { return Ok(first) };
        let mut term = self.number(first)?;
        loop {
            let right = part(self)?;
            let right = self.number(right)?;
            term.pieces.push(Piece::Token(operator));
            term.pieces.extend(right.pieces);
            term.reads.extend(right.reads);
            match kinds.iter().find_map(|&kind| self.reader.accept(kind)) {
                Some(next) => operator = next,
                None => break,
            }
        }
        Ok(Value::Term(parenthesised(term)))
    }

    fn sign(&mut self) -> Read1<Value> {
        if self.reader.accept(TokenKind::Bang).is_some() {
            return Ok(Value::Formula(as_formula(self.sign()?).not()));
        }
        if let Some(minus) = self.reader.accept(TokenKind::Minus) {
            let operand = self.sign()?;
            let mut term = self.number(operand)?;
            term.pieces.insert(0, Piece::Token(minus));
            return Ok(Value::Term(parenthesised(term)));
        }
        self.primary()
    }

    fn primary(&mut self) -> Read1<Value> {
        let span = self.reader.here();
        let Some(word) = self.reader.next() else {
            self.reader.at -= 1;
            return Err(self.reader.expected("a formula"));
        };
        let token = match word {
            Word::Token(token) => *token,
            Word::Special(Special::Backslash(name), span) => return self.special(name, *span),
            Word::Special(..) => {
                self.reader.at -= 1;
                return Err(self.reader.expected("a formula"));
            }
        };
        match token.kind {
            TokenKind::ParenOpen => {
                let value = self.value()?;
                self.reader.expect(TokenKind::ParenClose)?;
                Ok(match value {
                    Value::Term(term) => Value::Term(parenthesised(term)),
                    formula => formula,
                })
            }
            TokenKind::Number | TokenKind::Char => {
                let pieces = vec![Piece::Text("(long long)"), Piece::Token(token)];
                Ok(Value::Term(parenthesised(Term { pieces, reads: Vec::new() })))
            }
            TokenKind::Ident => self.variable(token),
            TokenKind::Star => {
                let name = self.reader.expect(TokenKind::Ident)?;
                let index = Term { pieces: vec![Piece::Text("0")], reads: Vec::new() };
                Ok(Value::Term(self.cell(name, index)))
            }
            _ => {
                self.reader.at -= 1;
                let _ = span;
                Err(self.reader.expected("a formula"))
            }
        }
    }

    /// A variable, perhaps with indices and fields.
    fn variable(&mut self, name: Token) -> Read1<Value> {
        let symbol = name.symbol().expect("names have symbols");
        if self.reader.bound.contains(&symbol) {
            return Ok(Value::Term(Term { pieces: vec![Piece::Token(name)], reads: Vec::new() }));
        }
        if self.reader.peek().is_some_and(|word| word.is(TokenKind::ParenOpen)) {
            return Err(self.reader.refused(name.span, "a call"));
        }
        if self.reader.accept(TokenKind::BracketOpen).is_some() {
            let index = self.sum()?;
            let index = self.number(index)?;
            self.reader.expect(TokenKind::BracketClose)?;
            if let Some(word) = self.reader.peek()
                && (word.is(TokenKind::BracketOpen) || word.is(TokenKind::Dot) || word.is(TokenKind::Arrow))
            {
                return Err(self.reader.refused(word.span(), "a part of an element"));
            }
            return Ok(Value::Term(self.cell(name, index)));
        }
        let mut pieces = vec![Piece::Text("__heureka_integer("), self.name(name, false)];
        while let Some(dot) = self.reader.accept(TokenKind::Dot).or_else(|| self.reader.accept(TokenKind::Arrow)) {
            pieces.push(Piece::Token(dot));
            pieces.push(Piece::Token(self.reader.expect(TokenKind::Ident)?));
        }
        pieces.push(Piece::Text(")"));
        Ok(Value::Term(Term { pieces, reads: Vec::new() }))
    }

    fn cell(&mut self, name: Token, index: Term) -> Term {
        let symbol = name.symbol().expect("names have symbols");
        let mut pieces = vec![Piece::Text("__heureka_integer("), self.name(name, true), Piece::Text("[")];
        pieces.extend(index.pieces.clone());
        pieces.extend([Piece::Text("]"), Piece::Text(")")]);
        let mut reads = index.reads.clone();
        if self.contract.is_array(symbol) {
            reads.push(Read { index: Box::new(index) });
        }
        Term { pieces, reads }
    }

    /// The name, or that of its copy from before the call.
    fn name(&mut self, name: Token, is_array: bool) -> Piece {
        let symbol = name.symbol().expect("names have symbols");
        if !self.reader.in_old || self.contract.is_scalar(symbol) {
            return Piece::Token(name);
        }
        self.contract.note_old(symbol, is_array, name.span);
        Piece::Name(format!("{}__old", self.lexed.symbols.name(symbol)))
    }

    fn special(&mut self, name: &str, span: Span) -> Read1<Value> {
        match name {
            "true" | "false" => Ok(Value::Formula(Formula::Truth(name == "true"))),
            "forall" | "exists" => self.quantifier(name == "forall", span).map(Value::Formula),
            "result" if self.place == Place::Ensures => {
                let pieces = vec![Piece::Text("__heureka_integer("), Piece::Text("__result"), Piece::Text(")")];
                Ok(Value::Term(Term { pieces, reads: Vec::new() }))
            }
            "old" if self.place == Place::Ensures => {
                self.reader.expect(TokenKind::ParenOpen)?;
                self.reader.in_old = true;
                let value = self.sum();
                self.reader.in_old = false;
                let value = value?;
                self.reader.expect(TokenKind::ParenClose)?;
                Ok(value)
            }
            "result" | "old" => {
                Err(Box::new(Diagnostic::error(span, format!("`\\{name}` has a meaning in `ensures` only"))))
            }
            "length" if self.place != Place::Body => {
                self.reader.expect(TokenKind::ParenOpen)?;
                let array = self.reader.expect(TokenKind::Ident)?;
                self.reader.expect(TokenKind::ParenClose)?;
                if !array.symbol().is_some_and(|symbol| self.contract.is_array(symbol)) {
                    return Err(Box::new(Diagnostic::error(array.span, "this is no array of the function")));
                }
                Ok(Value::Term(Term { pieces: vec![Piece::Text("__length")], reads: Vec::new() }))
            }
            "valid" | "valid_read" if self.place != Place::Body => self.validity(),
            // Arrays of a contract are apart.
            "separated" if self.place == Place::Requires => {
                self.reader.expect(TokenKind::ParenOpen)?;
                let mut depth = 1;
                while depth > 0 {
                    match self.reader.next() {
                        Some(word) if word.is(TokenKind::ParenOpen) => depth += 1,
                        Some(word) if word.is(TokenKind::ParenClose) => depth -= 1,
                        Some(_) => {}
                        None => return Err(self.reader.expected("`)`")),
                    }
                }
                Ok(Value::Formula(Formula::Truth(true)))
            }
            _ => Err(self.reader.refused(span, &format!("`\\{name}`"))),
        }
    }

    /// `\valid(a + (lo .. hi))`, `\valid(a)`.
    fn validity(&mut self) -> Read1<Value> {
        self.reader.expect(TokenKind::ParenOpen)?;
        let array = self.reader.expect(TokenKind::Ident)?;
        if !array.symbol().is_some_and(|symbol| self.contract.is_array(symbol)) {
            return Err(Box::new(Diagnostic::error(array.span, "this is no array of the function")));
        }
        if self.reader.accept(TokenKind::ParenClose).is_some() {
            return Ok(Value::Formula(Formula::Truth(true)));
        }
        self.reader.expect(TokenKind::Plus)?;
        self.reader.expect(TokenKind::ParenOpen)?;
        let low = self.sum()?;
        let low = self.number(low)?;
        if !self.reader.accept_special(&Special::Range) {
            return Err(self.reader.expected("`..`"));
        }
        let high = self.sum()?;
        let high = self.number(high)?;
        self.reader.expect(TokenKind::ParenClose)?;
        self.reader.expect(TokenKind::ParenClose)?;
        let atom = |left: &Term, operator: &'static str, right: &Term| {
            let mut pieces = left.pieces.clone();
            pieces.push(Piece::Text(operator));
            pieces.extend(right.pieces.clone());
            Formula::Atom { left: parenthesised(Term { pieces, reads: Vec::new() }), right: None }
        };
        let text = |text: &'static str| Term { pieces: vec![Piece::Text(text)], reads: Vec::new() };
        let inside = Formula::And(vec![atom(&text("0"), "<=", &low), atom(&high, "<", &text("__length"))]);
        Ok(Value::Formula(Formula::Or(vec![atom(&low, ">", &high), inside])))
    }

    fn quantifier(&mut self, universal: bool, span: Span) -> Read1<Formula> {
        let ty = self.reader.expect(TokenKind::Ident).map_err(|_| self.reader.expected("`integer`"))?;
        if ty.symbol().is_none_or(|symbol| self.lexed.symbols.name(symbol) != "integer") {
            return Err(Box::new(Diagnostic::error(ty.span, "quantified variables are of type `integer` here")));
        }
        let mut variables = Vec::new();
        loop {
            let name = self.reader.expect(TokenKind::Ident)?;
            variables.push((name.symbol().expect("names have symbols"), name.span));
            if self.reader.accept(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.reader.expect(TokenKind::Semicolon)?;
        let outer = self.reader.bound.len();
        self.reader.bound.extend(variables.iter().map(|(symbol, _)| *symbol));
        let body = self.value();
        self.reader.bound.truncate(outer);
        Ok(Formula::Quantified { universal, variables, body: Box::new(as_formula(body?)), span })
    }
}

fn parenthesised(mut term: Term) -> Term {
    term.pieces.insert(0, Piece::Text("("));
    term.pieces.push(Piece::Text(")"));
    term
}
