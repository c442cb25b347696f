//! Integer expressions with checked constructors. Each expression knows its C type, an interval that holds all its
//! values, and its effects. Invariant: a constructor returns `None` when any operand values within the intervals
//! would be undefined behaviour (signed overflow, division by zero, a shift out of range) or when the operands'
//! effects would make the result depend on the order of evaluation; what it returns is well-defined.
//!
//! Parentheses are printed only where C's grammar needs them, so that the reader's precedences are tested too.

use super::effects::{Effects, Root};
use super::ints::{IntKind, Range};

/// Precedence levels of C, higher binds tighter.
pub mod level {
    pub const COMMA: u8 = 1;
    pub const ASSIGN: u8 = 2;
    pub const CONDITIONAL: u8 = 3;
    pub const OR: u8 = 4;
    pub const AND: u8 = 5;
    pub const UNARY: u8 = 14;
    pub const POSTFIX: u8 = 15;
    pub const PRIMARY: u8 = 16;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

use Binary::*;

impl Binary {
    pub fn symbol(self) -> &'static str {
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Shl => "<<",
            Shr => ">>",
            And => "&",
            Or => "|",
            Xor => "^",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
        }
    }

    fn level(self) -> u8 {
        match self {
            Or => 6,
            Xor => 7,
            And => 8,
            Eq | Ne => 9,
            Lt | Le | Gt | Ge => 10,
            Shl | Shr => 11,
            Add | Sub => 12,
            Mul | Div | Rem => 13,
        }
    }

    /// The type and the values of the result, if no values of the operands are undefined.
    fn result(self, left: (IntKind, Range), right: (IntKind, Range)) -> Option<(IntKind, Range)> {
        if matches!(self, Shl | Shr) {
            let kind = left.0.promoted();
            return Some((kind, shift(self, kind, left.1, right.1)?));
        }
        let kind = IntKind::common(left.0, right.0);
        let (a, b) = (left.1.convert(kind), right.1.convert(kind));
        let range = match self {
            Add => Range::new(a.low + b.low, a.high + b.high),
            Sub => Range::new(a.low - b.high, a.high - b.low),
            Mul => corners(a, b, |x, y| Some(x.saturating_mul(y)))?,
            Div => corners(a, nonzero(b)?, i128::checked_div)?,
            Rem => remainder(kind, a, nonzero(b)?)?,
            And | Or | Xor => bitwise(self, a, b),
            _ => return Some((IntKind::Int, Range::new(0, 1))),
        };
        match range.fits(kind) {
            true => Some((kind, range)),
            false if kind.signed() => None,
            false => Some((kind, Range::of(kind))),
        }
    }
}

fn nonzero(range: Range) -> Option<Range> {
    (!range.contains(0)).then_some(range)
}

fn corners(a: Range, b: Range, op: impl Fn(i128, i128) -> Option<i128>) -> Option<Range> {
    let values = [op(a.low, b.low)?, op(a.low, b.high)?, op(a.high, b.low)?, op(a.high, b.high)?];
    Some(Range::hull(&values))
}

fn remainder(kind: IntKind, a: Range, b: Range) -> Option<Range> {
    if kind.signed() && a.contains(kind.min()) && b.contains(-1) {
        return None;
    }
    let most = b.low.abs().max(b.high.abs()) - 1;
    let low = if a.low < 0 { a.low.max(-most) } else { 0 };
    let high = if a.high > 0 { a.high.min(most) } else { 0 };
    Some(Range::new(low, high))
}

/// Smallest `2^k - 1` that is not below `value`.
fn ones_above(value: i128) -> i128 {
    let bits = 128 - (value.max(0) as u128).leading_zeros();
    (1i128 << bits) - 1
}

fn bitwise(op: Binary, a: Range, b: Range) -> Range {
    if a.low >= 0 && b.low >= 0 {
        return match op {
            And => Range::new(0, a.high.min(b.high)),
            _ => Range::new(0, ones_above(a.high).max(ones_above(b.high))),
        };
    }
    if op == And && (a.low >= 0 || b.low >= 0) {
        return Range::new(0, if a.low >= 0 { a.high } else { b.high });
    }
    let magnitude = |r: Range| ones_above(r.high).max(ones_above(-r.low - 1));
    let most = magnitude(a).max(magnitude(b));
    Range::new(-most - 1, most)
}

fn shift(op: Binary, kind: IntKind, value: Range, count: Range) -> Option<Range> {
    if count.low < 0 || count.high >= i128::from(kind.bits()) {
        return None;
    }
    let (least, most) = (count.low as u32, count.high as u32);
    if op == Shr {
        return Some(Range::hull(&[value.low >> least, value.low >> most, value.high >> least, value.high >> most]));
    }
    if value.low < 0 {
        return None;
    }
    let top = (value.high as u128) << most;
    if top <= kind.max() as u128 {
        Some(Range::new(value.low << least, top as i128))
    } else if kind.signed() {
        None
    } else {
        Some(Range::of(kind))
    }
}

