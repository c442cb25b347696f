//! Specifications in comments: `/*@ requires …; ensures …; */` before a function, `//@ assert …;` in a body, in ACSL.
//!
//! A specification becomes ordinary C, token by token, before the parser sees the program: every later stage, every engine
//! and the interpreter understand it without knowing of it, and nothing that it says is dropped in silence. Each token of
//! a specification keeps its place in the user's file; tokens that are put around it have the place of the clause's keyword.
//!
//! - `//@ assert \forall integer i; lo <= i < hi ==> P(i);` is an arbitrary `i`, and an assertion where the range holds
//!   ([`write`]). An instance that reads outside of an array is no instance (paper 001 §4): the read ends the execution.
//! - A contract is a function `__contract_of_f` without parameters ([`contract`]): arrays of one arbitrary length, arbitrary
//!   arguments, `requires` assumed, the call, `ensures` asserted. `read.rs` makes it the entry where there is no `main`.
//!
//! What ACSL has and this does not is an error where leaving it out would change what is claimed (`behavior`, `admit`, a
//! function of logic), and a warning where it would only not be checked or used (`assigns`, `loop invariant`).

mod contract;
mod formula;
mod macros;
mod words;
mod write;

use heureka_ir::span::Span;

use self::contract::{Contract, write_contracts};
use self::formula::{Place, Reader};
use self::words::{Word, words};
use self::write::Writer;
use crate::ast::Annotation;
use crate::diagnostic::Diagnostic;
use crate::lex::Lexed;
use crate::symbol::Symbol;
use crate::token::{Token, TokenKind};

pub use self::contract::{ALL_CONTRACTS, CONTRACT_OF};

/// Clauses that would only be checked or used in addition.
const NOT_CHECKED: &[&str] = &["assigns", "loop", "decreases", "terminates", "allocates", "frees"];
/// Clauses that change what is claimed.
const REFUSED: &[&str] = &[
    "behavior",
    "assumes",
    "complete",
    "disjoint",
    "admit",
    "predicate",
    "logic",
    "axiomatic",
    "axiom",
    "lemma",
    "ghost",
    "invariant",
    "type",
    "model",
    "global",
    "exits",
    "returns",
    "breaks",
    "continues",
    "inductive",
    "for",
    "import",
];

/// Which specifications mean something.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Specifications {
    /// All: a failing one is an error.
    #[default]
    All,
    /// Contracts, for what they assume. Nobody asks whether assertions hold, and one that does not hold ends no execution.
    Contracts,
    /// None: comments are comments.
    None,
}

/// Replaces specifications by the C that they stand for. The result is the text that the tokens lie in.
pub fn expand(lexed: &mut Lexed, text: &[u8], which: Specifications) -> Vec<u8> {
    let mut writer = Writer::new(text);
    let annotations = lexed.annotations.clone();
    let tokens = std::mem::take(&mut lexed.tokens);
    let mut depth = 0i64;
    let mut next = annotations.iter().peekable();
    let mut contracts: Vec<Contract> = Vec::new();
    let mut pending: Option<Contract> = None;
    for (at, token) in tokens.iter().enumerate() {
        while let Some(annotation) = next.next_if(|annotation| annotation.before_token as usize == at) {
            let before = at.checked_sub(1).map(|before| tokens[before].kind);
            let read = match which {
                _ if depth == 0 => contract_clauses(lexed, text, annotation, &tokens[at..], &mut pending),
                Specifications::All => statement(lexed, text, annotation, before, &mut writer),
                Specifications::Contracts | Specifications::None => Ok(()),
            };
            if let Err(diagnostic) = read {
                lexed.diagnostics.push(*diagnostic);
            }
        }
        if depth == 0 && matches!(token.kind, TokenKind::BraceOpen | TokenKind::Semicolon | TokenKind::End) {
            contracts.extend(pending.take());
        }
        match token.kind {
            TokenKind::BraceOpen => depth += 1,
            TokenKind::BraceClose => depth -= 1,
            TokenKind::End => write_contracts(lexed, &contracts, &mut writer),
            _ => {}
        }
        writer.token(*token);
    }
    let (tokens, text) = writer.finish();
    lexed.tokens = tokens;
    text
}

