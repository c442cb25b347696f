//! The encoding of paper 004 §2.2, over bit-vectors (`words`) or unbounded integers (`integers`) and arrays.
//!
//! A version is not a symbol with an equation but the term of its definition, shared by all that use it; only inputs are
//! symbols. An array of several dimensions is an array of arrays, so that the size of the formula does not follow the number
//! of cells; arrays up to a size that the encoding chooses are taken apart into their cells instead (`cells`).
//!
//! Integers need limits: a symbol is between the ends of its type, and so is each cell of an input that is read. These
//! conditions are kept beside the terms ([`Encoder::limits`]); they hold in all executions.

mod cells;
mod names;
mod words;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::time::Instant;

use heureka_ir::{ArrayId, BinOp, CmpOp, ExprId, IntTy, Interval, Node, Program, UnOp, VarId};
use heureka_logic::{SortId, TermId, Terms};

use self::cells::Apart;
use self::names::Names;
use super::encoding::{Encoding, Numbers};
use super::ssa::{ArrayVersion, ArrayVersionId, Contents, Meaning, Ssa};
use crate::common::integers;
use crate::common::operand::Operand;
use crate::engine::StopReason;

/// The width of indices that are words.
const INDEX_BITS: u32 = 64;

/// A formula with more terms is not made: about 100 bytes each.
const MOST_TERMS: usize = 20_000_000;

/// Something that has a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    Expr(ExprId),
    Array(ArrayVersionId),
}

/// The cells of an input.
pub enum InputCells {
    Whole(TermId),
    Each(Vec<(Box<[u64]>, TermId)>),
}

pub struct Encoder<'a> {
    program: &'a Program,
    ssa: &'a Ssa,
    encoding: Encoding,
    pub terms: &'a mut Terms,
    names: Names,
    /// Terms that stand for a cell before and after something was stored.
    pub marked: HashSet<TermId>,
    /// When to stop.
    pub deadline: Option<Instant>,
    known: HashMap<Part, TermId>,
    /// The cells of versions of arrays that are taken apart, in row-major order.
    cells: HashMap<ArrayVersionId, Rc<[TermId]>>,
    /// By array: those that are taken apart.
    apart: Vec<Option<Rc<Apart>>>,
    /// The symbols, with the types of their numbers.
    symbols: Vec<(TermId, IntTy)>,
    limits: Vec<TermId>,
    /// The cells whose limits are among these.
    limited: BTreeSet<TermId>,
    /// The inputs that versions of arrays come from.
    origins: HashMap<ArrayVersionId, Rc<[ArrayVersionId]>>,
}

