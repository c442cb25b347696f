//! The values of number, character and string literals.

use crate::ast::{Base, CharLiteral, Encoding, FloatKind, IntLength, IntLiteral, IntSuffix, StrUnits};

/// A number as the program writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number<'a> {
    Int(IntLiteral),
    /// The text is without the suffix.
    Float {
        text: &'a str,
        kind: FloatKind,
        imaginary: bool,
    },
}

/// Evaluates a preprocessing number; an error is a message.
pub fn number(text: &[u8]) -> Result<Number<'_>, String> {
    let text = std::str::from_utf8(text).map_err(|_| "invalid number".to_owned())?;
    let (base, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (Base::Hexadecimal, &text[2..]),
        [b'0', b'b' | b'B', ..] => (Base::Binary, &text[2..]),
        [b'0', _, ..] => (Base::Octal, text),
        _ => (Base::Decimal, text),
    };
    let is_float = match base {
        Base::Hexadecimal => digits.contains(['.', 'p', 'P']),
        Base::Binary => false,
        Base::Decimal | Base::Octal => digits.contains(['.', 'e', 'E']) || decimal_float_suffix(digits),
    };
    if is_float { float(text, base) } else { integer(text, digits, base).map(Number::Int) }
}

/// Whether decimal digits are followed by a suffix that only floats have (`1f` is an error, `1df` is one to us as well).
fn decimal_float_suffix(digits: &str) -> bool {
    digits.ends_with(['f', 'F', 'q', 'Q', 'w', 'W'])
}

fn integer(text: &str, digits: &str, base: Base) -> Result<IntLiteral, String> {
    let radix = match base {
        Base::Decimal => 10,
        Base::Octal => 8,
        Base::Hexadecimal => 16,
        Base::Binary => 2,
    };
    let end = digits.find(|digit: char| !digit.is_digit(radix)).unwrap_or(digits.len());
    let rest = &digits[end..];
    if rest.starts_with(|digit: char| digit.is_ascii_digit()) {
        let kind = if base == Base::Octal { "an octal" } else { "a binary" };
        return Err(format!("invalid digit `{}` in {kind} constant", &rest[..1]));
    }
    if end == 0 {
        return Err(format!("`{text}` has no digits"));
    }
    let suffix = int_suffix(rest).ok_or_else(|| format!("invalid suffix `{rest}` on an integer constant"))?;
    let value = u64::from_str_radix(&digits[..end], radix)
        .map_err(|_| format!("the integer constant `{text}` does not fit 64 bits"))?;
    Ok(IntLiteral { value, base, suffix })
}

fn int_suffix(text: &str) -> Option<IntSuffix> {
    let mut suffix = IntSuffix::default();
    let mut rest = text;
    let mut has_length = false;
    while !rest.is_empty() {
        let taken = match rest.as_bytes()[0] {
            b'u' | b'U' if !suffix.unsigned => {
                suffix.unsigned = true;
                1
            }
            b'i' | b'j' | b'I' | b'J' if !suffix.imaginary => {
                suffix.imaginary = true;
                1
            }
            b'l' | b'L' if !has_length => {
                has_length = true;
                let twice = rest.as_bytes().get(1) == Some(&rest.as_bytes()[0]);
                suffix.length = if twice { IntLength::LongLong } else { IntLength::Long };
                1 + usize::from(twice)
            }
            _ => return None,
        };
        rest = &rest[taken..];
    }
    Some(suffix)
}

fn float(text: &str, base: Base) -> Result<Number<'_>, String> {
    let hexadecimal = base == Base::Hexadecimal;
    let end = end_of_float(text, hexadecimal).ok_or_else(|| format!("invalid floating constant `{text}`"))?;
    let mut suffix = text[end..].to_ascii_lowercase();
    let imaginary = match suffix.find(['i', 'j']) {
        Some(at) => {
            suffix.remove(at);
            true
        }
        None => false,
    };
    let kind = match suffix.as_str() {
        "" | "d" => FloatKind::Double,
        "f" => FloatKind::Float,
        "l" => FloatKind::LongDouble,
        "f16" => FloatKind::Float16,
        "f32" => FloatKind::Float32,
        "f64" => FloatKind::Float64,
        "f128" | "q" => FloatKind::Float128,
        "f32x" => FloatKind::Float32x,
        "f64x" => FloatKind::Float64x,
        "w" => FloatKind::Float80,
        "bf16" => FloatKind::BFloat16,
        "df" => FloatKind::Decimal32,
        "dd" => FloatKind::Decimal64,
        "dl" => FloatKind::Decimal128,
        _ => return Err(format!("invalid suffix `{}` on a floating constant", &text[end..])),
    };
    Ok(Number::Float { text: &text[..end], kind, imaginary })
}