/// Reads an annotation outside of functions: clauses of the contract of the function that comes next.
fn contract_clauses(
    lexed: &mut Lexed,
    text: &[u8],
    annotation: &Annotation,
    next: &[Token],
    pending: &mut Option<Contract>,
) -> Result<(), Box<Diagnostic>> {
    let words = words(lexed, text, annotation)?;
    let mut reader = Reader::new(&words, annotation.span);
    while let Some(clause) = clause(lexed, &mut reader)? {
        let place = match clause.keyword.as_str() {
            "requires" => Place::Requires,
            "ensures" => Place::Ensures,
            other => {
                let message = format!("`{other}` does not belong before a function");
                return Err(Box::new(Diagnostic::error(clause.span, message)));
            }
        };
        let contract = match pending {
            Some(contract) => contract,
            None => pending.insert(Contract::new(lexed, next, clause.span)?),
        };
        let formula = reader.formula(lexed, place, contract)?;
        let end = reader.end_of_clause()?;
        contract.add(place, clause.span, clause.text(text, &end), formula);
    }
    Ok(())
}

/// Reads an annotation in the body of a function.
fn statement(
    lexed: &mut Lexed,
    text: &[u8],
    annotation: &Annotation,
    before: Option<TokenKind>,
    writer: &mut Writer,
) -> Result<(), Box<Diagnostic>> {
    let words = words(lexed, text, annotation)?;
    let mut reader = Reader::new(&words, annotation.span);
    while let Some(clause) = clause(lexed, &mut reader)? {
        if !matches!(clause.keyword.as_str(), "assert" | "check") {
            let message = format!("`{}` does not belong in the body of a function", clause.keyword);
            return Err(Box::new(Diagnostic::error(clause.span, message)));
        }
        use TokenKind::{BraceClose, BraceOpen, Colon, Semicolon};
        if !matches!(before, Some(Semicolon | BraceOpen | BraceClose | Colon)) {
            let message = "a specification cannot be the body of `if`, `else` or a loop";
            let note = "it would take the place of the statement that follows; put both in braces";
            return Err(Box::new(Diagnostic::error(clause.span, message).with_note(note)));
        }
        let formula = reader.formula(lexed, Place::Body, &Contract::none())?;
        let end = reader.end_of_clause()?;
        writer.clause(clause.span);
        writer.assertion(&mut lexed.symbols, &clause.text(text, &end), &formula)?;
    }
    Ok(())
}

/// The start of a clause that is to be read.
struct Clause {
    keyword: String,
    span: Span,
    /// Where it starts in the preprocessed text.
    offset: u32,
}

impl Clause {
    /// The clause as it was written, up to its `;`.
    fn text(&self, text: &[u8], end: &Token) -> String {
        let bytes = text.get(self.offset as usize..end.offset as usize).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    }
}

/// The next clause that means something here. What is not known is told of and skipped, or refused.
fn clause(lexed: &mut Lexed, reader: &mut Reader) -> Result<Option<Clause>, Box<Diagnostic>> {
    while let Some(word) = reader.next() {
        let span = word.span();
        let (name, offset) = match word {
            Word::Token(token) => (token.symbol().map(|symbol| lexed.symbols.name(symbol).to_owned()), token.offset),
            Word::Special(..) => (None, 0),
        };
        match name {
            Some(keyword) if matches!(keyword.as_str(), "requires" | "ensures" | "assert" | "check") => {
                return Ok(Some(Clause { keyword, span, offset }));
            }
            Some(keyword) if NOT_CHECKED.contains(&keyword.as_str()) => {
                let message = format!("`{keyword}` in a specification is not checked");
                lexed.warnings.push(Diagnostic::warning(span, message));
                reader.skip_clause();
            }
            Some(keyword) if REFUSED.contains(&keyword.as_str()) => {
                let message = format!("`{keyword}` in a specification is not understood");
                let note = "what is known: requires, ensures, assert, check";
                return Err(Box::new(Diagnostic::error(span, message).with_note(note)));
            }
            _ => {
                let message = "this comment looks like a specification in ACSL, and is not understood";
                lexed.warnings.push(Diagnostic::warning(span, message).with_label("ignored"));
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// The words of a name in the text, interned.
fn intern(lexed: &mut Lexed, name: &str) -> Symbol {
    lexed.symbols.intern(name)
}