impl<'a> Encoder<'a> {
    /// The terms are added to those of other bounds.
    pub fn new(program: &'a Program, ssa: &'a Ssa, encoding: Encoding, terms: &'a mut Terms) -> Encoder<'a> {
        let apart = |array| cells::apart(program, array, encoding.most_cells()).map(Rc::new);
        Encoder {
            program,
            ssa,
            encoding,
            terms,
            names: Names::new(program, ssa),
            marked: HashSet::new(),
            deadline: None,
            known: HashMap::new(),
            cells: HashMap::new(),
            apart: program.array_ids().map(apart).collect(),
            symbols: Vec::new(),
            limits: Vec::new(),
            limited: BTreeSet::new(),
            origins: HashMap::new(),
        }
    }

    /// The term of a condition or of a number.
    pub fn expr(&mut self, expr: ExprId) -> Result<TermId, StopReason> {
        self.part(Part::Expr(expr))
    }

    /// The term of a version.
    pub fn version(&mut self, var: VarId) -> Result<TermId, StopReason> {
        match self.ssa.vars[var.index()].meaning {
            Meaning::Value(value) => self.expr(value),
            Meaning::Input => Ok(self.input(var, Interval::of_type(self.ssa.vars[var.index()].ty))),
        }
    }

    /// What holds of the symbols so far in all executions.
    pub fn limits(&self) -> &[TermId] {
        &self.limits
    }

    /// The symbols so far, with the types of their numbers.
    pub fn symbols(&self) -> &[(TermId, IntTy)] {
        &self.symbols
    }

    /// The type of the cells of an array.
    pub fn elem(&self, version: ArrayVersionId) -> IntTy {
        self.program.array(self.ssa.arrays[version.index()].of).elem
    }

    /// The cells of an input that start with some indices: what they are called behind these, and their terms; for an array
    /// that is whole the term of all of them.
    pub fn contents(&mut self, version: ArrayVersionId, prefix: &[ExprId]) -> Result<InputCells, StopReason> {
        self.part(Part::Array(version))?;
        for &index in prefix {
            self.expr(index)?;
        }
        let Some(apart) = self.apart(version) else {
            let array = self.known[&Part::Array(version)];
            return Ok(InputCells::Whole(self.select(array, prefix)));
        };
        let rest = cells::places(&apart.extents[prefix.len()..]);
        let term = |place: Box<[u64]>| {
            let cell = self.cell(version, prefix, &place);
            (place, cell)
        };
        Ok(InputCells::Each(rest.into_iter().map(term).collect()))
    }

    /// Without recursion: definitions may be as long as the unwound program.
    fn part(&mut self, root: Part) -> Result<TermId, StopReason> {
        let mut stack = vec![(root, false)];
        while let Some((part, ready)) = stack.pop() {
            if self.known.contains_key(&part) {
                continue;
            }
            if ready {
                let term = match part {
                    Part::Expr(expr) => self.make_expr(expr),
                    Part::Array(version) => match self.apart(version) {
                        Some(apart) => self.make_cells(version, &apart)?,
                        None => {
                            self.may_be_whole(version)?;
                            self.make_array(version)
                        }
                    },
                };
                self.known.insert(part, term);
            } else {
                stack.push((part, true));
                self.needs(part, &mut |needed| stack.push((needed, false)));
            }
        }
        Ok(self.known[&root])
    }

    /// An error if the encoding has no arrays.
    fn may_be_whole(&self, version: ArrayVersionId) -> Result<(), StopReason> {
        if self.encoding.has_arrays() {
            return Ok(());
        }
        let name = &self.program.array(self.ssa.arrays[version.index()].of).name;
        let most = self.encoding.most_cells();
        let text =
            format!("the array `{name}` does not have a known number of cells up to {most}, as the encoding needs");
        Err(StopReason::Inconclusive(text))
    }

    /// An error if it is late, or the formula too large.
    fn check_limits(&self) -> Result<(), StopReason> {
        if self.terms.len() > MOST_TERMS {
            return Err(StopReason::Inconclusive(format!("the formula has more than {MOST_TERMS} terms")));
        }
        let late = self.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline);
        if late { Err(StopReason::Interrupted) } else { Ok(()) }
    }

    /// What a definition refers to.
    fn needs(&self, part: Part, need: &mut dyn FnMut(Part)) {
        match part {
            Part::Expr(expr) => match self.ssa.exprs.node(expr) {
                Node::Var(var) => {
                    if let Meaning::Value(value) = self.ssa.vars[var.index()].meaning {
                        need(Part::Expr(value));
                    }
                }
                node => {
                    if let Node::Read(array, _) | Node::NotEmpty(array) = node {
                        need(Part::Array(*array));
                    }
                    self.ssa.exprs.operands(expr).for_each(|operand| need(Part::Expr(operand)));
                }
            },
            Part::Array(version) => match &self.ssa.arrays[version.index()].meaning {
                Contents::Input => {}
                Contents::Constant(value) => need(Part::Expr(*value)),
                Contents::Store { from, indices, value } => {
                    need(Part::Array(*from));
                    indices.iter().for_each(|index| need(Part::Expr(*index)));
                    need(Part::Expr(*value));
                }
                Contents::Chosen { from, prefix, fresh } => {
                    need(Part::Array(*from));
                    need(Part::Array(*fresh));
                    prefix.iter().for_each(|index| need(Part::Expr(*index)));
                }
                Contents::Join { condition, then, otherwise } => {
                    need(Part::Expr(*condition));
                    need(Part::Array(*then));
                    need(Part::Array(*otherwise));
                }
            },
        }
    }

    fn of(&self, expr: ExprId) -> TermId {
        self.known[&Part::Expr(expr)]
    }

    fn operand(&self, expr: ExprId) -> Operand {
        Operand { term: self.of(expr), ty: self.ssa.exprs.int_ty(expr), range: self.ssa.range(expr) }
    }

