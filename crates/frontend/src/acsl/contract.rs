//! Contracts of functions, and the function that each becomes.
//!
//! ```c
//! static void __contract_of_f(void) {
//!     long long __length = __VERIFIER_nondet_length();  __heureka_assume(__length > 0);
//!     int a[__length];                                  /* arrays: apart, of one length, of arbitrary contents */
//!     int n = (int)__VERIFIER_nondet_argument();
//!     …                                                 /* requires, assumed */
//!     int a__old[__length]; for (…) a__old[i] = a[i];   /* what \old speaks of */
//!     int __result = f(a, n);
//!     …                                                 /* ensures, asserted */
//! }
//! ```
//! A pointer parameter is an array; arguments of other types than integers and pointers to them are refused. In `ensures` a
//! parameter is the value that was passed, as in ACSL.

use std::cell::RefCell;

use heureka_ir::span::Span;

use super::formula::{Formula, Place};
use super::write::Writer;
use crate::diagnostic::Diagnostic;
use crate::lex::Lexed;
use crate::symbol::Symbol;
use crate::token::{Token, TokenKind};

/// What the names of these functions start with.
pub const CONTRACT_OF: &str = "__contract_of_";
/// The function that chooses one of them.
pub const ALL_CONTRACTS: &str = "__contracts";

#[derive(Clone, Debug)]
struct Parameter {
    name: Symbol,
    /// Specifiers without qualifiers: the type, or that of the elements.
    ty: Vec<Token>,
    is_array: bool,
}

/// A name in `\old`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Old {
    name: Symbol,
    is_array: bool,
    span: Span,
}

#[derive(Clone, Debug)]
struct Clause {
    place: Place,
    span: Span,
    text: String,
    formula: Formula,
}

/// The contract of a function.
#[derive(Clone, Debug)]
pub struct Contract {
    function: Option<Token>,
    parameters: Vec<Parameter>,
    /// Whether the function has a result.
    has_result: bool,
    clauses: Vec<Clause>,
    old: RefCell<Vec<Old>>,
}

impl Contract {
    /// That of no function.
    pub fn none() -> Contract {
        Contract {
            function: None,
            parameters: Vec::new(),
            has_result: false,
            clauses: Vec::new(),
            old: RefCell::default(),
        }
    }

    /// An empty contract of the function that is declared next.
    pub fn new(lexed: &mut Lexed, next: &[Token], clause: Span) -> Result<Contract, Box<Diagnostic>> {
        let lost = || Box::new(Diagnostic::error(clause, "no function follows this contract"));
        let mut at = 0;
        let mut specifiers = Vec::new();
        let name = loop {
            let token = next.get(at).ok_or_else(lost)?;
            match token.kind {
                TokenKind::Ident if next.get(at + 1).is_some_and(|next| next.kind == TokenKind::ParenOpen) => {
                    break *token;
                }
                TokenKind::Attribute => at = after_parentheses(next, at + 1),
                TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::Eq | TokenKind::ParenOpen | TokenKind::End => {
                    return Err(lost());
                }
                _ => {
                    specifiers.push(*token);
                    at += 1;
                }
            }
        };
        let has_result = !matches!(specifiers.last(), Some(last) if last.kind == TokenKind::Void);
        let end = after_parentheses(next, at + 1) - 1;
        let mut parameters = Vec::new();
        let list = next.get(at + 2..end).ok_or_else(lost)?;
        let is_void = matches!(list, [only] if only.kind == TokenKind::Void);
        if !is_void && !list.is_empty() {
            for part in split_by_commas(list) {
                let number = parameters.len();
                parameters.push(parameter(lexed, part, number).ok_or_else(|| {
                    let span = part.first().map_or(clause, |token| token.span);
                    let message =
                        "a contract is understood for parameters that are integers or arrays of integers only";
                    Box::new(Diagnostic::error(span, message))
                })?);
            }
        }
        Ok(Contract { function: Some(name), parameters, has_result, clauses: Vec::new(), old: RefCell::default() })
    }

    pub fn add(&mut self, place: Place, span: Span, text: String, formula: Formula) {
        self.clauses.push(Clause { place, span, text, formula });
    }

    /// Whether the name is that of an array parameter.
    pub fn is_array(&self, name: Symbol) -> bool {
        self.parameters.iter().any(|parameter| parameter.is_array && parameter.name == name)
    }

    /// Whether the name is that of a parameter that is a number.
    pub fn is_scalar(&self, name: Symbol) -> bool {
        self.parameters.iter().any(|parameter| !parameter.is_array && parameter.name == name)
    }

    /// A copy of this from before the call is needed.
    pub fn note_old(&self, name: Symbol, is_array: bool, span: Span) {
        let mut old = self.old.borrow_mut();
        if old.iter().all(|known| known.name != name) {
            old.push(Old { name, is_array, span });
        }
    }
}

/// The index after the `)` of the `(` at `open`.
fn after_parentheses(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            TokenKind::ParenOpen => depth += 1,
            TokenKind::ParenClose => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

fn split_by_commas(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0;
    tokens
        .split(|token| {
            match token.kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen => depth += 1,
                TokenKind::ParenClose | TokenKind::BracketClose => depth -= 1,
                _ => {}
            }
            depth == 0 && token.kind == TokenKind::Comma
        })
        .collect()
}

