//! The preprocessed text to tokens, each with its place in the user's files.

mod pragma;

use std::collections::HashMap;

use heureka_ir::span::{FileId, Files, Span};

pub use self::pragma::PackLimits;
use crate::ast::Annotation;
use crate::diagnostic::Diagnostic;
use crate::origin::Markers;
use crate::preprocess::Source;
use crate::realign::realign;
use crate::scan::{ScanError, scan};
use crate::source_text::SourceText;
use crate::symbol::Interner;
use crate::token::{KEYWORDS, Token, TokenKind};

/// Complaints beyond these say nothing new.
const MOST_DIAGNOSTICS: usize = 5;
/// No real program includes more. It bounds the work of finding a file by its name.
const MOST_FILES: usize = 10_000;

/// A text cut into tokens; the last one is [`TokenKind::End`].
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub symbols: Interner,
    pub files: Files,
    /// For each file, whether it is a system header.
    pub system_headers: Vec<bool>,
    pub annotations: Vec<Annotation>,
    pub pack_limits: PackLimits,
    /// Macros without parameters that the text defines, and where what they stand for lies in it.
    pub macros: HashMap<String, (usize, usize)>,
    pub diagnostics: Vec<Diagnostic>,
    /// What does not stand in the way of reading the program.
    pub warnings: Vec<Diagnostic>,
}

pub fn lex(source: &Source) -> Lexed {
    let mut symbols = Interner::new();
    for (spelling, _) in KEYWORDS {
        symbols.intern(spelling);
    }
    let mut files = Files::default();
    let file = files.intern(source.name());
    let mut lexer = Lexer {
        text: source.text(),
        at: 0,
        line_start: 0,
        run: Run { start: 0, file, line: 1, is_original: false },
        resume: None,
        markers: Markers::new(source.name()),
        file,
        followed: false,
        originals: HashMap::new(),
        file_ids: HashMap::from([(source.name().to_owned(), file)]),
        lexed: Lexed {
            // Preprocessed C has a token in some four bytes; too little costs one more copy.
            tokens: Vec::with_capacity(source.text().len() / 5 + 16),
            symbols,
            files,
            system_headers: vec![false],
            annotations: Vec::new(),
            pack_limits: PackLimits::default(),
            macros: HashMap::new(),
            diagnostics: Vec::new(),
            warnings: Vec::new(),
        },
    };
    lexer.run();
    lexer.lexed
}

