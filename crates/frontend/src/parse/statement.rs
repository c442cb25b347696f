//! Statements.

use super::{Parse, Parser};
use crate::ast::{Asm, AsmOperand, Block, Case, DoWhile, Expr, For, ForInit, If, Stmt, StmtKind, Switch, While};
use crate::token::TokenKind;

impl Parser<'_> {
    /// `{ … }` in a scope of its own.
    pub(super) fn block(&mut self) -> Parse<Block> {
        self.scoped(Self::block_in_scope)
    }

    /// `{ … }` in the scope that is open, as a function's body is in that of its parameters.
    pub(super) fn block_in_scope(&mut self) -> Parse<Block> {
        let open = self.expect(TokenKind::BraceOpen, "")?;
        let mut stmts = Vec::new();
        while !matches!(self.kind(), TokenKind::BraceClose | TokenKind::End) {
            let start = self.at;
            match self.block_item() {
                Ok(stmt) => stmts.push(stmt),
                Err(stop) if !self.can_recover() => return Err(stop),
                Err(_) => self.skip_from(start),
            }
        }
        let close = self.expect_close(TokenKind::BraceClose, open)?;
        stmts.shrink_to_fit();
        Ok(Block { open, close, stmts })
    }

    /// A statement or a declaration.
    fn block_item(&mut self) -> Parse<Stmt> {
        let start = self.at;
        if self.starts_declaration() {
            let declaration = self.declaration()?;
            return Ok(Stmt { span: declaration.span, kind: StmtKind::Declaration(Box::new(declaration)) });
        }
        let kind = match self.kind() {
            TokenKind::StaticAssert => StmtKind::StaticAssert(Box::new(self.static_assert()?)),
            TokenKind::Label => self.local_labels()?,
            _ => return self.statement(),
        };
        Ok(Stmt { span: self.span_from(start), kind })
    }

    fn starts_declaration(&self) -> bool {
        if self.kind() == TokenKind::Attribute {
            let mut at = self.at;
            while self.tokens[at].kind == TokenKind::Attribute {
                at = self.after_attribute(at);
            }
            return self.starts_type(at - self.at);
        }
        // A typedef's name may also be a label.
        self.starts_type(0) && !(self.kind() == TokenKind::Ident && self.kind_ahead(1) == TokenKind::Colon)
    }

    pub(super) fn statement(&mut self) -> Parse<Stmt> {
        let start = self.at;
        let kind = match self.kind() {
            TokenKind::BraceOpen => {
                let span = self.here();
                let block = Box::new(self.nested(Self::block)?);
                return Ok(Stmt { span, kind: StmtKind::Block(block) });
            }
            TokenKind::If => self.if_statement()?,
            TokenKind::While => self.while_statement()?,
            TokenKind::For => self.for_statement()?,
            TokenKind::Do => self.do_statement()?,
            TokenKind::Switch => self.switch_statement()?,
            TokenKind::Case | TokenKind::Default => self.case_statement()?,
            TokenKind::Ident if self.kind_ahead(1) == TokenKind::Colon => self.labelled_statement()?,
            _ => self.simple_statement()?,
        };
        // A statement that holds others is shown by its first line, which is found at little cost.
        Ok(Stmt { span: self.span_from(start), kind })
    }

    /// A statement that holds no other, up to its `;`.
    fn simple_statement(&mut self) -> Parse<StmtKind> {
        let kind = match self.kind() {
            TokenKind::Semicolon => StmtKind::Empty,
            TokenKind::Goto => {
                self.advance();
                if self.accept(TokenKind::Star) {
                    StmtKind::ComputedGoto(self.nested(Self::expression)?)
                } else {
                    StmtKind::Goto(self.expect_identifier("a label", "after `goto`")?)
                }
            }
            TokenKind::Break => {
                self.advance();
                StmtKind::Break
            }
            TokenKind::Continue => {
                self.advance();
                StmtKind::Continue
            }
            TokenKind::Return => {
                self.advance();
                let value =
                    if self.kind() == TokenKind::Semicolon { None } else { Some(self.nested(Self::expression)?) };
                StmtKind::Return(value)
            }
            TokenKind::Asm => StmtKind::Asm(Box::new(self.nested(Self::asm)?)),
            TokenKind::Attribute => {
                self.attributes(&mut Vec::new())?;
                return Ok(self.nested(Self::statement)?.kind);
            }
            TokenKind::Pragma => {
                self.skip_pragma()?;
                return Ok(StmtKind::Empty);
            }
            TokenKind::Ident if self.kind_ahead(1) == TokenKind::Ident => {
                return Err(self.expected_type("a statement"));
            }
            TokenKind::Else => return Err(self.error_at(self.here(), "`else` without an `if`")),
            _ => StmtKind::Expr(self.nested(Self::expression)?),
        };
        let context = match kind {
            StmtKind::Expr(_) => "after the expression",
            StmtKind::Asm(_) => "after `asm`",
            _ => "after the statement",
        };
        self.expect(TokenKind::Semicolon, context)?;
        Ok(kind)
    }

    /// `(condition)`.
    fn condition(&mut self, context: &str) -> Parse<Expr> {
        let open = self.expect(TokenKind::ParenOpen, context)?;
        let condition = self.nested(Self::expression)?;
        self.expect_close(TokenKind::ParenClose, open)?;
        Ok(condition)
    }

    fn if_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let condition = self.condition("after `if`")?;
        let then = self.nested(Self::statement)?;
        let otherwise = if self.accept(TokenKind::Else) { Some(self.nested(Self::statement)?) } else { None };
        Ok(StmtKind::If(Box::new(If { condition, then, otherwise })))
    }

    fn while_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let condition = self.condition("after `while`")?;
        let body = self.nested(Self::statement)?;
        Ok(StmtKind::While(Box::new(While { condition, body })))
    }

    fn do_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let body = self.nested(Self::statement)?;
        let while_span = self.expect(TokenKind::While, "after the body of `do`")?;
        let condition = self.condition("after `while`")?;
        self.expect(TokenKind::Semicolon, "after `do … while (…)`")?;
        Ok(StmtKind::DoWhile(Box::new(DoWhile { body, while_span, condition })))
    }

    fn for_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        self.scoped(|parser| {
            let open = parser.expect(TokenKind::ParenOpen, "after `for`")?;
            let init = if parser.starts_declaration() {
                ForInit::Declaration(Box::new(parser.nested(Self::declaration)?))
            } else {
                let init = parser.optional_expression(TokenKind::Semicolon)?.map_or(ForInit::None, ForInit::Expr);
                parser.expect(TokenKind::Semicolon, "in the `for` loop")?;
                init
            };
            let condition = parser.optional_expression(TokenKind::Semicolon)?;
            parser.expect(TokenKind::Semicolon, "in the `for` loop")?;
            let step = parser.optional_expression(TokenKind::ParenClose)?;
            parser.expect_close(TokenKind::ParenClose, open)?;
            let body = parser.nested(Self::statement)?;
            Ok(StmtKind::For(Box::new(For { init, condition, step, body })))
        })
    }

    /// An expression, unless `end` is next.
    fn optional_expression(&mut self, end: TokenKind) -> Parse<Option<Expr>> {
        if self.kind() == end { Ok(None) } else { self.nested(Self::expression).map(Some) }
    }

    fn switch_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let value = self.condition("after `switch`")?;
        let body = self.nested(Self::statement)?;
        Ok(StmtKind::Switch(Box::new(Switch { value, body })))
    }

    fn case_statement(&mut self) -> Parse<StmtKind> {
        if self.accept(TokenKind::Default) {
            self.expect(TokenKind::Colon, "after `default`")?;
            return Ok(StmtKind::Default(Box::new(self.labelled_body()?)));
        }
        self.advance();
        let value = self.nested(Self::conditional)?;
        let end = if self.accept(TokenKind::Ellipsis) { Some(self.nested(Self::conditional)?) } else { None };
        self.expect(TokenKind::Colon, "after the `case` value")?;
        let body = self.labelled_body()?;
        Ok(StmtKind::Case(Box::new(Case { value, end, body })))
    }

    fn labelled_statement(&mut self) -> Parse<StmtKind> {
        let label = self.expect_identifier("a label", "")?;
        self.advance();
        // `label: __attribute__((unused));` has its own empty statement.
        if self.kind() == TokenKind::Attribute && !self.starts_declaration() {
            self.attributes(&mut Vec::new())?;
        }
        let body = Box::new(self.labelled_body()?);
        Ok(StmtKind::Label { label, body })
    }

    /// The statement after a label. Before a declaration or the end of the block it is empty.
    fn labelled_body(&mut self) -> Parse<Stmt> {
        let bare = matches!(self.kind(), TokenKind::BraceClose | TokenKind::StaticAssert | TokenKind::Label);
        if bare || self.starts_declaration() {
            return Ok(Stmt { span: self.here(), kind: StmtKind::Empty });
        }
        self.nested(Self::statement)
    }

    /// `__label__ a, b;`
    fn local_labels(&mut self) -> Parse<StmtKind> {
        self.advance();
        let mut labels = Vec::new();
        loop {
            labels.push(self.expect_identifier("a label", "after `__label__`")?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon, "after the labels")?;
        Ok(StmtKind::LocalLabels(labels))
    }

    /// `asm volatile goto ("template" : outputs : inputs : clobbers : labels)`.
    fn asm(&mut self) -> Parse<Asm> {
        self.advance();
        let mut volatile = false;
        loop {
            if self.accept(TokenKind::Volatile) {
                volatile = true;
            } else if !(self.accept(TokenKind::Inline) || self.accept(TokenKind::Goto)) {
                break;
            }
        }
        let open = self.expect(TokenKind::ParenOpen, "after `asm`")?;
        let template = Box::new(self.string_literal()?);
        let outputs = if self.accept(TokenKind::Colon) { self.asm_operands()? } else { Vec::new() };
        let inputs = if self.accept(TokenKind::Colon) { self.asm_operands()? } else { Vec::new() };
        let mut clobbers = Vec::new();
        if self.accept(TokenKind::Colon) && self.kind() == TokenKind::Str {
            loop {
                clobbers.push(self.string_literal()?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        let mut labels = Vec::new();
        if self.accept(TokenKind::Colon) && self.kind() == TokenKind::Ident {
            loop {
                labels.push(self.expect_identifier("a label", "")?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect_close(TokenKind::ParenClose, open)?;
        Ok(Asm { volatile, template, outputs, inputs, clobbers, labels })
    }

    fn asm_operands(&mut self) -> Parse<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while matches!(self.kind(), TokenKind::BracketOpen | TokenKind::Str) {
            let bracket = self.here();
            let name = if self.accept(TokenKind::BracketOpen) {
                let name = self.expect_identifier("an operand's name", "")?;
                self.expect_close(TokenKind::BracketClose, bracket)?;
                Some(name)
            } else {
                None
            };
            let constraint = self.string_literal()?;
            let value = self.condition("after the constraint")?;
            operands.push(AsmOperand { name, constraint, value });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        Ok(operands)
    }
}