fn parameter(lexed: &mut Lexed, tokens: &[Token], number: usize) -> Option<Parameter> {
    use TokenKind::{BracketClose, BracketOpen, Const, Ident, Register, Restrict, Star, Volatile};
    let mut ty: Vec<Token> = Vec::new();
    let mut stars = 0;
    let mut brackets = 0;
    let mut in_brackets = false;
    for token in tokens {
        match token.kind {
            BracketOpen => (in_brackets, brackets) = (true, brackets + 1),
            BracketClose => in_brackets = false,
            _ if in_brackets => {}
            Const | Restrict | Volatile | Register => {}
            Star => stars += 1,
            TokenKind::ParenOpen | TokenKind::Ellipsis | TokenKind::Attribute => return None,
            _ => ty.push(*token),
        }
    }
    if stars + brackets > 1 {
        return None;
    }
    // The last word is the name unless it is all there is.
    let is_named = ty.len() > 1 && ty.last().is_some_and(|last| last.kind == Ident);
    let name = match is_named {
        true => ty.pop().and_then(|last| last.symbol())?,
        false => super::intern(lexed, &format!("__argument{number}")),
    };
    let is_array = stars + brackets == 1;
    if ty.is_empty() || ty.iter().any(|token| token.kind == TokenKind::Void) {
        return None;
    }
    Some(Parameter { name, ty, is_array })
}

/// Writes the functions of all contracts, and the one that chooses among them.
pub fn write_contracts(lexed: &mut Lexed, contracts: &[Contract], writer: &mut Writer) {
    let mut names = Vec::new();
    for contract in contracts {
        let Some(function) = contract.function else { continue };
        let name = function.symbol().map(|symbol| lexed.symbols.name(symbol).to_owned()).unwrap_or_default();
        if names.contains(&name) {
            let message = format!("`{name}` has a contract already");
            lexed.diagnostics.push(Diagnostic::error(function.span, message));
            continue;
        }
        writer.clause(function.span);
        match write_contract(lexed, contract, &name, writer) {
            Ok(()) => names.push(name),
            Err(diagnostic) => lexed.diagnostics.push(*diagnostic),
        }
    }
    if names.is_empty() {
        return;
    }
    let symbols = &mut lexed.symbols;
    writer.c(symbols, &format!("static void {ALL_CONTRACTS}(void) {{ extern int __VERIFIER_nondet_choice(void);"));
    for (at, name) in names.iter().enumerate() {
        let condition = if at + 1 < names.len() { "if (__VERIFIER_nondet_choice())" } else { "" };
        writer.c(symbols, &format!("{condition} {{ {CONTRACT_OF}{name}(); return; }}"));
    }
    writer.c(symbols, "}");
}

fn write_contract(
    lexed: &mut Lexed,
    contract: &Contract,
    name: &str,
    writer: &mut Writer,
) -> Result<(), Box<Diagnostic>> {
    let symbols = &mut lexed.symbols;
    writer.c(symbols, &format!("static void {CONTRACT_OF}{name}(void) {{"));
    writer.c(
        symbols,
        "extern long long __VERIFIER_nondet_length(void); extern long long __VERIFIER_nondet_argument(void);",
    );
    writer.c(symbols, "extern void __heureka_assume(int);");
    if contract.parameters.iter().any(|parameter| parameter.is_array) {
        writer.c(symbols, "long long __length = __VERIFIER_nondet_length(); __heureka_assume(__length > 0);");
    }
    for parameter in &contract.parameters {
        let own = symbols.name(parameter.name).to_owned();
        parameter.ty.iter().for_each(|token| writer.token(*token));
        writer.c(symbols, &own);
        if parameter.is_array {
            writer.c(symbols, "[__length];");
        } else {
            writer.c(symbols, "= (");
            parameter.ty.iter().for_each(|token| writer.token(*token));
            writer.c(symbols, ") __VERIFIER_nondet_argument();");
        }
    }
    for clause in contract.clauses.iter().filter(|clause| clause.place == Place::Requires) {
        writer.clause(clause.span);
        writer.assumption(symbols, &clause.formula)?;
    }
    for old in contract.old.borrow().iter() {
        writer.clause(old.span);
        let own = symbols.name(old.name).to_owned();
        let parameter = contract.parameters.iter().find(|parameter| parameter.name == old.name);
        let length = match parameter {
            Some(parameter) => {
                parameter.ty.iter().for_each(|token| writer.token(*token));
                writer.c(symbols, &format!("{own}__old[__length];"));
                "__length".to_owned()
            }
            None => {
                let start = if old.is_array { "" } else { &format!("= {own}") };
                writer.c(symbols, &format!("__typeof__({own}) {own}__old {start};"));
                format!("(long long)(sizeof({own}) / sizeof({own}[0]))")
            }
        };
        if old.is_array || parameter.is_some() {
            let copy = format!("for (long long __k = 0; __k < {length}; __k++) {own}__old[__k] = {own}[__k];");
            writer.c(symbols, &copy);
        }
    }
    writer.clause(contract.function.map_or(Span::NONE, |function| function.span));
    let arguments: Vec<&str> = contract.parameters.iter().map(|parameter| symbols.name(parameter.name)).collect();
    let call = format!("{name}({})", arguments.join(", "));
    if contract.has_result {
        writer.c(symbols, &format!("__typeof__({call}) __result = {call}; (void)__result;"));
    } else {
        writer.c(symbols, &format!("{call};"));
    }
    for clause in contract.clauses.iter().filter(|clause| clause.place == Place::Ensures) {
        writer.clause(clause.span);
        writer.assertion(symbols, &clause.text, &clause.formula)?;
    }
    writer.c(symbols, "}");
    Ok(())
}
