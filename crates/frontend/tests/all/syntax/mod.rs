//! The syntactic half of the front end, through its public interface.

mod bad_input;
mod declarations;
mod depth;
mod expressions;
mod headers;
mod mutation;
mod places;
mod preprocessing;
mod render;
mod statements;
mod temporary;

use heureka_frontend::ast::TranslationUnit;
use heureka_frontend::diagnostic::Diagnostics;
use heureka_frontend::parse;
use heureka_frontend::preprocess::Source;

/// Parses text that is right.
fn parse_good(text: &str) -> TranslationUnit {
    parse(&Source::from_text("test.c", text))
        .unwrap_or_else(|diagnostics| panic!("{text:.200}\n{}", lines(&diagnostics)))
}

/// Parses text that is wrong; the complaints as lines, notes indented.
fn parse_bad(text: impl Into<Vec<u8>>) -> String {
    let text: Vec<u8> = text.into();
    match parse(&Source::from_text("test.c", text.clone())) {
        Ok(_) => panic!("accepted: {:.200}", String::from_utf8_lossy(&text)),
        Err(diagnostics) => lines(&diagnostics),
    }
}

fn lines(diagnostics: &Diagnostics) -> String {
    let mut out = Vec::new();
    for diagnostic in &diagnostics.list {
        let place = diagnostics.files.place(diagnostic.span);
        out.push(if diagnostic.span.is_none() {
            diagnostic.message.clone()
        } else {
            format!("{place}+{}: {}", diagnostic.span.len, diagnostic.message)
        });
        for (span, note) in &diagnostic.notes {
            let place = span.map(|span| format!("{}: ", diagnostics.files.place(span))).unwrap_or_default();
            out.push(format!("  {place}{note}"));
        }
    }
    out.join("\n")
}
