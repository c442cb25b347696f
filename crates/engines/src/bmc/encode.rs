//! The encoding of paper 004 §2.2 over bit-vectors and arrays: exact for machine integers.
//!
//! A version is not a symbol with an equation but the term of its definition, shared by all that use it; only inputs are
//! symbols. An array of several dimensions is an array of arrays, indexed by 64 bits; only small arrays are taken apart into
//! cells, so that the size of the formula does not follow the number of cells.

use std::collections::HashMap;

use heureka_ir::{ArrayId, BinOp, CmpOp, ExprId, IntTy, Node, Program, UnOp, VarId};
use heureka_logic::{SortId, TermId, Terms};

use super::cells::{places, small};
use super::ssa::{ArrayVersion, ArrayVersionId, Contents, Meaning, Ssa};

/// The width of indices.
const INDEX_BITS: u32 = 64;

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
    pub terms: Terms,
    known: HashMap<Part, TermId>,
    /// The cells of versions of small arrays, in row-major order.
    cells: HashMap<ArrayVersionId, Box<[TermId]>>,
    /// By array: the extents of the small ones.
    small: Vec<Option<Box<[u64]>>>,
}

impl<'a> Encoder<'a> {
    pub fn new(program: &'a Program, ssa: &'a Ssa) -> Encoder<'a> {
        let small = program.array_ids().map(|array| small(program, array)).collect();
        Encoder { program, ssa, terms: Terms::new(), known: HashMap::new(), cells: HashMap::new(), small }
    }

    /// The term of a condition or of a number.
    pub fn expr(&mut self, expr: ExprId) -> TermId {
        self.part(Part::Expr(expr))
    }

    /// The term of a version.
    pub fn version(&mut self, var: VarId) -> TermId {
        match self.ssa.vars[var.index()].meaning {
            Meaning::Value(value) => self.expr(value),
            Meaning::Input => self.input(var),
        }
    }

    /// The type of the cells of an array.
    pub fn elem(&self, version: ArrayVersionId) -> IntTy {
        self.program.array(self.ssa.arrays[version.index()].of).elem
    }

    /// The cells of an input that start with some indices: what they are called behind these, and their terms; for a large
    /// array the term of all of them.
    pub fn contents(&mut self, version: ArrayVersionId, prefix: &[ExprId]) -> InputCells {
        self.part(Part::Array(version));
        for &index in prefix {
            self.expr(index);
        }
        let Some(extents) = self.extents(version) else {
            let array = self.known[&Part::Array(version)];
            return InputCells::Whole(self.select(array, prefix));
        };
        let rest = places(&extents[prefix.len()..]);
        let term = |place: Box<[u64]>| {
            let cell = self.cell(version, prefix, &place);
            (place, cell)
        };
        InputCells::Each(rest.into_iter().map(term).collect())
    }

    fn extents(&self, version: ArrayVersionId) -> Option<Box<[u64]>> {
        self.small[self.ssa.arrays[version.index()].of.index()].clone()
    }

    /// The cell of a small array at some indices, and known ones behind them.
    fn cell(&mut self, version: ArrayVersionId, indices: &[ExprId], rest: &[u64]) -> TermId {
        let extents = self.extents(version).expect("a small array");
        let mut found = None;
        for (at, place) in places(&extents).into_iter().enumerate().rev() {
            if place[indices.len()..] != *rest {
                continue;
            }
            let cell = self.cells[&version][at];
            found = Some(match found {
                // An index outside the array is a fault: it does not matter what is read there.
                None => cell,
                Some(other) => {
                    let here = self.is_at(indices, &place);
                    self.terms.ite(here, cell, other)
                }
            });
        }
        found.expect("small arrays have cells")
    }

    /// Whether indices are those of a place, as far as they go.
    fn is_at(&mut self, indices: &[ExprId], place: &[u64]) -> TermId {
        let mut all = Vec::new();
        for (&index, &at) in indices.iter().zip(place) {
            let (index, at) = (self.index(index), self.terms.bits(INDEX_BITS, at as i128));
            all.push(self.terms.eq(index, at));
        }
        self.terms.and(&all)
    }

    /// The cells of a version of a small array.
    fn make_cells(&mut self, version: ArrayVersionId, extents: &[u64]) -> Box<[TermId]> {
        let ssa = self.ssa;
        let ArrayVersion { of, meaning } = &ssa.arrays[version.index()];
        let places = places(extents);
        let mut cells = Vec::with_capacity(places.len());
        for (at, place) in places.iter().enumerate() {
            cells.push(match meaning {
                Contents::Input => {
                    let array = self.program.array(*of);
                    let name = format!("{}!{}!{at}", array.name, version.0);
                    self.terms.constant(&name, SortId::bit_vec(array.elem.bits() as u32))
                }
                Contents::Constant(value) => self.of(*value),
                Contents::Store { from, indices, value } => {
                    let (here, value) = (self.is_at(indices, place), self.of(*value));
                    self.terms.ite(here, value, self.cells[from][at])
                }
                Contents::Chosen { from, prefix, fresh } => {
                    let here = self.is_at(prefix, place);
                    self.terms.ite(here, self.cells[fresh][at], self.cells[from][at])
                }
                Contents::Join { condition, then, otherwise } => {
                    let condition = self.of(*condition);
                    self.terms.ite(condition, self.cells[then][at], self.cells[otherwise][at])
                }
            });
        }
        cells.into()
    }

    /// Without recursion: definitions may be as long as the unwound program.
    fn part(&mut self, root: Part) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((part, ready)) = stack.pop() {
            if self.known.contains_key(&part) {
                continue;
            }
            if ready {
                let term = match part {
                    Part::Expr(expr) => self.make_expr(expr),
                    Part::Array(version) => match self.extents(version) {
                        Some(extents) => {
                            let cells = self.make_cells(version, &extents);
                            let first = cells[0];
                            self.cells.insert(version, cells);
                            first
                        }
                        None => self.make_array(version),
                    },
                };
                self.known.insert(part, term);
            } else {
                stack.push((part, true));
                self.needs(part, &mut |needed| stack.push((needed, false)));
            }
        }
        self.known[&root]
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
                    if let Node::Read(array, _) = node {
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

    fn make_expr(&mut self, id: ExprId) -> TermId {
        let ssa = self.ssa;
        let ty = |expr: ExprId| ssa.exprs.int_ty(expr);
        match ssa.exprs.node(id) {
            Node::Bool(value) => self.terms.bool(*value),
            Node::Int(_) => {
                let value = ssa.exprs.as_const(id).expect("a constant has a value");
                self.number(ty(id), value)
            }
            Node::Var(var) => match ssa.vars[var.index()].meaning {
                Meaning::Value(value) => self.of(value),
                Meaning::Input => self.input(*var),
            },
            Node::Read(array, indices) => match self.extents(*array) {
                Some(_) => self.cell(*array, indices, &[]),
                None => {
                    let array = self.known[&Part::Array(*array)];
                    self.select(array, indices)
                }
            },
            Node::Unary(UnOp::Neg, a) => self.terms.bv_neg(self.of(*a)),
            Node::Unary(UnOp::BitNot, a) => self.terms.bv_not(self.of(*a)),
            Node::Binary(op, a, b) => self.binary(*op, *a, *b),
            Node::Compare(op, a, b) => self.compare(*op, ty(*a), self.of(*a), self.of(*b)),
            Node::Cast(a) => self.resized(ty(*a), self.of(*a), ty(id).bits() as u32),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.of(*c), self.of(*a), self.of(*b));
                self.terms.ite(c, a, b)
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
        }
    }

    fn number(&mut self, ty: IntTy, value: i128) -> TermId {
        let bits = IntTy::unsigned(ty.bits()).wrap(value);
        self.terms.bits(ty.bits() as u32, bits)
    }

    /// The symbol of an input.
    fn input(&mut self, var: VarId) -> TermId {
        let version = &self.ssa.vars[var.index()];
        let name = format!("{}!{}", self.program.var(version.of).name, var.0);
        self.terms.constant(&name, SortId::bit_vec(version.ty.bits() as u32))
    }

    fn binary(&mut self, op: BinOp, left: ExprId, right: ExprId) -> TermId {
        let ty = self.ssa.exprs.int_ty(left);
        let (a, b) = (self.of(left), self.of(right));
        let terms = &mut self.terms;
        match (op, ty.is_signed()) {
            (BinOp::Add, _) => terms.bv_add(&[a, b]),
            (BinOp::Sub, _) => terms.bv_sub(a, b),
            (BinOp::Mul, _) => terms.bv_mul(&[a, b]),
            (BinOp::Div, true) => terms.bv_sdiv(a, b),
            (BinOp::Div, false) => terms.bv_udiv(a, b),
            (BinOp::Rem, true) => terms.bv_srem(a, b),
            (BinOp::Rem, false) => terms.bv_urem(a, b),
            (BinOp::BitAnd, _) => terms.bv_and(&[a, b]),
            (BinOp::BitOr, _) => terms.bv_or(&[a, b]),
            (BinOp::BitXor, _) => terms.bv_xor(&[a, b]),
            (BinOp::Shl | BinOp::Shr, signed) => {
                // Amounts that do not fit are faults, so that it does not matter what they become.
                let amount = self.resized(self.ssa.exprs.int_ty(right), b, ty.bits() as u32);
                match (op, signed) {
                    (BinOp::Shl, _) => self.terms.bv_shl(a, amount),
                    (_, true) => self.terms.bv_ashr(a, amount),
                    (_, false) => self.terms.bv_lshr(a, amount),
                }
            }
        }
    }

    fn compare(&mut self, op: CmpOp, ty: IntTy, a: TermId, b: TermId) -> TermId {
        match (op, ty.is_signed()) {
            (CmpOp::Eq, _) => self.terms.eq(a, b),
            (CmpOp::Ne, _) => self.terms.ne(a, b),
            (CmpOp::Lt, true) => self.terms.bv_slt(a, b),
            (CmpOp::Lt, false) => self.terms.bv_ult(a, b),
            (CmpOp::Le, true) => self.terms.bv_sle(a, b),
            (CmpOp::Le, false) => self.terms.bv_ule(a, b),
        }
    }

    /// A number of a type with more or fewer bits.
    fn resized(&mut self, from: IntTy, term: TermId, bits: u32) -> TermId {
        let had = from.bits() as u32;
        if bits <= had {
            return if bits == had { term } else { self.terms.extract(bits - 1, 0, term) };
        }
        if from.is_signed() {
            self.terms.sign_extend(bits - had, term)
        } else {
            self.terms.zero_extend(bits - had, term)
        }
    }

    fn index(&mut self, index: ExprId) -> TermId {
        self.resized(self.ssa.exprs.int_ty(index), self.of(index), INDEX_BITS)
    }

    /// The sort of an array without its first dimensions.
    fn sort(&mut self, array: ArrayId, without: usize) -> SortId {
        let array = self.program.array(array);
        let mut sort = SortId::bit_vec(array.elem.bits() as u32);
        for _ in without..array.dims.len() {
            sort = self.terms.array_sort(SortId::bit_vec(INDEX_BITS), sort);
        }
        sort
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
                let name = format!("{}!{}", self.program.array(*of).name, version.0);
                let sort = self.sort(*of, 0);
                self.terms.constant(&name, sort)
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