/// Tokens that come from one line of one file. They may stand on several lines of the preprocessed text: what a system
/// header's macro gave is set apart by markers.
struct Run {
    /// The index of the first one; the run reaches to the last token there is.
    start: usize,
    file: FileId,
    line: u32,
    /// Whether the user's line is word for word the one in the text, so that columns are true.
    is_original: bool,
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Where the current physical line starts.
    line_start: usize,
    /// The tokens that come from one line of the user.
    run: Run,
    /// Where in the current file the next line goes on, if macro arguments reached into it.
    resume: Option<(u32, u32)>,
    markers: Markers,
    /// The current file, as `markers` says.
    file: FileId,
    /// Whether a marker was met: without any, the text is the user's own and columns are true.
    followed: bool,
    /// The user's own text of the files met, where it can be read.
    originals: HashMap<FileId, Option<SourceText>>,
    file_ids: HashMap<String, FileId>,
    lexed: Lexed,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => self.end_line(),
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.text.get(self.at + 1) == Some(&b'*') => self.skip_comment(),
                b'/' if self.text.get(self.at + 1) == Some(&b'/') => self.skip_line_comment(),
                b'#' if self.is_first_on_line() => self.skip_directive(),
                b'\\' if self.is_splice() => self.at += 1,
                _ => self.push_token(),
            }
            if self.lexed.diagnostics.len() >= MOST_DIAGNOSTICS {
                break;
            }
        }
        let end = self.span_at(self.at, 0);
        self.note_original();
        self.finish_run();
        self.lexed.tokens.push(Token::other(TokenKind::End, 0, self.at as u32, end));
        self.lexed.tokens.shrink_to_fit();
    }

    fn span_at(&self, at: usize, len: usize) -> Span {
        let column = (at - self.line_start) as u32 + 1;
        Span { file: self.file, line: self.markers.line(), column, len: len as u32 }
    }

    fn push_token(&mut self) {
        let start = self.at;
        let offset = start as u32;
        if self.run.line != self.markers.line() || self.run.file != self.file {
            self.finish_run();
        }
        match scan(self.text, start) {
            Ok((TokenKind::Ident, end)) => {
                let span = self.span_at(start, end - start);
                let word = std::str::from_utf8(&self.text[start..end]).expect("words are UTF-8");
                let symbol = self.lexed.symbols.intern(word);
                let kind = KEYWORDS.get(symbol.0 as usize).map_or(TokenKind::Ident, |&(_, kind)| kind);
                self.lexed.tokens.push(Token::word(kind, symbol, offset, span));
                self.at = end;
            }
            Ok((kind, end)) => {
                let span = self.span_at(start, end - start);
                self.lexed.tokens.push(Token::other(kind, (end - start) as u32, offset, span));
                self.at = end;
                if matches!(kind, TokenKind::Str | TokenKind::Char) {
                    self.count_spliced_lines(start, end);
                }
            }
            Err((error, end)) => {
                let span = self.span_at(start, end - start);
                self.complain(error, span, start);
                self.at = end;
            }
        }
    }

    fn complain(&mut self, error: ScanError, span: Span, start: usize) {
        let diagnostic = match error {
            ScanError::UnterminatedString => {
                Diagnostic::error(Span { len: 1, ..span }, "unterminated string literal").with_label("it starts here")
            }
            ScanError::UnterminatedChar => {
                Diagnostic::error(Span { len: 1, ..span }, "unterminated character constant")
                    .with_label("it starts here")
            }
            ScanError::Stray => {
                let bytes = &self.text[start..start + span.len as usize];
                match std::str::from_utf8(bytes) {
                    Ok(text) if !text.contains(char::is_control) => {
                        Diagnostic::error(span, format!("stray `{text}` in the program"))
                    }
                    _ => Diagnostic::error(span, format!("stray byte 0x{:02x} in the program", bytes[0]))
                        .with_note("is this a C file?"),
                }
            }
        };
        self.lexed.diagnostics.push(diagnostic);
    }

    /// After a literal that may hold spliced lines: keeps the count of lines right.
    fn count_spliced_lines(&mut self, start: usize, end: usize) {
        for at in start..end {
            if self.text[at] == b'\n' {
                self.line_start = at + 1;
                self.markers.next_line();
            }
        }
    }

    fn end_line(&mut self) {
        self.note_original();
        self.at += 1;
        self.line_start = self.at;
        self.markers.next_line();
    }

    fn is_first_on_line(&self) -> bool {
        self.text[self.line_start..self.at].iter().all(u8::is_ascii_whitespace)
    }

    fn is_splice(&self) -> bool {
        matches!(self.text[self.at + 1..], [b'\n', ..] | [b'\r', b'\n', ..])
    }

    /// The end of the current physical line, before its newline.
    fn end_of_line(&self) -> usize {
        self.text[self.at..].iter().position(|&byte| byte == b'\n').map_or(self.text.len(), |len| self.at + len)
    }

    /// Line markers and `#pragma pack` are followed; other directives mean nothing here.
    fn skip_directive(&mut self) {
        let end = self.end_of_line();
        let line = &self.text[self.at..end];
        self.at = (end + 1).min(self.text.len());
        if self.markers.follow(line) {
            self.followed = true;
            self.enter_file();
        } else {
            self.lexed.pack_limits.follow(line, self.lexed.tokens.len());
            self.note_macro(end - line.len(), end);
            self.markers.next_line();
        }
        self.line_start = self.at;
    }

    /// Remembers `#define NAME …`, which stands in the text where comments are kept.
    fn note_macro(&mut self, start: usize, end: usize) {
        let line = &self.text[start..end];
        let Some(rest) = line.strip_prefix(b"#define ").filter(|_| !self.markers.is_system()) else { return };
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let name = String::from_utf8_lossy(&rest[..len]).into_owned();
        if rest.get(len).is_none_or(|&byte| byte == b' ') {
            self.lexed.macros.insert(name, (end - rest.len() + len, end));
        }
    }

    /// Brings `file` up to date after a marker.
    fn enter_file(&mut self) {
        let name = self.markers.file_name();
        // Nothing is written in `<built-in>` and `<command-line>`.
        if self.lexed.files.name(self.file) == name || name.starts_with('<') {
            return;
        }
        self.file = match self.file_ids.get(name) {
            Some(&file) => file,
            None if self.file_ids.len() >= MOST_FILES => {
                let message = format!("line markers name more than {MOST_FILES} files");
                self.lexed.diagnostics.push(Diagnostic::error(self.span_at(self.line_start, 0), message));
                return;
            }
            None => {
                let file = self.lexed.files.intern(name);
                self.file_ids.insert(name.to_owned(), file);
                self.lexed.system_headers.push(self.markers.is_system());
                file
            }
        };
    }

    fn skip_line_comment(&mut self) {
        let end = self.end_of_line();
        if self.text[self.at..].starts_with(b"//@") {
            self.annotate(self.at + 3, end);
        }
        self.at = end;
    }

    fn skip_comment(&mut self) {
        let start = self.at;
        let opening = self.span_at(start, 2);
        let body = start + 2;
        let Some(len) = self.text[body..].windows(2).position(|pair| pair == b"*/") else {
            let diagnostic = Diagnostic::error(opening, "unterminated comment").with_label("it starts here");
            self.lexed.diagnostics.push(diagnostic);
            self.at = self.text.len();
            return;
        };
        let end = body + len;
        if self.text[body] == b'@' {
            let text_end = if self.text[end - 1] == b'@' { (end - 1).max(body + 1) } else { end };
            self.annotate(body + 1, text_end);
        }
        self.count_spliced_lines(start, end);
        self.at = end + 2;
    }

    /// Keeps the annotation whose comment starts at the current place.
    fn annotate(&mut self, start: usize, end: usize) {
        if self.markers.is_system() {
            return;
        }
        self.lexed.annotations.push(Annotation {
            span: self.span_at(self.at, 3),
            offset: self.at as u32,
            before_token: self.lexed.tokens.len() as u32,
            text: String::from_utf8_lossy(&self.text[start..end]).into_owned(),
        });
    }

    /// The user's own text of the current run's file, where columns may have to be looked up in it.
    fn original(&mut self) -> Option<&SourceText> {
        let file = self.run.file;
        if !self.followed || self.lexed.system_headers[file.0 as usize] {
            return None;
        }
        let files = &self.lexed.files;
        self.originals.entry(file).or_insert_with(|| SourceText::read(files.name(file))).as_ref()
    }

    /// At the end of a line of the text: notes whether the user wrote the same line.
    fn note_original(&mut self) {
        if self.run.start == self.lexed.tokens.len() || self.run.is_original {
            return;
        }
        let (line, text) = (self.run.line, self.text);
        let physical = text[self.line_start..self.at.min(text.len())].trim_ascii_end();
        let same = |original: &SourceText| original.line(line).is_some_and(|line| line.trim_ascii_end() == physical);
        self.run.is_original = self.original().is_some_and(same);
    }

    /// Gives the tokens of the run that ends here the columns of the user's own line, where it can be read, and starts
    /// the next run.
    fn finish_run(&mut self) {
        let start = self.run.start;
        let resume = self.resume.take().filter(|&(line, _)| line == self.run.line);
        if start < self.lexed.tokens.len() && !self.run.is_original && self.original().is_some() {
            let original = self.originals.get(&self.run.file).and_then(Option::as_ref).expect("it was just read");
            let tokens = &mut self.lexed.tokens[start..];
            self.resume = realign(tokens, self.text, &self.lexed.symbols, original, resume);
        }
        let (file, line) = (self.file, self.markers.line());
        if self.run.file != file {
            self.resume = None;
        }
        self.run = Run { start: self.lexed.tokens.len(), file, line, is_original: false };
    }
}
