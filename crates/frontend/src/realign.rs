//! Columns of a preprocessed line that differs from the line the user wrote.
//!
//! Macros shift what follows them. The user's line is cut into tokens too and the two lists are matched greedily: a
//! token that stands in both keeps its place in the user's file, a token that a macro put there gets the place of the
//! macro's name, and one that came from a macro's argument that of the argument. The lists are matched without
//! knowing the macros: where they differ at a word, that word is a macro's name, its expansion reaches to where the
//! lists agree again, outside of brackets. A wrong guess costs a wrong column, never a wrong line.

use heureka_ir::span::Span;

use crate::scan::scan;
use crate::source_text::SourceText;
use crate::symbol::Interner;
use crate::token::{Token, TokenKind};

/// How many of the user's lines a preprocessed line may gather (the arguments of a macro may stand on several).
const MOST_LINES: u32 = 2000;
/// How many tokens must agree to be believed.
const AGREEMENT: usize = 4;
/// How many tokens a macro that stands for a function's name may have.
const NAME_LENGTH: usize = 16;
/// How often each token may be looked at, on average: lines are long in generated programs.
const LOOKS: usize = 32;
/// How far an argument's token is looked for.
const NEAR: usize = 64;

/// Moves `tokens`, which come from one line of `original` and say so in their spans, to where they stand there. The
/// line counts from the column in `resume`, if that is given. Where macro arguments reached into a later line, the
/// result is the line and column that come next.
pub fn realign(
    tokens: &mut [Token],
    text: &[u8],
    symbols: &Interner,
    original: &SourceText,
    resume: Option<(u32, u32)>,
) -> Option<(u32, u32)> {
    let first_line = tokens.first()?.span.line;
    let mut written = WrittenTokens { original, next_line: first_line, in_comment: false, list: Vec::new() };
    written.read_line();
    if let Some((_, column)) = resume {
        written.list.retain(|token| token.column >= column);
    }
    let looks = LOOKS * (tokens.len() + NEAR);
    let next = Alignment { tokens, text, symbols, written, first_line, looks }.run()?;
    (next.0 > first_line).then_some(next)
}

struct Alignment<'a> {
    tokens: &'a mut [Token],
    text: &'a [u8],
    symbols: &'a Interner,
    written: WrittenTokens<'a>,
    first_line: u32,
    /// How many more comparisons the line is worth.
    looks: usize,
}

impl<'a> Alignment<'a> {
    /// Places every token; the place of the written token that comes next.
    fn run(&mut self) -> Option<(u32, u32)> {
        let (mut from, mut to) = (0, 0);
        while to < self.tokens.len() {
            if !self.reaches(from) {
                self.place_all(to, self.tokens.len(), from.saturating_sub(1));
                return None;
            }
            if self.agree(from, to) {
                self.place(to, from);
                (from, to) = (from + 1, to + 1);
                continue;
            }
            let Some((after, end)) = self.expansion(from, to) else {
                self.place_all(to, self.tokens.len(), from);
                return None;
            };
            self.place_expansion(from, after, to, end);
            (from, to) = (after, end);
        }
        self.written.list.get(from).map(|next| (next.line, next.column))
    }

    /// Whether there is a written token `at`, reading on as needed.
    fn reaches(&mut self, at: usize) -> bool {
        while at >= self.written.list.len() {
            let too_far = self.written.next_line > self.first_line.saturating_add(MOST_LINES);
            if too_far || !self.written.read_line() {
                return false;
            }
        }
        true
    }

