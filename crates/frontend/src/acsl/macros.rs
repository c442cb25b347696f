//! Macros in specifications: the preprocessor does not look into comments, so `N` of `#define N 100` is replaced here.
//!
//! Only macros without parameters; the `#define`s stand in the preprocessed text (`cc -E -dD`), and the last one before the
//! end of the text counts.

use heureka_ir::span::Span;

use crate::lex::Lexed;
use crate::scan::scan;
use crate::token::{KEYWORDS, Token, TokenKind};

/// How deep macros may stand in one another.
const DEEPEST: u32 = 20;

/// The tokens that a word stands for if it is a macro, all with the place of the word.
pub fn replaced(lexed: &mut Lexed, text: &[u8], word: &str, span: Span) -> Option<Vec<Token>> {
    let mut list = Vec::new();
    replace(lexed, text, word, span, DEEPEST, &mut list).then_some(list)
}

fn replace(lexed: &mut Lexed, text: &[u8], word: &str, span: Span, fuel: u32, list: &mut Vec<Token>) -> bool {
    let Some(&(start, end)) = lexed.macros.get(word).filter(|_| fuel > 0) else { return false };
    let mut at = start;
    while at < end {
        if text[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let Ok((kind, after)) = scan(&text[..end], at) else { return false };
        if kind == TokenKind::Ident {
            let inner = String::from_utf8_lossy(&text[at..after]).into_owned();
            if !replace(lexed, text, &inner, span, fuel - 1, list) {
                let symbol = lexed.symbols.intern(&inner);
                let kind = KEYWORDS.get(symbol.0 as usize).map_or(TokenKind::Ident, |&(_, kind)| kind);
                list.push(Token::word(kind, symbol, at as u32, span));
            }
        } else {
            list.push(Token::other(kind, (after - at) as u32, at as u32, span));
        }
        at = after;
    }
    true
}
