//! The user's own lines, for diagnostics and traces, and for giving preprocessed tokens their true columns.
//!
//! Files are read when they are first asked for. Where a file cannot be read (a `.i` whose original is elsewhere) its
//! lines are taken from the preprocessed text, which is what the columns refer to then.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;

use crate::origin::Markers;
use crate::preprocess::Source;

/// A file that is larger is not worth showing.
const LARGEST_FILE: u64 = 256 << 20;

/// One file's bytes, cut into lines.
#[derive(Debug)]
pub struct SourceText {
    bytes: Vec<u8>,
    /// Where each line starts.
    starts: Vec<u32>,
}

impl SourceText {
    pub fn new(bytes: Vec<u8>) -> SourceText {
        let mut starts = vec![0];
        starts.extend(bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at as u32 + 1));
        SourceText { bytes, starts }
    }

    /// The file of that name, if it is a regular file that can be read.
    pub fn read(name: &str) -> Option<SourceText> {
        let about = fs::metadata(name).ok()?;
        if !about.is_file() || about.len() > LARGEST_FILE {
            return None;
        }
        Some(SourceText::new(fs::read(name).ok()?))
    }

    /// A line by its number from 1, without its end.
    pub fn line(&self, line: u32) -> Option<&[u8]> {
        let at = line.checked_sub(1)? as usize;
        let start = *self.starts.get(at)? as usize;
        let end = self.starts.get(at + 1).map_or(self.bytes.len(), |&next| next as usize - 1);
        let line = &self.bytes[start..end];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The lines of all files of one input.
#[derive(Debug, Default)]
pub struct SourceTexts {
    files: BTreeMap<String, Option<SourceText>>,
    preprocessed: Option<PreprocessedLines>,
}

impl SourceTexts {
    /// Lines from files only.
    pub fn new() -> SourceTexts {
        SourceTexts::default()
    }

    /// Lines from files and, where one cannot be read, from the preprocessed text.
    pub fn with_source(source: &Source) -> SourceTexts {
        SourceTexts {
            files: BTreeMap::new(),
            preprocessed: Some(PreprocessedLines { source: source.clone(), index: None }),
        }
    }

    /// A line by its file's name and its number from 1. Bytes that are not UTF-8 are shown as `?`, so that columns
    /// (which count bytes) stay right.
    pub fn line(&mut self, file: &str, line: u32) -> Option<Cow<'_, str>> {
        let known = self.files.entry(file.to_owned()).or_insert_with(|| SourceText::read(file));
        match known {
            Some(text) => text.line(line).map(readable),
            None => self.preprocessed.as_mut()?.line(file, line).map(readable),
        }
    }
}

fn readable(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => line.iter().map(|&byte| if byte.is_ascii() { byte as char } else { '?' }).collect(),
    }
}

/// By file name and line: start and end in the preprocessed text.
type LineIndex = BTreeMap<String, BTreeMap<u32, (usize, usize)>>;

/// Lines of the preprocessed text by where they came from.
#[derive(Debug)]
struct PreprocessedLines {
    source: Source,
    /// Made on the first question.
    index: Option<LineIndex>,
}

impl PreprocessedLines {
    fn line(&mut self, file: &str, line: u32) -> Option<&[u8]> {
        let index = self.index.get_or_insert_with(|| index_lines(&self.source));
        let &(start, end) = index.get(file)?.get(&line)?;
        Some(&self.source.text()[start..end])
    }
}

fn index_lines(source: &Source) -> LineIndex {
    let mut index = LineIndex::new();
    let mut markers = Markers::new(source.name());
    let mut start = 0;
    for line in source.text().split(|&byte| byte == b'\n') {
        if !markers.follow(line) {
            let (file, number) = (markers.file_name(), markers.line());
            if !index.contains_key(file) {
                index.insert(file.to_owned(), BTreeMap::new());
            }
            let lines = index.get_mut(file).expect("it was just added");
            // Of the pieces of one line, the last that is not blank counts.
            if !line.trim_ascii().is_empty() {
                lines.insert(number, (start, start + line.len()));
            }
            markers.next_line();
        }
        start += line.len() + 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_text() {
        let text = SourceText::new(b"one\r\ntwo\n\nfour".to_vec());
        let lines: Vec<Option<&[u8]>> = (0..6).map(|line| text.line(line)).collect();
        assert_eq!(lines, [None, Some(&b"one"[..]), Some(b"two"), Some(b""), Some(b"four"), None]);
    }

    #[test]
    fn lines_of_files_that_cannot_be_read_come_from_the_preprocessed_text() {
        let source =
            Source::from_text("no/such/main.c", b"# 1 \"no/such/main.c\"\nint x;\n# 7 \"no/h\" 1\nint \xe9;\n");
        let mut texts = SourceTexts::with_source(&source);
        assert_eq!(texts.line("no/such/main.c", 1).as_deref(), Some("int x;"));
        assert_eq!(texts.line("no/h", 7).as_deref(), Some("int ?;"));
        assert_eq!(texts.line("no/h", 1), None);
        assert_eq!(texts.line("elsewhere", 1), None);
    }
}
