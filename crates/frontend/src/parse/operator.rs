//! Operators: what each token means where an operator may stand, and how tightly it binds.

use crate::ast::{BinaryOp, UnaryOp};
use crate::token::TokenKind;

/// How tightly a binary operator binds, from 1 (`||`) to 10 (`*`). All of them associate to the left.
pub type Precedence = u8;

pub const LOWEST: Precedence = 1;

pub fn binary(kind: TokenKind) -> Option<(BinaryOp, Precedence)> {
    let found = match kind {
        TokenKind::PipePipe => (BinaryOp::Or, 1),
        TokenKind::AmpAmp => (BinaryOp::And, 2),
        TokenKind::Pipe => (BinaryOp::BitOr, 3),
        TokenKind::Caret => (BinaryOp::BitXor, 4),
        TokenKind::Amp => (BinaryOp::BitAnd, 5),
        TokenKind::EqEq => (BinaryOp::Eq, 6),
        TokenKind::BangEq => (BinaryOp::Ne, 6),
        TokenKind::Less => (BinaryOp::Lt, 7),
        TokenKind::Greater => (BinaryOp::Gt, 7),
        TokenKind::LessEq => (BinaryOp::Le, 7),
        TokenKind::GreaterEq => (BinaryOp::Ge, 7),
        TokenKind::Shl => (BinaryOp::Shl, 8),
        TokenKind::Shr => (BinaryOp::Shr, 8),
        TokenKind::Plus => (BinaryOp::Add, 9),
        TokenKind::Minus => (BinaryOp::Sub, 9),
        TokenKind::Star => (BinaryOp::Mul, 10),
        TokenKind::Slash => (BinaryOp::Div, 10),
        TokenKind::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    };
    Some(found)
}

/// The operator of an assignment: `Some(None)` is the plain `=`.
pub fn assignment(kind: TokenKind) -> Option<Option<BinaryOp>> {
    let found = match kind {
        TokenKind::Eq => return Some(None),
        TokenKind::StarEq => BinaryOp::Mul,
        TokenKind::SlashEq => BinaryOp::Div,
        TokenKind::PercentEq => BinaryOp::Rem,
        TokenKind::PlusEq => BinaryOp::Add,
        TokenKind::MinusEq => BinaryOp::Sub,
        TokenKind::ShlEq => BinaryOp::Shl,
        TokenKind::ShrEq => BinaryOp::Shr,
        TokenKind::AmpEq => BinaryOp::BitAnd,
        TokenKind::CaretEq => BinaryOp::BitXor,
        TokenKind::PipeEq => BinaryOp::BitOr,
        _ => return None,
    };
    Some(Some(found))
}

pub fn prefix(kind: TokenKind) -> Option<UnaryOp> {
    let found = match kind {
        TokenKind::Plus => UnaryOp::Plus,
        TokenKind::Minus => UnaryOp::Minus,
        TokenKind::Bang => UnaryOp::Not,
        TokenKind::Tilde => UnaryOp::BitNot,
        TokenKind::Star => UnaryOp::Deref,
        TokenKind::Amp => UnaryOp::AddressOf,
        TokenKind::PlusPlus => UnaryOp::PreIncrement,
        TokenKind::MinusMinus => UnaryOp::PreDecrement,
        TokenKind::Real => UnaryOp::Real,
        TokenKind::Imag => UnaryOp::Imag,
        _ => return None,
    };
    Some(found)
}
