//! Tokens to the syntax tree, by recursive descent. One file per part of the grammar; here are the parts they share.
//!
//! The grammar is that of C11 with GNU's extensions. Where it is ambiguous, the parser knows which names are typedefs
//! ([`scope`]). The recursion is bounded: no tree is higher than the stack allows ([`highest_tree`]), counted over
//! everything that nests and also over chains that lean to the left, so that later stages may recurse too.

mod attribute;
mod builtin;
mod declaration;
mod declarator;
mod expression;
mod initializer;
mod operator;
mod record;
mod scope;
mod specifier;
mod statement;

use heureka_ir::span::Span;

use self::scope::Scopes;
use crate::acsl::{self, Specifications};
use crate::ast::{Expr, ExprKind, Items, StrLiteral, TranslationUnit};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lex::{PackLimits, lex};
use crate::literal;
use crate::preprocess::Source;
use crate::stack::{highest_tree, with_large_stack};
use crate::symbol::{Interner, Symbol};
use crate::token::{Token, TokenKind};

/// Complaints beyond these are mostly consequences of the first.
const MOST_DIAGNOSTICS: usize = 5;

/// Parses preprocessed text with all its specifications. On failure there is at least one error among the diagnostics.
pub fn parse(source: &Source) -> Result<TranslationUnit, Diagnostics> {
    parse_with(source, Specifications::All)
}

/// Parses preprocessed text with these specifications.
pub fn parse_with(source: &Source, which: Specifications) -> Result<TranslationUnit, Diagnostics> {
    with_large_stack(|| parse_here(source, which))
}

fn parse_here(source: &Source, which: Specifications) -> Result<TranslationUnit, Diagnostics> {
    let mut lexed = lex(source);
    let mut text = std::borrow::Cow::Borrowed(source.text());
    let has_specifications = which != Specifications::None && !lexed.annotations.is_empty();
    if has_specifications && lexed.diagnostics.is_empty() {
        text = acsl::expand(&mut lexed, source.text(), which).into();
    }
    if !lexed.diagnostics.is_empty() {
        return Err(Diagnostics { files: lexed.files, list: lexed.diagnostics });
    }
    let mut parser = Parser {
        text: &text,
        scopes: Scopes::new(lexed.symbols.len()),
        tokens: lexed.tokens,
        symbols: lexed.symbols,
        pack_limits: lexed.pack_limits,
        at: 0,
        diagnostics: Vec::new(),
        limit: highest_tree(),
        nesting: 0,
        height: 0,
        deepest: 0,
        same_line: (0, 0),
    };
    let items = parser.translation_unit();
    if !parser.diagnostics.is_empty() {
        return Err(Diagnostics { files: lexed.files, list: parser.diagnostics });
    }
    Ok(TranslationUnit {
        items: Items::new(items, parser.deepest),
        symbols: parser.symbols,
        files: lexed.files,
        system_headers: lexed.system_headers,
        annotations: lexed.annotations,
        warnings: lexed.warnings,
    })
}

/// A diagnostic was recorded and the construct at hand cannot be completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stop;

type Parse<T> = Result<T, Stop>;

struct Parser<'a> {
    text: &'a [u8],
    /// Ends with [`TokenKind::End`], which is never passed.
    tokens: Vec<Token>,
    at: usize,
    symbols: Interner,
    scopes: Scopes,
    pack_limits: PackLimits,
    diagnostics: Vec<Diagnostic>,
    /// How high a tree may be.
    limit: u32,
    /// How many constructs enclose the current place.
    nesting: u32,
    /// The height of the expression completed last.
    height: u32,
    /// The greatest sum of nesting and height so far.
    deepest: u32,
    /// A run of token indices known to be on one line; see [`Parser::span_from`].
    same_line: (usize, usize),
}

