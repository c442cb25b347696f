//! Places in the user's files.
//!
//! A span names a run of characters on one line of a file that the user wrote (preprocessor line markers have been
//! followed). Code that spans several lines is named by the part of it on its first line.

use std::fmt;

/// A file of the source, an index into the program's [`Files`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u32);

/// Line and column count from 1; `len` counts bytes and is 0 where only the start is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
    pub len: u32,
}

impl Span {
    /// The span of code that no user wrote (a start-up step, a synthetic helper). Line 0 does not exist.
    pub const NONE: Span = Span { file: FileId(0), line: 0, column: 0, len: 0 };

    pub fn is_none(self) -> bool {
        self.line == 0
    }
}

/// The names of the source files, in the order in which they were met; `FileId(0)` is the file given by the user.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    names: Vec<String>,
}

impl Files {
    /// The id of `name`, which is added when it is new.
    pub fn intern(&mut self, name: &str) -> FileId {
        let at = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        FileId(at as u32)
    }

    pub fn name(&self, file: FileId) -> &str {
        self.names.get(file.0 as usize).map_or("<unknown>", String::as_str)
    }

    pub fn iter(&self) -> impl Iterator<Item = (FileId, &str)> {
        self.names.iter().enumerate().map(|(at, name)| (FileId(at as u32), name.as_str()))
    }

    /// `FILE:LINE:COLUMN`, as compilers write it.
    pub fn place(&self, span: Span) -> Place<'_> {
        Place { name: self.name(span.file), span }
    }
}

/// Displays as `FILE:LINE:COLUMN`.
pub struct Place<'a> {
    name: &'a str,
    span: Span,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.span.line, self.span.column)
    }
}
