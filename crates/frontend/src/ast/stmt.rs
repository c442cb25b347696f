//! Statements.

use heureka_ir::span::Span;

use super::{Declaration, Expr, StaticAssert, StrLiteral};
use crate::symbol::Symbol;

#[derive(Debug)]
pub struct Stmt {
    /// Starts at the first token, which is the keyword where there is one.
    pub span: Span,
    pub kind: StmtKind,
}

#[derive(Debug)]
pub enum StmtKind {
    /// `;`, also with attributes such as `fallthrough`.
    Empty,
    Expr(Expr),
    Declaration(Box<Declaration>),
    StaticAssert(Box<StaticAssert>),
    Block(Box<Block>),
    If(Box<If>),
    Switch(Box<Switch>),
    While(Box<While>),
    DoWhile(Box<DoWhile>),
    For(Box<For>),
    /// `case value:`, or GNU `case value ... end:`, and the statement that follows.
    Case(Box<Case>),
    /// `default:` and the statement that follows.
    Default(Box<Stmt>),
    /// `label:` and the statement that follows (empty where the block ends).
    Label {
        label: Symbol,
        body: Box<Stmt>,
    },
    Goto(Symbol),
    /// GNU `goto *expression;`
    ComputedGoto(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    Asm(Box<Asm>),
    /// GNU `__label__ a, b;`: these labels are local to the block.
    LocalLabels(Vec<Symbol>),
}

/// `{ … }`.
#[derive(Debug)]
pub struct Block {
    /// Of the opening brace.
    pub open: Span,
    /// Of the closing brace.
    pub close: Span,
    pub stmts: Vec<Stmt>,
}

#[derive(Debug)]
pub struct If {
    pub condition: Expr,
    pub then: Stmt,
    pub otherwise: Option<Stmt>,
}

#[derive(Debug)]
pub struct Switch {
    pub value: Expr,
    pub body: Stmt,
}

#[derive(Debug)]
pub struct While {
    pub condition: Expr,
    pub body: Stmt,
}

#[derive(Debug)]
pub struct DoWhile {
    pub body: Stmt,
    /// Of the keyword `while`.
    pub while_span: Span,
    pub condition: Expr,
}

#[derive(Debug)]
pub struct For {
    pub init: ForInit,
    pub condition: Option<Expr>,
    pub step: Option<Expr>,
    pub body: Stmt,
}

#[derive(Debug)]
pub enum ForInit {
    None,
    Expr(Expr),
    Declaration(Box<Declaration>),
}

#[derive(Debug)]
pub struct Case {
    pub value: Expr,
    /// The last value of a GNU range, which belongs to it.
    pub end: Option<Expr>,
    pub body: Stmt,
}

/// An inline assembly statement. What it does is not known; its operands say what it may read and write.
#[derive(Debug)]
pub struct Asm {
    pub volatile: bool,
    pub template: Box<StrLiteral>,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    /// Registers, `memory`, `cc`.
    pub clobbers: Vec<StrLiteral>,
    /// Of `asm goto`.
    pub labels: Vec<Symbol>,
}

/// `[name] "constraint" (expression)`.
#[derive(Debug)]
pub struct AsmOperand {
    pub name: Option<Symbol>,
    pub constraint: StrLiteral,
    pub value: Expr,
}