// Looking at tokens.
impl Parser<'_> {
    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// The kind of the token `ahead` places on.
    fn kind_ahead(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.at + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    /// The place of the current token.
    fn here(&self) -> Span {
        self.tokens[self.at].span
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    /// Passes a token of that kind, if it is next.
    fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    /// Passes a token that must be next. `context` says where: "after the condition".
    fn expect(&mut self, kind: TokenKind, context: &str) -> Parse<Span> {
        let span = self.here();
        if self.accept(kind) { Ok(span) } else { Err(self.expected(kind.describe(), context)) }
    }

    /// Passes the bracket that closes the one at `open`.
    fn expect_close(&mut self, kind: TokenKind, open: Span) -> Parse<Span> {
        let span = self.here();
        if self.accept(kind) {
            return Ok(span);
        }
        let stop = self.expected(kind.describe(), "");
        let note = match kind {
            TokenKind::ParenClose => "to match this `(`",
            TokenKind::BracketClose => "to match this `[`",
            _ => "to match this `{`",
        };
        if let Some(last) = self.diagnostics.last_mut() {
            last.notes.push((Some(open), note.to_owned()));
        }
        Err(stop)
    }

    fn expect_identifier(&mut self, what: &str, context: &str) -> Parse<Symbol> {
        let token = *self.token();
        match token.symbol() {
            Some(symbol) if token.kind == TokenKind::Ident => {
                self.advance();
                Ok(symbol)
            }
            _ => Err(self.expected(what, context)),
        }
    }

    /// From the token `start` to the one before the current one, or as much of that as is on one line.
    fn span_from(&mut self, start: usize) -> Span {
        let first = self.tokens[start].span;
        let end = self.at.max(start + 1);
        let last = self.tokens[end - 1].span;
        let last = if last.line == first.line && last.file == first.file {
            last
        } else {
            let end = self.end_of_line(start);
            self.tokens[end - 1].span
        };
        // Tokens that a macro put there may stand in any order.
        let column = first.column.min(last.column);
        let right = (first.column + first.len).max(last.column + last.len);
        Span { column, len: right - column, ..first }
    }

    /// The index after the last token on the line of the token `start`. Nested constructs that start on one line ask
    /// for the same answer, so the last one is kept.
    fn end_of_line(&mut self, start: usize) -> usize {
        let (known_start, known_end) = self.same_line;
        if (known_start..known_end).contains(&start) {
            return known_end;
        }
        let Span { file, line, .. } = self.tokens[start].span;
        let mut end = start + 1;
        while end < self.tokens.len() && self.tokens[end].span.line == line && self.tokens[end].span.file == file {
            end += 1;
            if end == known_start {
                end = known_end;
            }
        }
        self.same_line = (start, end);
        end
    }
}

// Complaints.
impl Parser<'_> {
    fn error(&mut self, diagnostic: Diagnostic) -> Stop {
        self.diagnostics.push(diagnostic);
        Stop
    }

    fn error_at(&mut self, span: Span, message: impl Into<String>) -> Stop {
        self.error(Diagnostic::error(span, message))
    }

    /// "expected A in this context, found B".
    fn expected(&mut self, what: &str, context: &str) -> Stop {
        let token = *self.token();
        let found = match token.kind {
            TokenKind::End => "the end of the file".to_owned(),
            _ => {
                let bytes = token.bytes(self.text, &self.symbols);
                let text: String = String::from_utf8_lossy(bytes).chars().take(40).collect();
                if text.len() < bytes.len() { format!("`{text}…`") } else { format!("`{text}`") }
            }
        };
        let space = if context.is_empty() { "" } else { " " };
        let message = format!("expected {what}{space}{context}, found {found}");
        // What is missing at the end of a line is missing there, not where the next line starts.
        let previous = self.at.checked_sub(1).map(|at| self.tokens[at].span);
        let span = match previous {
            Some(previous) if previous.line != token.span.line || token.kind == TokenKind::End => {
                Span { column: previous.column + previous.len, len: 1, ..previous }
            }
            _ => token.span,
        };
        self.error(Diagnostic::error(span, message).with_label(format!("expected {what}")))
    }

    /// Whether it is worth going on after an error.
    fn can_recover(&self) -> bool {
        self.diagnostics.len() < MOST_DIAGNOSTICS && self.kind() != TokenKind::End
    }

    /// Gives up on the whole text.
    fn abandon(&mut self) {
        self.at = self.tokens.len() - 1;
    }
}

