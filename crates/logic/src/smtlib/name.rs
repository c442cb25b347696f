//! Names of symbols in text.
//!
//! A pool accepts every name; SMT-LIB does not. Names that it cannot write (with `|`, backslash or control characters) or
//! that mean something else there (`select`, `let`, our own `?1`) are written with `%` in front and `%HH` inside. Invariant:
//! decoding undoes encoding, and text that is not an encoding stands for itself.

use std::borrow::Cow;
use std::fmt::Write;

/// Reserved words, commands, and what solvers have built in.
const TAKEN: &str = " ! * + - / < <= = => > >= ^ _ Array BINARY BitVec Bool DECIMAL FloatingPoint HEXADECIMAL Int List \
    NUMERAL RNA RNE RTN RTP RTZ Real RegLan RoundingMode STRING Seq Set String abs and arccos arcsin arctan as as-array \
    assert bag bit2bool bool card check-sat check-sat-assuming choice complement comprehension concat cons const cos \
    declare-const declare-datatype declare-datatypes declare-fun declare-sort default define-const define-fun \
    define-fun-rec define-funs-rec define-sort difference distinct div div0 divisible echo emp exists exit exp extract \
    false forall get-assertions get-assignment get-info get-model get-option get-proof get-unsat-assumptions \
    get-unsat-core get-value head iand if iff implies insert int int2bv int_to_bv intersection is is_int ite lambda let \
    map match member mod mod0 model nil not or par pi pop pow2 pto push real rem repeat reset reset-assertions root-obj \
    rotate_left rotate_right sbv_to_int select sep set-info set-logic set-option setminus sign_extend sin singleton \
    sqrt store subset tail tan to_int to_real true tuple ubv_to_int union update wand xor zero_extend ";

/// Beginnings of names that solvers use.
const FAMILIES: [&str; 11] = ["str.", "re.", "seq.", "fp.", "set.", "bag.", "rel.", "ext_", "int.", "ff.", "char."];

/// The name as a symbol of SMT-LIB text, with bars if it needs them.
pub fn encode(name: &str) -> Cow<'_, str> {
    if !is_plain(name) {
        return Cow::Owned(format!("|{}|", escape(name)));
    }
    let simple = name.bytes().all(super::read::is_symbol_byte) && !name.starts_with(|c: char| c.is_ascii_digit());
    if simple { Cow::Borrowed(name) } else { Cow::Owned(format!("|{name}|")) }
}

/// The name that a symbol of the text (without its bars) stands for.
pub fn decode(text: &str) -> Cow<'_, str> {
    match text.strip_prefix('%').and_then(unescape) {
        // Only what `encode` writes is an encoding.
        Some(name) if !is_plain(&name) && escape(&name) == text => Cow::Owned(name),
        _ => Cow::Borrowed(text),
    }
}

fn escape(name: &str) -> String {
    let mut text = String::from("%");
    for c in name.chars() {
        if matches!(c, '%' | '|' | '\\') || c.is_ascii_control() {
            write!(text, "%{:02X}", u32::from(c)).expect("writing to a string does not fail");
        } else {
            text.push(c);
        }
    }
    text
}

fn unescape(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut name = parts.next()?.to_owned();
    for part in parts {
        let code = u8::from_str_radix(part.get(..2)?, 16).ok().filter(u8::is_ascii)?;
        name.push(char::from(code));
        name.push_str(&part[2..]);
    }
    Some(name)
}

/// Whether the name may stand in text as it is, with or without bars.
fn is_plain(name: &str) -> bool {
    !(name.is_empty()
        || name.starts_with(['%', '@', '.'])
        || name.contains(|c: char| c == '|' || c == '\\' || c.is_ascii_control())
        || is_local(name)
        || is_theory(name))
}

/// The names that the printer gives to shared subterms.
fn is_local(name: &str) -> bool {
    name.strip_prefix('?').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_theory(name: &str) -> bool {
    TAKEN.split(' ').any(|taken| taken == name)
        || name.strip_prefix("bv").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        || FAMILIES.iter().any(|family| name.starts_with(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_survives() {
        let odd = ["", "%x", "%", "%25", "a|b\\c", "?1", "?x", "é", "0", "@k", "|", "%%7C", "\n", "x y"];
        let ordinary = ["x", "main::x", "select", "bvadd", "x'", "let", "main.i@3", "x!1", "bv_like"];
        for name in odd.into_iter().chain(ordinary) {
            let text = encode(name);
            let inner = text.strip_prefix('|').map_or(&*text, |rest| rest.strip_suffix('|').expect("two bars"));
            assert!(!inner.contains(['|', '\\']));
            assert_eq!(decode(inner), name, "through {text}");
        }
        assert_eq!(encode("main::x"), "|main::x|");
        assert_eq!(encode("x!1"), "x!1");
        assert_eq!(encode("select"), "|%select|");
        assert_eq!(decode("%foreign"), "%foreign");
    }
}