    fn token_bytes(&self, at: usize) -> Option<&'a [u8]> {
        Some(self.tokens.get(at)?.bytes(self.text, self.symbols))
    }

    fn agree(&self, from: usize, to: usize) -> bool {
        match (self.written.list.get(from), self.token_bytes(to)) {
            (Some(written), Some(bytes)) => written.bytes == bytes,
            (None, None) => true,
            // The rest of the lines that a macro's arguments reached into may follow in the next run.
            (Some(written), None) => written.line > self.first_line,
            (None, Some(_)) => false,
        }
    }

    /// Whether the lists agree from here on for a while. A word that differs may be the next macro.
    fn agree_for_a_while(&self, from: usize, to: usize) -> bool {
        for ahead in 0..AGREEMENT {
            if !self.agree(from + ahead, to + ahead) {
                return ahead > 0 && self.written.list.get(from + ahead).is_some_and(|written| written.is_word);
            }
            if from + ahead >= self.written.list.len() || to + ahead >= self.tokens.len() {
                return true;
            }
        }
        true
    }

    /// The macro use that starts at the written token `from` and gave the tokens from `to` on: the ends of both.
    fn expansion(&mut self, from: usize, to: usize) -> Option<(usize, usize)> {
        if !self.written.list[from].is_word {
            return self.agreement_after(from, to, usize::MAX).map(|end| (from, end));
        }
        let with_arguments = self.end_of_arguments(from + 1);
        if with_arguments > from + 1 {
            // The macro may stand for a function's name, or for a call with the same arguments.
            let for_a_name = self.agreement_after(from + 1, to, NAME_LENGTH).filter(|&end| end > to);
            if let Some(end) = for_a_name {
                return Some((from + 1, end));
            }
        }
        self.expansion_up_to(with_arguments, to)
    }

    /// Where the tokens from `to` on agree again with the written ones from `after` on. Further macros that follow
    /// directly are swallowed.
    fn expansion_up_to(&mut self, mut after: usize, to: usize) -> Option<(usize, usize)> {
        for _ in 0..8 {
            if let Some(end) = self.agreement_after(after, to, usize::MAX) {
                return Some((after, end));
            }
            if !self.written.list.get(after).is_some_and(|written| written.is_word) {
                return None;
            }
            after = self.end_of_arguments(after + 1);
        }
        None
    }

    /// The first token from `to` on, at most `far` away and outside of brackets opened there, where the lists agree for
    /// a while.
    fn agreement_after(&mut self, from: usize, to: usize, far: usize) -> Option<usize> {
        let mut depth = 0;
        for at in to..=self.tokens.len().min(to.saturating_add(far)) {
            self.looks = self.looks.checked_sub(1)?;
            if depth == 0 && self.agree_for_a_while(from, at) {
                return Some(at);
            }
            match self.tokens.get(at)?.kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::BraceOpen => depth += 1,
                TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose if depth == 0 => return None,
                TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The end of the parenthesised arguments that start at the written token `at`, or `at` where there are none.
    fn end_of_arguments(&mut self, at: usize) -> usize {
        // The arguments of a macro may start on the next line, but hardly ever do.
        if self.written.list.get(at).is_none_or(|written| written.bytes != b"(") {
            return at;
        }
        let mut depth = 0;
        let mut end = at;
        while self.reaches(end) {
            match self.written.list[end].bytes {
                b"(" => depth += 1,
                b")" => depth -= 1,
                _ => {}
            }
            end += 1;
            if depth == 0 {
                return end;
            }
        }
        at
    }

    fn place(&mut self, to: usize, from: usize) {
        if let Some(written) = self.written.list.get(from) {
            let span = &mut self.tokens[to].span;
            *span = Span { line: written.line, column: written.column, len: written.bytes.len() as u32, ..*span };
        }
    }

    fn place_all(&mut self, start: usize, end: usize, from: usize) {
        for to in start..end {
            self.place(to, from);
        }
    }

    /// Places the tokens from `start` to `end`, which the macro whose use is written from `name` to `after` gave.
    fn place_expansion(&mut self, name: usize, after: usize, start: usize, end: usize) {
        let mut argument = name + 1;
        for to in start..end {
            let token = &self.tokens[to];
            let comparable = token.kind.is_word() || matches!(token.kind, TokenKind::Number | TokenKind::Str);
            let bytes = self.token_bytes(to).filter(|_| comparable);
            let near = |from: usize| {
                let until = after.min(from.saturating_add(NEAR));
                (from..until).find(|&at| bytes.is_some_and(|bytes| self.written.list[at].bytes == bytes))
            };
            // What starts with a macro's text starts, to the user, with the macro's name.
            let found = if to == start { None } else { near(argument).or_else(|| near(name + 1)) };
            match found {
                Some(found) => {
                    self.place(to, found);
                    argument = found + 1;
                }
                None => self.place(to, name),
            }
        }
    }
}

/// The tokens of the user's text from some line on, read as far as they were needed.
struct WrittenTokens<'a> {
    original: &'a SourceText,
    next_line: u32,
    in_comment: bool,
    list: Vec<WrittenToken<'a>>,
}

struct WrittenToken<'a> {
    bytes: &'a [u8],
    line: u32,
    column: u32,
    is_word: bool,
}

impl WrittenTokens<'_> {
    /// Adds the tokens of the next line; false at the end of the file.
    fn read_line(&mut self) -> bool {
        let number = self.next_line;
        let Some(line) = self.original.line(number) else { return false };
        self.next_line += 1;
        let first_of_line = self.list.len();
        let mut at = 0;
        while at < line.len() {
            let rest = &line[at..];
            if self.in_comment {
                let end = rest.windows(2).position(|pair| pair == b"*/");
                self.in_comment = end.is_none();
                at = end.map_or(line.len(), |end| at + end + 2);
            } else if rest[0].is_ascii_whitespace() || rest == b"\\" {
                at += 1;
            } else if rest.starts_with(b"//") {
                break;
            } else if rest.starts_with(b"/*") {
                self.in_comment = true;
                at += 2;
            } else if rest.starts_with(b"*/") && !rest.starts_with(b"*/*") {
                // The line started inside a comment that was opened before the first line read.
                self.list.truncate(first_of_line);
                at += 2;
            } else {
                let (kind, end) = scan(line, at).unwrap_or_else(|(_, end)| (TokenKind::Semicolon, end));
                let is_word = kind == TokenKind::Ident;
                self.list.push(WrittenToken { bytes: &line[at..end], line: number, column: at as u32 + 1, is_word });
                at = end;
            }
        }
        true
    }
}