/// A place in memory that holds an integer: what it takes to read or assign it.
#[derive(Clone, Debug)]
pub struct Cell {
    pub text: String,
    pub level: u8,
    pub kind: IntKind,
    /// Every value that the cell may hold; assignments keep to it.
    pub range: Range,
    /// Evaluating which cell it is (its index expressions).
    pub effects: Effects,
    pub roots: Vec<Root>,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub text: String,
    pub level: u8,
    pub kind: IntKind,
    pub range: Range,
    pub effects: Effects,
}

impl Expr {
    /// A constant whose spelling has this type and value.
    pub fn constant(text: impl Into<String>, kind: IntKind, value: i128) -> Expr {
        let text = text.into();
        let unary = text.starts_with('-') || text.starts_with("sizeof");
        let level = if unary { level::UNARY } else { level::PRIMARY };
        Expr { text, level, kind, range: Range::point(value), effects: Effects::none() }
    }

    pub fn small(value: i128) -> Expr {
        assert!(Range::point(value).fits(IntKind::Int), "a plain constant is an int");
        Expr::constant(value.to_string(), IntKind::Int, value)
    }

    pub fn read(cell: &Cell) -> Expr {
        Expr {
            text: cell.text.clone(),
            level: cell.level,
            kind: cell.kind,
            range: cell.range,
            effects: cell.effects.and(&Effects::reading(&cell.roots)),
        }
    }

    /// The text where the grammar asks for an operand of at least this level.
    pub fn at(&self, level: u8) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }

    pub fn binary(op: Binary, left: &Expr, right: &Expr) -> Option<Expr> {
        if left.effects.conflicts(&right.effects) {
            return None;
        }
        let (kind, range) = op.result((left.kind, left.range), (right.kind, right.range))?;
        let text = format!("{} {} {}", left.at(op.level()), op.symbol(), right.at(op.level() + 1));
        Some(Expr { text, level: op.level(), kind, range, effects: left.effects.and(&right.effects) })
    }

    pub fn and(left: &Expr, right: &Expr) -> Expr {
        Expr::logical("&&", level::AND, left, right)
    }

    pub fn or(left: &Expr, right: &Expr) -> Expr {
        Expr::logical("||", level::OR, left, right)
    }

    fn logical(symbol: &str, level: u8, left: &Expr, right: &Expr) -> Expr {
        Expr {
            text: format!("{} {symbol} {}", left.at(level), right.at(level + 1)),
            level,
            kind: IntKind::Int,
            range: Range::new(0, 1),
            effects: left.effects.and(&right.effects),
        }
    }

    pub fn not(operand: &Expr) -> Expr {
        operand.prefixed("!", IntKind::Int, Range::new(0, 1))
    }

    pub fn complement(operand: &Expr) -> Expr {
        let kind = operand.kind.promoted();
        let flip = |value: i128| if kind.signed() { -value - 1 } else { kind.max() - value };
        operand.prefixed("~", kind, Range::new(flip(operand.range.high), flip(operand.range.low)))
    }

    pub fn negate(operand: &Expr) -> Option<Expr> {
        let kind = operand.kind.promoted();
        let exact = Range::new(-operand.range.high, -operand.range.low);
        match exact.fits(kind) {
            true => Some(operand.prefixed("-", kind, exact)),
            false if kind.signed() => None,
            false => Some(operand.prefixed("-", kind, Range::of(kind))),
        }
    }

    fn prefixed(&self, symbol: &str, kind: IntKind, range: Range) -> Expr {
        let operand = self.at(level::UNARY);
        let text = match operand.starts_with(symbol) {
            true => format!("{symbol}({operand})"),
            false => format!("{symbol}{operand}"),
        };
        Expr { text, level: level::UNARY, kind, range, effects: self.effects.clone() }
    }

    /// A cast to a type of this kind, under whatever name.
    pub fn cast(name: &str, kind: IntKind, operand: &Expr) -> Expr {
        Expr {
            text: format!("({name}){}", operand.at(level::UNARY)),
            level: level::UNARY,
            kind,
            range: operand.range.convert(kind),
            effects: operand.effects.clone(),
        }
    }

    pub fn conditional(condition: &Expr, yes: &Expr, no: &Expr) -> Expr {
        let kind = IntKind::common(yes.kind, no.kind);
        Expr {
            text: format!("{} ? {} : {}", condition.at(level::OR), yes.at(level::COMMA), no.at(level::CONDITIONAL)),
            level: level::CONDITIONAL,
            kind,
            range: yes.range.convert(kind).union(no.range.convert(kind)),
            effects: condition.effects.and(&yes.effects).and(&no.effects),
        }
    }

    pub fn comma(first: &Expr, second: &Expr) -> Expr {
        Expr {
            text: format!("{}, {}", first.at(level::COMMA), second.at(level::ASSIGN)),
            level: level::COMMA,
            kind: second.kind,
            range: second.range,
            effects: first.effects.and(&second.effects),
        }
    }

    /// `cell = value`, where the converted value must be one that the cell may hold.
    pub fn assign(cell: &Cell, value: &Expr) -> Option<Expr> {
        Expr::store(cell, "=", value, value.range)
    }

    /// `cell op= value`.
    pub fn update(cell: &Cell, op: Binary, value: &Expr) -> Option<Expr> {
        let (_, range) = op.result((cell.kind, cell.range), (value.kind, value.range))?;
        Expr::store(cell, &format!("{}=", op.symbol()), value, range)
    }

    fn store(cell: &Cell, symbol: &str, value: &Expr, computed: Range) -> Option<Expr> {
        let stored = computed.convert(cell.kind);
        let ordered = !cell.effects.conflicts(&value.effects)
            && cell
                .roots
                .iter()
                .all(|root| !value.effects.writes.contains(root) && !cell.effects.writes.contains(root));
        (ordered && stored.within(cell.range)).then(|| Expr {
            text: format!("{} {symbol} {}", cell.text, value.at(level::ASSIGN)),
            level: level::ASSIGN,
            kind: cell.kind,
            range: stored,
            effects: cell.effects.and(&value.effects).and(&cell.access()),
        })
    }

    /// `++cell`, `cell++`, `--cell` or `cell--`.
    pub fn step(cell: &Cell, up: bool, prefix: bool) -> Option<Expr> {
        let op = if up { Add } else { Sub };
        let one = (IntKind::Int, Range::point(1));
        let (_, range) = op.result((cell.kind, cell.range), one)?;
        let stored = range.convert(cell.kind);
        let ordered = cell.roots.iter().all(|root| !cell.effects.writes.contains(root));
        let symbol = if up { "++" } else { "--" };
        (ordered && stored.within(cell.range)).then(|| Expr {
            text: if prefix { format!("{symbol}{}", cell.text) } else { format!("{}{symbol}", cell.postfix()) },
            level: if prefix { level::UNARY } else { level::POSTFIX },
            kind: cell.kind,
            range: if prefix { stored } else { cell.range },
            effects: cell.effects.and(&cell.access()),
        })
    }
}