// Depth.
impl Parser<'_> {
    /// Parses something one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.nesting += 1;
        self.deepest = self.deepest.max(self.nesting);
        if self.nesting >= self.limit {
            return Err(self.too_deep());
        }
        let result = part(self);
        self.nesting -= 1;
        result
    }

    /// Sets the height of an expression just built from parts of which the highest has `below`.
    fn raise(&mut self, below: u32) -> Parse<()> {
        self.height = below + 1;
        let depth = self.nesting + self.height;
        self.deepest = self.deepest.max(depth);
        if depth >= self.limit { Err(self.too_deep()) } else { Ok(()) }
    }

    /// Parses a part of an expression that is not an expression, and sets `height` to that of what was in it.
    fn measured<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outer = std::mem::replace(&mut self.deepest, self.nesting);
        let result = self.nested(part);
        self.height = self.deepest.saturating_sub(self.nesting);
        self.deepest = self.deepest.max(outer);
        result
    }

    #[cold]
    fn too_deep(&mut self) -> Stop {
        let span = self.here();
        // Everything around is as deep, so nothing around can be completed either.
        self.abandon();
        self.error_at(span, format!("the program nests more than {} levels deep here", self.limit))
    }
}

// Parts that several constructs have.
impl Parser<'_> {
    /// The expression that started at the token `start` and ends before the current one.
    fn finish(&mut self, start: usize, kind: ExprKind) -> Expr {
        Expr { span: self.span_from(start), kind }
    }

    /// One or more adjacent string literals, of which the first is next.
    fn string_literal(&mut self) -> Parse<StrLiteral> {
        let start = self.at;
        while self.kind() == TokenKind::Str {
            self.advance();
        }
        if self.at == start {
            return Err(self.expected("a string literal", ""));
        }
        let span = self.span_from(start);
        let text = self.text;
        let tokens = &self.tokens[start..self.at];
        let evaluated = match tokens {
            [token] => literal::string(&[token.bytes(text, &self.symbols)]),
            several => {
                let pieces: Vec<&[u8]> = several.iter().map(|token| token.bytes(text, &self.symbols)).collect();
                literal::string(&pieces)
            }
        };
        match evaluated {
            Ok((encoding, units)) => Ok(StrLiteral { span, encoding, units }),
            Err((piece, message)) => {
                let span = tokens[piece].span;
                Err(self.error_at(span, message))
            }
        }
    }

    /// A string literal whose text names something, as a symbol.
    fn string_symbol(&mut self) -> Parse<Symbol> {
        let start = self.at;
        self.string_literal()?;
        let mut name = String::new();
        for token in &self.tokens[start..self.at] {
            let bytes = token.bytes(self.text, &self.symbols);
            let inner = bytes.get(1..bytes.len().saturating_sub(1)).unwrap_or_default();
            name.push_str(&String::from_utf8_lossy(inner));
        }
        Ok(self.new_symbol(&name))
    }

    /// Interns a name that may not be among the words of the text.
    fn new_symbol(&mut self, name: &str) -> Symbol {
        let symbol = self.symbols.intern(name);
        self.scopes.make_room(self.symbols.len());
        symbol
    }

    /// Passes `( … )` with whatever is in it, brackets balanced.
    fn skip_parenthesised(&mut self) -> Parse<()> {
        let open = self.expect(TokenKind::ParenOpen, "")?;
        let mut depth = 1;
        while depth > 0 {
            match self.kind() {
                TokenKind::ParenOpen => depth += 1,
                TokenKind::ParenClose => depth -= 1,
                TokenKind::End => return self.expect_close(TokenKind::ParenClose, open).map(drop),
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }

    /// Passes `_Pragma("…")`, which means nothing here.
    fn skip_pragma(&mut self) -> Parse<()> {
        self.advance();
        self.skip_parenthesised()
    }
}