/// Where the suffix of a floating constant starts.
fn end_of_float(text: &str, hexadecimal: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = if hexadecimal { 2 } else { 0 };
    let is_digit = |byte: &u8| if hexadecimal { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let run = |from: usize| bytes[from..].iter().take_while(|byte| is_digit(byte)).count();
    let whole = run(at);
    at += whole;
    let mut fraction = 0;
    if bytes.get(at) == Some(&b'.') {
        fraction = run(at + 1);
        at += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    let marks: &[u8] = if hexadecimal { b"pP" } else { b"eE" };
    if bytes.get(at).is_some_and(|byte| marks.contains(byte)) {
        at += 1;
        if matches!(bytes.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        let exponent = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if exponent == 0 {
            return None;
        }
        at += exponent;
    } else if hexadecimal {
        return None;
    }
    Some(at)
}

/// The prefix of a literal and what stands between its quotes.
fn unquote(text: &[u8]) -> (Encoding, &[u8]) {
    let (encoding, prefix) = match text {
        [b'u', b'8', ..] => (Encoding::Utf8, 2),
        [b'u', ..] => (Encoding::Utf16, 1),
        [b'U', ..] => (Encoding::Utf32, 1),
        [b'L', ..] => (Encoding::Wide, 1),
        _ => (Encoding::Plain, 0),
    };
    (encoding, &text[prefix + 1..text.len() - 1])
}

/// Evaluates a character constant, quotes and prefix included.
pub fn character(text: &[u8]) -> Result<CharLiteral, String> {
    let (encoding, body) = unquote(text);
    let value = match units(encoding, body)? {
        StrUnits::Bytes(bytes) => match *bytes {
            [] => return Err("empty character constant".to_owned()),
            [byte] if encoding == Encoding::Utf8 => i64::from(byte),
            [byte] => i64::from(byte as i8),
            // Of too many characters the last ones count, as in gcc.
            ref several => {
                let packed = several.iter().fold(0u32, |value, &byte| value << 8 | u32::from(byte));
                i64::from(packed as i32)
            }
        },
        StrUnits::Wide(units) => match units.last() {
            None => return Err("empty character constant".to_owned()),
            Some(&unit) if encoding == Encoding::Wide => i64::from(unit as i32),
            Some(&unit) => i64::from(unit),
        },
    };
    Ok(CharLiteral { value, encoding })
}

/// Evaluates adjacent string literals, each with its quotes and prefix, as one. The error names the piece.
pub fn string(pieces: &[&[u8]]) -> Result<(Encoding, StrUnits), (usize, String)> {
    let mut encoding = Encoding::Plain;
    for (at, piece) in pieces.iter().enumerate() {
        let (own, _) = unquote(piece);
        if own != Encoding::Plain && encoding != Encoding::Plain && own != encoding {
            return Err((at, "adjacent string literals have different prefixes".to_owned()));
        }
        if own != Encoding::Plain {
            encoding = own;
        }
    }
    if let [piece] = pieces {
        return Ok((encoding, units(encoding, unquote(piece).1).map_err(|message| (0, message))?));
    }
    let (mut bytes, mut wide) = (Vec::new(), Vec::new());
    for (at, piece) in pieces.iter().enumerate() {
        match units(encoding, unquote(piece).1).map_err(|message| (at, message))? {
            StrUnits::Bytes(more) => bytes.extend_from_slice(&more),
            StrUnits::Wide(more) => wide.extend_from_slice(&more),
        }
    }
    let joined = match encoding {
        Encoding::Plain | Encoding::Utf8 => StrUnits::Bytes(bytes.into()),
        _ => StrUnits::Wide(wide.into()),
    };
    Ok((encoding, joined))
}

/// The elements that the text between the quotes stands for.
fn units(encoding: Encoding, body: &[u8]) -> Result<StrUnits, String> {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => bytes_of(body).map(StrUnits::Bytes),
        Encoding::Utf16 | Encoding::Utf32 | Encoding::Wide => wide_units_of(encoding, body).map(StrUnits::Wide),
    }
}

fn bytes_of(body: &[u8]) -> Result<Box<[u8]>, String> {
    let mut bytes = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(unit) = next_unit(&mut rest)? {
        match unit {
            Unit::Source(byte) => bytes.push(byte),
            // As in gcc, what does not fit loses its upper bits.
            Unit::Number(value) => bytes.push(value as u8),
            Unit::Char(character) => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Ok(bytes.into())
}

fn wide_units_of(encoding: Encoding, body: &[u8]) -> Result<Box<[u32]>, String> {
    let utf16 = encoding == Encoding::Utf16;
    let mut wide = Vec::with_capacity(body.len());
    let mut rest = body;
    loop {
        let here = rest;
        let character = match next_unit(&mut rest)? {
            None => break,
            Some(Unit::Number(value)) => {
                wide.push(if utf16 { value & 0xffff } else { value });
                continue;
            }
            Some(Unit::Char(character)) => character,
            Some(Unit::Source(byte)) => match leading_char(here) {
                Some(character) => {
                    rest = &here[character.len_utf8()..];
                    character
                }
                // Not UTF-8: taken as Latin-1.
                None => char::from(byte),
            },
        };
        if utf16 {
            wide.extend(character.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit)));
        } else {
            wide.push(u32::from(character));
        }
    }
    Ok(wide.into())
}

/// The character that UTF-8 text starts with.
fn leading_char(text: &[u8]) -> Option<char> {
    let start = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(start) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&start[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next()
}

/// One step through a literal's body.
enum Unit {
    /// A byte as it stands in the text.
    Source(u8),
    /// The value of a numeric or simple escape.
    Number(u32),
    /// A universal character name.
    Char(char),
}

fn next_unit(rest: &mut &[u8]) -> Result<Option<Unit>, String> {
    loop {
        let text = *rest;
        let Some(&first) = text.first() else { return Ok(None) };
        if first != b'\\' {
            *rest = &text[1..];
            return Ok(Some(Unit::Source(first)));
        }
        let Some(&letter) = text.get(1) else { return Err("a `\\` ends the literal".to_owned()) };
        let simple = match letter {
            b'\'' | b'"' | b'?' | b'\\' => letter,
            b'a' => 7,
            b'b' => 8,
            b'e' | b'E' => 27,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\n' => {
                // A spliced line.
                *rest = &text[2..];
                continue;
            }
            b'\r' if text.get(2) == Some(&b'\n') => {
                *rest = &text[3..];
                continue;
            }
            b'0'..=b'7' => {
                let digits = text[1..].iter().take(3).take_while(|digit| (b'0'..=b'7').contains(digit)).count();
                let value = text[1..=digits].iter().fold(0, |value, digit| value * 8 + u32::from(digit - b'0'));
                *rest = &text[1 + digits..];
                return Ok(Some(Unit::Number(value)));
            }
            b'x' => {
                let digits = text[2..].iter().take_while(|digit| digit.is_ascii_hexdigit()).count();
                let value =
                    hexadecimal(&text[2..2 + digits]).ok_or("`\\x` needs hexadecimal digits, at most 32 bits")?;
                *rest = &text[2 + digits..];
                return Ok(Some(Unit::Number(value)));
            }
            b'u' | b'U' => {
                let digits = if letter == b'u' { 4 } else { 8 };
                let character = text
                    .get(2..2 + digits)
                    .and_then(hexadecimal)
                    .and_then(char::from_u32)
                    .ok_or_else(|| format!("`\\{}` needs {digits} digits that name a character", letter as char))?;
                *rest = &text[2 + digits..];
                return Ok(Some(Unit::Char(character)));
            }
            // Not an escape: as in gcc, it stands for itself.
            other => other,
        };
        *rest = &text[2..];
        return Ok(Some(Unit::Number(u32::from(simple))));
    }
}

/// The value of hexadecimal digits that fit 32 bits.
fn hexadecimal(digits: &[u8]) -> Option<u32> {
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> (u64, Base, IntSuffix) {
        match number(text.as_bytes()) {
            Ok(Number::Int(int)) => (int.value, int.base, int.suffix),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers() {
        let suffix = |unsigned, length| IntSuffix { unsigned, length, imaginary: false };
        assert_eq!(int("0"), (0, Base::Decimal, IntSuffix::default()));
        assert_eq!(int("18446744073709551615ull").0, u64::MAX);
        assert_eq!(int("0x7fffffffUL"), (0x7fff_ffff, Base::Hexadecimal, suffix(true, IntLength::Long)));
        assert_eq!(int("0755LLu"), (0o755, Base::Octal, suffix(true, IntLength::LongLong)));
        assert_eq!(int("0b101"), (5, Base::Binary, IntSuffix::default()));
        assert_eq!(int("0x1f"), (0x1f, Base::Hexadecimal, IntSuffix::default()));
        assert!(int("3i").2.imaginary);
        for bad in [
            "08",
            "0b12",
            "1lL",
            "1uu",
            "18446744073709551616",
            "0x",
            "12abc",
            "1'000",
            "0xg",
            "1lul",
            "0x1ffffffffffffffff",
        ] {
            assert!(number(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn floats() {
        let kind = |text: &'static str| match number(text.as_bytes()) {
            Ok(Number::Float { text, kind, imaginary }) => (text, kind, imaginary),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(kind("1.5"), ("1.5", FloatKind::Double, false));
        assert_eq!(kind(".5f"), (".5", FloatKind::Float, false));
        assert_eq!(kind("1.e-5L"), ("1.e-5", FloatKind::LongDouble, false));
        assert_eq!(kind("0x1.8p3"), ("0x1.8p3", FloatKind::Double, false));
        assert_eq!(kind("0x.8p-1f"), ("0x.8p-1", FloatKind::Float, false));
        assert_eq!(kind("09.5"), ("09.5", FloatKind::Double, false));
        assert_eq!(kind("1.0fi"), ("1.0", FloatKind::Float, true));
        assert_eq!(kind("1.0F128"), ("1.0", FloatKind::Float128, false));
        for bad in ["1e", "1.5x", "0x1.8", "1.2.3", "0x.p1", "1e+", "1.0fl"] {
            assert!(number(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn characters() {
        let value = |text: &[u8]| character(text).map(|found| found.value);
        assert_eq!(value(b"'a'"), Ok(97));
        assert_eq!(value(b"'\\n'"), Ok(10));
        assert_eq!(value(b"'\\377'"), Ok(-1));
        assert_eq!(value(b"'\\x80'"), Ok(-128));
        assert_eq!(value(b"'ab'"), Ok(0x6162));
        assert_eq!(value(b"'\\0'"), Ok(0));
        assert_eq!(value(b"'\\''"), Ok(39));
        assert_eq!(value("L'é'".as_bytes()), Ok(0xe9));
        assert_eq!(value(b"L'\xe9'"), Ok(0xe9));
        assert_eq!(value(b"'\xe9'"), Ok(0xe9 - 256));
        assert_eq!(value(b"u'\\u20ac'"), Ok(0x20ac));
        assert_eq!(value(b"u8'a'"), Ok(97));
        assert!(value(b"''").is_err() && value(b"'\\x'").is_err() && value(b"'\\x123456789'").is_err());
        assert_eq!(value(b"'\\x141'"), Ok(0x41));
        assert!(value(b"'\\u12'").is_err() && value(b"L'\\xfffffffff'").is_err());
    }

    #[test]
    fn strings() {
        let plain = |pieces: &[&[u8]]| match string(pieces) {
            Ok((Encoding::Plain, StrUnits::Bytes(bytes))) => bytes.to_vec(),
            other => panic!("{other:?}"),
        };
        assert_eq!(plain(&[b"\"a\\tb\"", b"\"\\x41\"", b"\"B\""]), b"a\tbAB");
        assert_eq!(plain(&[b"\"one\\\ntwo\\101\\18\""]), b"onetwoA\x018");
        assert_eq!(plain(&[b"\"\xe9\\u00e9\""]), b"\xe9\xc3\xa9");
        let wide = |text: &str| match string(&[text.as_bytes(), b"\"z\""]) {
            Ok((encoding, StrUnits::Wide(units))) => (encoding, units.to_vec()),
            other => panic!("{other:?}"),
        };
        assert_eq!(wide("L\"é\\xe9\""), (Encoding::Wide, vec![0xe9, 0xe9, 0x7a]));
        assert_eq!(wide("u\"😀\""), (Encoding::Utf16, vec![0xd83d, 0xde00, 0x7a]));
        assert_eq!(wide("U\"😀\""), (Encoding::Utf32, vec![0x1f600, 0x7a]));
        assert_eq!(string(&[b"L\"a\"", b"u\"b\""]).map_err(|(at, _)| at), Err(1));
    }
}