    fn make_expr(&mut self, id: ExprId) -> TermId {
        let ssa = self.ssa;
        match ssa.exprs.node(id) {
            Node::Bool(value) => self.terms.bool(*value),
            Node::Int(_) => {
                let value = ssa.exprs.as_const(id).expect("a constant has a value");
                self.number(ssa.exprs.int_ty(id), value)
            }
            Node::Var(var) => match ssa.vars[var.index()].meaning {
                Meaning::Value(value) => self.of(value),
                Meaning::Input => self.input(*var, ssa.range(id)),
            },
            Node::Read(array, indices) => match self.apart(*array) {
                Some(_) => self.cell(*array, indices, &[]),
                None => self.read(*array, indices),
            },
            Node::Unary(op, a) => self.unary(*op, *a),
            Node::Binary(op, a, b) => self.binary(*op, *a, *b),
            Node::Compare(op, a, b) => self.compare(*op, *a, *b),
            Node::Cast(a) => self.cast(*a, ssa.exprs.int_ty(id)),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.of(*c), self.of(*a), self.of(*b));
                let term = self.choose(c, a, b);
                if ssa.past_stores.contains(&id) {
                    self.marked.insert(term);
                }
                term
            }
            Node::Not(a) => self.terms.not(self.of(*a)),
            Node::And(a, b) => {
                let operands = [self.of(*a), self.of(*b)];
                self.terms.and(&operands)
            }
            Node::Or(a, b) => {
                let operands = [self.of(*a), self.of(*b)];
                self.terms.or(&operands)
            }
            Node::NotEmpty(version) => self.not_empty(*version),
        }
    }

    /// A set has an element if it is not the one that has none.
    fn not_empty(&mut self, version: ArrayVersionId) -> TermId {
        let array = self.ssa.arrays[version.index()].of;
        let zero = self.number(self.program.array(array).elem, 0);
        let sort = self.sort(array, 0);
        let empty = self.terms.const_array(sort, zero);
        let is_empty = self.terms.eq(self.known[&Part::Array(version)], empty);
        self.terms.not(is_empty)
    }

    fn choose(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        match self.terms.as_bool(condition) {
            Some(true) => then,
            Some(false) => otherwise,
            None if then == otherwise => then,
            None => self.terms.ite(condition, then, otherwise),
        }
    }

    fn number(&mut self, ty: IntTy, value: i128) -> TermId {
        match self.encoding.numbers() {
            Numbers::Words => words::number(self.terms, ty, value),
            Numbers::Integers => self.terms.int(value),
        }
    }

    fn unary(&mut self, op: UnOp, a: ExprId) -> TermId {
        let a = self.operand(a);
        match self.encoding.numbers() {
            Numbers::Words => words::unary(self.terms, op, a),
            Numbers::Integers => integers::unary(self.terms, op, a),
        }
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> TermId {
        let (a, b) = (self.operand(a), self.operand(b));
        match self.encoding.numbers() {
            Numbers::Words => words::binary(self.terms, op, a, b),
            Numbers::Integers => integers::binary(self.terms, op, a, b),
        }
    }

    fn compare(&mut self, op: CmpOp, a: ExprId, b: ExprId) -> TermId {
        let (a, b) = (self.operand(a), self.operand(b));
        match self.encoding.numbers() {
            Numbers::Words => words::compare(self.terms, op, a, b),
            Numbers::Integers => integers::compare(self.terms, op, a, b),
        }
    }

    fn cast(&mut self, a: ExprId, to: IntTy) -> TermId {
        let a = self.operand(a);
        match self.encoding.numbers() {
            Numbers::Words => words::resized(self.terms, a, to.bits() as u32),
            Numbers::Integers => integers::cast(self.terms, to, a),
        }
    }

    fn index(&mut self, index: ExprId) -> TermId {
        let index = self.operand(index);
        match self.encoding.numbers() {
            Numbers::Words => words::resized(self.terms, index, INDEX_BITS),
            Numbers::Integers => index.term,
        }
    }

    fn number_sort(&self, ty: IntTy) -> SortId {
        match self.encoding.numbers() {
            Numbers::Words => SortId::bit_vec(ty.bits() as u32),
            Numbers::Integers => SortId::INT,
        }
    }

    /// The symbol of an input with values in this range.
    fn input(&mut self, var: VarId, range: Interval) -> TermId {
        let version = &self.ssa.vars[var.index()];
        let name = self.names.var(version.of, var);
        let sort = self.number_sort(version.ty);
        let symbol = self.symbol(&name, sort, version.ty);
        self.limit(symbol, range);
        symbol
    }

    fn symbol(&mut self, name: &str, sort: SortId, ty: IntTy) -> TermId {
        let symbol = self.terms.constant(name, sort);
        self.symbols.push((symbol, ty));
        symbol
    }

    /// Says that a number is in its range, where its sort does not.
    fn limit(&mut self, term: TermId, range: Interval) {
        if self.encoding.numbers() == Numbers::Integers && self.limited.insert(term) {
            let within = integers::within(self.terms, term, range);
            self.limits.push(within);
        }
    }

    /// The sort of an array without its first dimensions.
    fn sort(&mut self, array: ArrayId, without: usize) -> SortId {
        let array = self.program.array(array);
        let index = match self.encoding.numbers() {
            Numbers::Words => SortId::bit_vec(INDEX_BITS),
            Numbers::Integers => SortId::INT,
        };
        let mut sort = self.number_sort(array.elem);
        for _ in without..array.dims.len() {
            sort = self.terms.array_sort(index, sort);
        }
        sort
    }

    /// A cell of an array that is whole. What it may come from is a number of its type: that cannot be said of the cell
    /// itself, which may have been written where no execution comes to.
    fn read(&mut self, version: ArrayVersionId, indices: &[ExprId]) -> TermId {
        if self.encoding.numbers() == Numbers::Integers {
            let elem = self.elem(version);
            for &origin in self.origins(version).iter() {
                let cell = self.select(self.known[&Part::Array(origin)], indices);
                self.limit(cell, Interval::of_type(elem));
            }
        }
        self.select(self.known[&Part::Array(version)], indices)
    }

    /// The inputs that a version, whose term is known, comes from.
    fn origins(&mut self, version: ArrayVersionId) -> Rc<[ArrayVersionId]> {
        let mut stack = vec![(version, false)];
        while let Some((at, ready)) = stack.pop() {
            if self.origins.contains_key(&at) {
                continue;
            }
            let from: Vec<ArrayVersionId> = match &self.ssa.arrays[at.index()].meaning {
                Contents::Input | Contents::Constant(_) => Vec::new(),
                Contents::Store { from, .. } => vec![*from],
                Contents::Chosen { from, fresh, .. } => vec![*from, *fresh],
                Contents::Join { then, otherwise, .. } => vec![*then, *otherwise],
            };
            if !ready {
                stack.push((at, true));
                stack.extend(from.into_iter().map(|from| (from, false)));
                continue;
            }
            let found: Rc<[ArrayVersionId]> = match (&self.ssa.arrays[at.index()].meaning, &from[..]) {
                (Contents::Input, _) => [at].into(),
                (_, [only]) => Rc::clone(&self.origins[only]),
                _ => {
                    let all: BTreeSet<ArrayVersionId> =
                        from.iter().flat_map(|from| self.origins[from].iter().copied()).collect();
                    all.into_iter().collect()
                }
            };
            self.origins.insert(at, found);
        }
        Rc::clone(&self.origins[&version])
    }

    fn select(&mut self, array: TermId, indices: &[ExprId]) -> TermId {
        indices.iter().fold(array, |row, &index| {
            let index = self.index(index);
            self.terms.select(row, index)
        })
    }

    fn make_array(&mut self, version: ArrayVersionId) -> TermId {
        let ssa = self.ssa;
        let ArrayVersion { of, meaning } = &ssa.arrays[version.index()];
        match meaning {
            Contents::Input => {
                let name = self.names.array(*of, version);
                let sort = self.sort(*of, 0);
                self.symbol(&name, sort, self.program.array(*of).elem)
            }
            Contents::Constant(value) => self.constant(*of, 0, *value),
            Contents::Store { from, indices, value } => {
                let inner = match indices.len() == self.program.array(*of).dims.len() {
                    true => self.of(*value),
                    false => self.constant(*of, indices.len(), *value),
                };
                self.stored(self.known[&Part::Array(*from)], indices, inner)
            }
            Contents::Chosen { from, prefix, fresh } => {
                let inner = self.select(self.known[&Part::Array(*fresh)], prefix);
                self.stored(self.known[&Part::Array(*from)], prefix, inner)
            }
            Contents::Join { condition, then, otherwise } => {
                let condition = self.of(*condition);
                let (then, otherwise) = (self.known[&Part::Array(*then)], self.known[&Part::Array(*otherwise)]);
                self.terms.ite(condition, then, otherwise)
            }
        }
    }

    /// One value in all cells of an array without its first dimensions.
    fn constant(&mut self, array: ArrayId, without: usize, value: ExprId) -> TermId {
        let mut term = self.of(value);
        for dim in (without..self.program.array(array).dims.len()).rev() {
            let sort = self.sort(array, dim);
            term = self.terms.const_array(sort, term);
        }
        term
    }

    /// The array with something else at the place of these indices.
    fn stored(&mut self, array: TermId, indices: &[ExprId], inner: TermId) -> TermId {
        let mut rows = vec![array];
        for &index in &indices[..indices.len() - 1] {
            let index = self.index(index);
            rows.push(self.terms.select(rows[rows.len() - 1], index));
        }
        let mut term = inner;
        for (row, &index) in rows.into_iter().zip(indices).rev() {
            let index = self.index(index);
            term = self.terms.store(row, index, term);
        }
        term
    }
}
