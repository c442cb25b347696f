//! Steps: what stands between a location and the location it leads to.

use super::lex::{ParseError, Token};
use super::parse::{Parser, Symbol};
use crate::ids::{ExprId, LocId, VarId};
use crate::program::{Op, Source};
use crate::ty::IntTy;

type Parsed<T> = Result<T, ParseError>;

impl Parser {
    /// The step out of `from` at which the parser stands.
    pub(super) fn step(&mut self, from: LocId) -> Parsed<()> {
        self.lets.clear();
        while self.accept_word("let") {
            let at = self.at();
            if self.advance() != Token::Let(self.lets.len()) {
                return at.error(format!("`${}` is expected", self.lets.len()));
            }
            self.demand("=")?;
            let value = self.expr(IntTy::INT)?;
            self.lets.push(value);
            self.demand_word("in")?;
        }
        let op = self.op()?;
        self.demand("->")?;
        let at = self.at();
        let label = self.name()?;
        let Some(&to) = self.labels.get(&label) else { return at.error(format!("no location `{}`", label.base)) };
        let span = self.span();
        self.builder.add_edge(from, to, op, span);
        Ok(())
    }

    fn op(&mut self) -> Parsed<Op> {
        match self.word() {
            Some("skip") => {
                self.next += 1;
                Ok(Op::Skip)
            }
            Some("assume") => {
                self.next += 1;
                Ok(Op::Assume(self.condition()?))
            }
            Some("fill") => {
                self.next += 1;
                let array = self.array_name()?;
                let prefix = self.indices()?;
                self.demand(":=")?;
                let value = self.value(self.builder.arrays[array.index()].elem)?;
                Ok(Op::Fill { array, prefix, value })
            }
            Some("set.copy") => {
                self.next += 1;
                let to = self.array_name()?;
                self.demand(":=")?;
                Ok(Op::Copy { to, from: self.array_name()? })
            }
            Some("havoc") => {
                self.next += 1;
                match self.symbol()? {
                    Symbol::Var(var) => Ok(Op::Havoc { var, source: self.source()? }),
                    Symbol::Array(array) => {
                        let prefix = self.indices()?;
                        Ok(Op::HavocArray { array, prefix, source: self.source()? })
                    }
                }
            }
            Some("call") => self.call(Vec::new()),
            Some("return") => {
                self.next += 1;
                let results = self.scope.map(|proc| self.builder.procs[proc.index()].results.clone());
                Ok(Op::Return(self.values("->", &results.unwrap_or_default())?))
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) -> Parsed<Op> {
        if self.accept(":=") {
            return Ok(Op::Assign(Box::default()));
        }
        let first = match self.symbol()? {
            Symbol::Var(var) => var,
            Symbol::Array(array) => {
                let indices = self.indices()?;
                self.demand(":=")?;
                let value = self.value(self.builder.arrays[array.index()].elem)?;
                return Ok(Op::Store { array, indices, value });
            }
        };
        let mut targets = vec![first];
        while self.accept(",") {
            targets.push(self.var_name()?);
        }
        self.demand(":=")?;
        if targets.len() > 1 || self.is_word("call") {
            return self.call(targets);
        }
        let mut pairs = vec![(first, self.value_of(first)?)];
        while self.accept(",") {
            let var = self.var_name()?;
            self.demand(":=")?;
            pairs.push((var, self.value_of(var)?));
        }
        Ok(Op::Assign(pairs.into()))
    }

    fn call(&mut self, results: Vec<VarId>) -> Parsed<Op> {
        self.demand_word("call")?;
        let proc = self.proc_name()?;
        self.demand("(")?;
        let params = self.builder.procs[proc.index()].params.clone();
        let args = self.values(")", &params)?;
        self.demand(")")?;
        Ok(Op::Call { proc, args, results: results.into() })
    }

    /// Values up to (not including) `end`, for variables whose types their literals take.
    fn values(&mut self, end: &str, vars: &[VarId]) -> Parsed<Box<[ExprId]>> {
        let mut values = Vec::new();
        while !self.is_mark(end) {
            if !values.is_empty() {
                self.demand(",")?;
            }
            let ty = vars.get(values.len()).map_or(IntTy::INT, |var| self.builder.vars[var.index()].ty);
            values.push(self.expr(ty)?);
        }
        Ok(values.into())
    }

    fn indices(&mut self) -> Parsed<Box<[ExprId]>> {
        let mut indices = Vec::new();
        while self.accept("[") {
            indices.push(self.integer(IntTy::OFFSET)?);
            self.demand("]")?;
        }
        Ok(indices.into())
    }

    fn value_of(&mut self, var: VarId) -> Parsed<ExprId> {
        self.value(self.builder.vars[var.index()].ty)
    }

    fn source(&mut self) -> Parsed<Source> {
        self.demand_word("from")?;
        if self.accept_word("uninitialised") {
            return Ok(Source::Uninitialised);
        }
        for (word, make) in [
            ("input", Source::Input as fn(Box<str>) -> Source),
            ("external", Source::External),
            ("unmodelled", Source::Unmodelled),
        ] {
            if self.accept_word(word) {
                return Ok(make(self.string()?.into()));
            }
        }
        self.expected("`input`, `uninitialised`, `external` or `unmodelled`")
    }
}
