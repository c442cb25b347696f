//! Constants: spellings of a value that have a wanted type, interesting values, and initialisers. Invariant: a
//! spelling's C type is computed by C's own rules for literals (a hexadecimal literal may become unsigned, a decimal
//! one never does without a suffix).

use super::Generator;
use super::model::{Scalar, Ty};
use crate::c::expr::Expr;
use crate::c::ints::{IntKind, Range};

impl Generator<'_> {
    /// Some constant, of some type: small ones often, limits of types now and then.
    pub(super) fn literal(&mut self) -> Expr {
        match self.rng.below(20) {
            0..8 => {
                let value = self.rng.integer(0, 9);
                Expr::small(value)
            }
            8..11 => {
                let value = self.rng.integer(-120, 999);
                Expr::small(value)
            }
            11 => self.character(),
            12 if !self.enums.is_empty() => {
                let members = &self.enums[self.rng.below(self.enums.len())].members;
                let (name, value) = members[self.rng.below(members.len())].clone();
                Expr::constant(name, IntKind::Int, value)
            }
            _ => {
                let kind = *self.rng.pick(&IntKind::ALL[6..]);
                let value = self.interesting(Range::of(kind));
                self.spell(value, kind)
            }
        }
    }

    fn character(&mut self) -> Expr {
        const CHARACTERS: [(&str, i128); 10] = [
            ("'a'", 97),
            ("'Z'", 90),
            ("'0'", 48),
            ("' '", 32),
            ("'\\n'", 10),
            ("'\\0'", 0),
            ("'\\\\'", 92),
            ("'\\''", 39),
            ("'\\x7f'", 127),
            ("'\\377'", -1),
        ];
        let (text, value) = *self.rng.pick(&CHARACTERS);
        Expr::constant(text, IntKind::Int, value)
    }

    /// A value in the range, near its ends or near zero or a power of two more often than not.
    pub(super) fn interesting(&mut self, range: Range) -> i128 {
        let value = match self.rng.below(8) {
            0 => range.low + self.rng.integer(0, 2),
            1 => range.high - self.rng.integer(0, 2),
            2 | 3 => self.rng.integer(-3, 12),
            4 => (1i128 << self.rng.below(64)) + self.rng.integer(-1, 1),
            5 => -(1i128 << self.rng.below(63)) + self.rng.integer(-1, 1),
            6 => self.rng.integer(-1000, 1000),
            _ => self.rng.integer(range.low, range.high),
        };
        if range.contains(value) { value } else { self.rng.integer(range.low, range.high) }
    }

    /// An expression of exactly this type (int or wider) and value.
    pub(super) fn spell(&mut self, value: i128, kind: IntKind) -> Expr {
        let suffix = match kind {
            IntKind::UInt => *self.rng.pick(&["u", "U"]),
            IntKind::Long => *self.rng.pick(&["l", "L"]),
            IntKind::ULong => *self.rng.pick(&["ul", "UL", "LU"]),
            IntKind::LongLong => *self.rng.pick(&["ll", "LL"]),
            IntKind::ULongLong => *self.rng.pick(&["ull", "ULL"]),
            _ => "",
        };
        let digits = match self.rng.below(6) {
            0 => format!("{:#x}", value.abs()),
            1 if value != 0 => format!("0{:o}", value.abs()),
            _ => value.abs().to_string(),
        };
        let kind = kind.promoted();
        if value == kind.min() && kind.signed() {
            // The magnitude alone has no literal of this type.
            let text = format!("(-{}{suffix} - 1)", kind.max());
            return Expr::constant(text, kind, value);
        }
        let sign = if value < 0 { "-" } else { "" };
        Expr::constant(format!("{sign}{digits}{suffix}"), kind, value)
    }

    /// A constant that a variable of this type may hold.
    pub(super) fn scalar_constant(&mut self, scalar: Scalar) -> Expr {
        if let Some(id) = scalar.enumeration
            && self.rng.chance(80)
        {
            let members = &self.enums[id.0].members;
            let (name, value) = members[self.rng.below(members.len())].clone();
            return Expr::constant(name, IntKind::Int, value);
        }
        let value = self.interesting(scalar.range);
        match scalar.kind {
            IntKind::Char | IntKind::SChar | IntKind::UChar if self.rng.chance(40) => {
                let letter = self.rng.integer(i128::from(b'a'), i128::from(b'z')).min(scalar.range.high);
                match u8::try_from(letter) {
                    Ok(byte) if byte.is_ascii_lowercase() => {
                        Expr::constant(format!("'{}'", char::from(byte)), IntKind::Int, letter)
                    }
                    _ => Expr::small(0),
                }
            }
            kind if Range::point(value).fits(IntKind::Int)
                && (kind.promoted() == IntKind::Int || self.rng.chance(50)) =>
            {
                self.spell(value, IntKind::Int)
            }
            kind => self.spell(value, kind.promoted()),
        }
    }

    /// A constant initialiser for an object of this type.
    pub(super) fn initialiser(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Scalar(scalar) => self.scalar_constant(*scalar).at(crate::c::expr::level::ASSIGN),
            Ty::Array(element, len) => self.array_initialiser(element, *len),
            Ty::Struct(id) => {
                let fields = self.structs[id.0].fields.clone();
                self.struct_initialiser(&fields)
            }
        }
    }

    fn array_initialiser(&mut self, element: &Ty, len: usize) -> String {
        if let Ty::Scalar(scalar) = element
            && matches!(scalar.kind, IntKind::Char | IntKind::UChar | IntKind::SChar)
            && scalar.range == Range::of(scalar.kind)
            && self.shape.strings
            && self.rng.chance(50)
        {
            return self.string(len - 1);
        }
        let mut parts = Vec::new();
        match self.rng.below(5) {
            // Zeros.
            0 => parts.push("0".to_string()),
            // Designated, some left out; a later one may override an earlier one of a scalar.
            1 => {
                for _ in 0..self.rng.between(1, len) {
                    let index = self.rng.below(len);
                    let value = self.initialiser(element);
                    parts.push(format!("[{index}] = {value}"));
                    // The element after a designated one is next in line.
                    if index + 1 < len && self.rng.chance(40) {
                        let next = self.initialiser(element);
                        parts.push(next);
                    }
                }
            }
            // All, or a beginning; the rows of a matrix may lose their braces.
            _ => {
                let (element, len) = match element {
                    Ty::Array(inner, row) if matches!(**inner, Ty::Scalar(_)) && self.rng.chance(25) => {
                        (&**inner, len * row)
                    }
                    _ => (element, len),
                };
                let count = if self.rng.chance(70) { len } else { self.rng.between(1, len) };
                for _ in 0..count {
                    let value = self.initialiser(element);
                    parts.push(value);
                }
            }
        }
        if parts == ["0"] && !matches!(element, Ty::Scalar(_)) {
            return "{ 0 }".into();
        }
        let trailing = if self.rng.chance(10) { "," } else { "" };
        format!("{{ {}{trailing} }}", parts.join(", "))
    }

    fn struct_initialiser(&mut self, fields: &[(String, Ty)]) -> String {
        let mut parts = Vec::new();
        if self.rng.chance(40) {
            let mut order: Vec<usize> = (0..fields.len()).collect();
            self.rng.shuffle(&mut order);
            order.truncate(self.rng.between(1, fields.len()));
            for index in order {
                let (name, ty) = &fields[index];
                match ty {
                    Ty::Array(element, len) if self.rng.chance(50) => {
                        let at = self.rng.below(*len);
                        let value = self.initialiser(element);
                        parts.push(format!(".{name}[{at}] = {value}"));
                    }
                    _ => {
                        let value = self.initialiser(ty);
                        parts.push(format!(".{name} = {value}"));
                    }
                }
            }
        } else {
            let count = if self.rng.chance(75) { fields.len() } else { self.rng.between(1, fields.len()) };
            for (_, ty) in &fields[..count] {
                let value = self.initialiser(ty);
                parts.push(value);
            }
        }
        format!("{{ {} }}", parts.join(", "))
    }

    /// A string literal with at most `most` characters before its zero.
    pub(super) fn string(&mut self, most: usize) -> String {
        const PIECES: [&str; 16] =
            ["a", "b", "z", "A", "Q", "0", "7", " ", "_", "%", "\\n", "\\t", "\\\\", "\\\"", "\\x41", "\\200"];
        let count = self.rng.below(most + 1);
        let mut text = String::from("\"");
        for i in 0..count {
            // A hexadecimal escape swallows following digits: start a new literal, which C joins again.
            if text.ends_with("\\x41") || i == 3 && self.rng.chance(20) {
                text.push_str("\" \"");
            }
            let piece = *self.rng.pick(&PIECES);
            text.push_str(piece);
        }
        text.push('"');
        text
    }

    /// How to declare `inner` with this type: `int x`, `struct S (*p)[3]`.
    pub(super) fn declare(&self, ty: &Ty, inner: &str) -> String {
        match ty {
            Ty::Scalar(scalar) => format!("{} {inner}", self.type_names[scalar.name.0]),
            Ty::Array(element, len) => self.declare(element, &format!("{inner}[{len}]")),
            Ty::Struct(id) => format!("struct {} {inner}", self.structs[id.0].name),
        }
    }

    /// How to declare a pointer to this type.
    pub(super) fn declare_pointer(&self, target: &Ty, name: &str) -> String {
        match target {
            Ty::Array(..) => self.declare(target, &format!("(*{name})")),
            _ => self.declare(target, &format!("*{name}")),
        }
    }
}