impl Cell {
    fn access(&self) -> Effects {
        Effects::reading(&self.roots).and(&Effects::writing(&self.roots))
    }

    fn postfix(&self) -> String {
        if self.level >= level::POSTFIX { self.text.clone() } else { format!("({})", self.text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str, kind: IntKind, root: u32) -> Cell {
        let level = level::PRIMARY;
        Cell {
            text: name.into(),
            level,
            kind,
            range: Range::of(kind),
            effects: Effects::none(),
            roots: vec![Root(root)],
        }
    }

    #[test]
    fn signed_overflow_is_refused_and_unsigned_wraps() {
        let (x, u) = (cell("x", IntKind::Int, 0), cell("u", IntKind::UInt, 1));
        let (x, u, one) = (Expr::read(&x), Expr::read(&u), Expr::small(1));
        assert!(Expr::binary(Add, &x, &one).is_none());
        assert_eq!(Expr::binary(Add, &u, &one).unwrap().range, Range::of(IntKind::UInt));
        assert!(Expr::binary(Div, &x, &Expr::small(-1)).is_none());
        assert!(Expr::binary(Rem, &x, &Expr::small(-1)).is_none());
        assert!(Expr::binary(Div, &x, &u).is_none());
        assert!(Expr::binary(Shl, &x, &one).is_none());
    }

    #[test]
    fn conflicting_effects_are_refused_unless_sequenced() {
        let c = cell("c", IntKind::UChar, 0);
        let (step, read) = (Expr::step(&c, true, false).unwrap(), Expr::read(&c));
        assert!(Expr::binary(Add, &step, &read).is_none());
        assert!(Expr::assign(&c, &step).is_none());
        assert_eq!(Expr::comma(&step, &read).text, "c++, c");
        assert_eq!(Expr::and(&step, &read).text, "c++ && c");
    }

    #[test]
    fn parentheses_follow_the_grammar() {
        let (a, b) = (Expr::small(2), Expr::small(3));
        let sum = Expr::binary(Add, &a, &b).unwrap();
        assert_eq!(Expr::binary(Mul, &sum, &a).unwrap().text, "(2 + 3) * 2");
        assert_eq!(Expr::binary(Sub, &a, &sum).unwrap().text, "2 - (2 + 3)");
        assert_eq!(Expr::negate(&Expr::small(-2)).unwrap().text, "-(-2)");
    }
}
