//! Expressions as terms over unbounded integers, in a state.
//!
//! A term says what interpolation understands: linear arithmetic, division by numbers, arrays. Everything else (products,
//! bit operations on two variables) is an uninterpreted function, which allows more than there is; what it really is stands
//! among the *sides*, with the limits of types and the faults that end an execution. So formulas without their sides
//! over-approximate, and with them they are exact.

use std::collections::{HashMap, HashSet};

use heureka_ir::{Array, ArrayId, BinOp, Dim, ExprId, IntTy, Interval, Node, Program, Ty, UnOp, VarId, interval};
use heureka_logic::{Simplifier, SortId, SymbolId, TermId, Terms};

use super::sets;
use crate::common::integers;
use crate::common::operand::Operand;

/// A number and what is known of it, or a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    pub term: TermId,
    pub range: Interval,
}

/// What the variables and arrays are, on some paths.
#[derive(Clone, Debug)]
pub struct State {
    /// The condition of the paths.
    pub path: TermId,
    /// By variable; `None` if it has no value yet.
    pub vars: Vec<Option<Value>>,
    pub arrays: Vec<TermId>,
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Var(VarId),
    Array(ArrayId),
}

pub struct Encoder {
    pub terms: Terms,
    simplifier: Simplifier,
    functions: HashMap<(BinOp, IntTy), SymbolId>,
    /// The symbols of the variables at a cut point, by variable.
    pub vars: Vec<TermId>,
    pub arrays: Vec<TermId>,
    meanings: HashMap<SymbolId, Meaning>,
    /// The symbols of arrays that are sets.
    sets: HashSet<SymbolId>,
}

impl Encoder {
    pub fn new(program: &Program) -> Encoder {
        let mut terms = Terms::new();
        let vars = program.var_ids().map(|var| {
            let name = &program.var(var).name;
            let name = if terms.find_symbol(name).is_none() { name.clone() } else { format!("{name}#{}", var.index()) };
            terms.constant(&name, SortId::INT)
        });
        let vars: Vec<TermId> = vars.collect();
        let arrays = program.array_ids().map(|id| {
            let array = program.array(id);
            let sort = sort(&mut terms, array);
            let name = &array.name;
            let name = if terms.find_symbol(name).is_none() { name.clone() } else { format!("{name}#a{}", id.index()) };
            terms.constant(&name, sort)
        });
        let arrays: Vec<TermId> = arrays.collect();
        let symbol = |term: &TermId| terms.as_constant(*term).expect("it is a symbol");
        let mut meanings: HashMap<SymbolId, Meaning> =
            vars.iter().zip(program.var_ids()).map(|(term, var)| (symbol(term), Meaning::Var(var))).collect();
        meanings.extend(arrays.iter().zip(program.array_ids()).map(|(term, id)| (symbol(term), Meaning::Array(id))));
        let sets = arrays.iter().zip(&program.arrays).filter(|(_, array)| array.is_set());
        let sets = sets.map(|(term, _)| symbol(term)).collect();
        Encoder { terms, simplifier: Simplifier::new(), functions: HashMap::new(), vars, arrays, meanings, sets }
    }

    pub fn simple(&mut self, term: TermId) -> TermId {
        self.simplifier.simplify(&mut self.terms, term)
    }

    /// The pool, and its simplifier.
    pub fn parts(&mut self) -> (&mut Terms, &mut Simplifier) {
        (&mut self.terms, &mut self.simplifier)
    }

    /// A symbol without arguments as a term.
    pub fn symbol_term(&mut self, symbol: SymbolId) -> TermId {
        let declared = self.terms.symbol(symbol);
        let (name, sort) = (declared.name.clone(), declared.result);
        self.terms.constant(&name, sort)
    }

    pub fn number(&mut self, value: i128) -> Value {
        Value { term: self.terms.int(value), range: Interval::point(value) }
    }

    /// A new symbol for something arbitrary.
    pub fn input(&mut self, name: &str, ty: IntTy) -> Value {
        Value { term: self.terms.fresh(name, SortId::INT), range: Interval::of_type(ty) }
    }

    /// A new array with arbitrary contents.
    pub fn contents(&mut self, array: &Array) -> TermId {
        let sort = sort(&mut self.terms, array);
        self.terms.fresh(&array.name, sort)
    }

    /// The array with one number in all cells.
    pub fn everywhere(&mut self, array: &Array, value: TermId) -> TermId {
        let inner = match is_flat(array) {
            true => value,
            false => array.dims.iter().skip(1).fold(value, |value, _| {
                let sort = self.terms.array_sort(SortId::INT, self.terms.sort(value));
                self.terms.const_array(sort, value)
            }),
        };
        let sort = sort(&mut self.terms, array);
        self.terms.const_array(sort, inner)
    }

    pub fn read(&mut self, array: &Array, contents: TermId, indices: &[TermId]) -> TermId {
        let indices = self.flat(array, indices);
        let term = indices.iter().fold(contents, |row, index| self.terms.select(row, *index));
        self.simple(term)
    }

    pub fn write(&mut self, array: &Array, contents: TermId, indices: &[TermId], value: TermId) -> TermId {
        let indices = self.flat(array, indices);
        let term = self.put(contents, &indices, value);
        self.simple(term)
    }

    fn put(&mut self, contents: TermId, indices: &[TermId], value: TermId) -> TermId {
        let Some((first, rest)) = indices.split_first() else { return value };
        let inner = match rest.is_empty() {
            true => value,
            false => {
                let row = self.terms.select(contents, *first);
                self.put(row, rest, value)
            }
        };
        self.terms.store(contents, *first, inner)
    }

    /// One index for all dimensions, where their extents are known.
    fn flat(&mut self, array: &Array, indices: &[TermId]) -> Vec<TermId> {
        if !is_flat(array) || indices.is_empty() {
            return indices.to_vec();
        }
        let mut flat = indices[0];
        for (index, dim) in indices.iter().zip(&array.dims).skip(1) {
            let Dim::Const(extent) = dim else { unreachable!("only the first extent may be unknown") };
            let extent = self.terms.int(i128::from(*extent));
            let rows = self.terms.mul(&[extent, flat]);
            flat = self.terms.add(&[rows, *index]);
        }
        vec![self.simple(flat)]
    }

    /// The value of an expression; what else holds of it goes to `sides`, but not for operands that are evaluated only
    /// sometimes.
    pub fn expr(&mut self, program: &Program, state: &State, expr: ExprId, sides: &mut Vec<TermId>) -> Value {
        let exprs = &program.exprs;
        let mut known: HashMap<ExprId, Value> = HashMap::new();
        let mut stack = vec![(expr, false, true)];
        while let Some((id, ready, is_certain)) = stack.pop() {
            if known.contains_key(&id) {
                continue;
            }
            if ready {
                let mut dropped = Vec::new();
                let sides = if is_certain { &mut *sides } else { &mut dropped };
                let value = self.node(program, state, id, &known, sides);
                known.insert(id, value);
                continue;
            }
            stack.push((id, true, is_certain));
            match exprs.node(id) {
                Node::And(a, b) | Node::Or(a, b) => stack.extend([(*b, false, false), (*a, false, is_certain)]),
                Node::Ite(a, b, c) => {
                    stack.extend([(*b, false, false), (*c, false, false), (*a, false, is_certain)]);
                }
                _ => stack.extend(exprs.operands(id).map(|operand| (operand, false, is_certain))),
            }
        }
        known[&expr]
    }

    fn node(
        &mut self,
        program: &Program,
        state: &State,
        id: ExprId,
        known: &HashMap<ExprId, Value>,
        sides: &mut Vec<TermId>,
    ) -> Value {
        let exprs = &program.exprs;
        let of = |operand: &ExprId| {
            let value = known[operand];
            let ty = match exprs.ty(*operand) {
                Ty::Int(ty) => ty,
                Ty::Bool => IntTy::INT,
            };
            Operand { term: value.term, ty, range: value.range }
        };
        let condition = |term: TermId| Value { term, range: Interval::new(0, 1) };
        match exprs.node(id) {
            Node::Bool(value) => condition(self.terms.bool(*value)),
            Node::Int(_) => self.number(exprs.as_const(id).expect("a constant has a value")),
            Node::Var(var) => match state.vars[var.index()] {
                Some(value) => value,
                // Nothing reads it; any number will do.
                None => self.input("unset", exprs.int_ty(id)),
            },
            Node::Read(array, indices) => {
                let declared = program.array(*array);
                self.bounds(declared, &indices.iter().map(of).collect::<Vec<_>>(), sides);
                let indices: Vec<TermId> = indices.iter().map(|index| of(index).term).collect();
                if declared.is_set() {
                    let contains = sets::contains(self, state.arrays[array.index()], indices[0]);
                    let (one, zero) = (self.number(1), self.number(0));
                    return self.choose(contains, one, zero);
                }
                let term = self.read(declared, state.arrays[array.index()], &indices);
                let range = Interval::of_type(declared.elem);
                self.ranged(term, range, sides)
            }
            Node::Unary(op, a) => {
                let operand = of(a);
                let term = integers::unary(&mut self.terms, *op, operand);
                let term = self.simple(term);
                let (range, _) = interval::unary(*op, operand.ty, operand.range);
                let value = Value { term, range: range.unwrap_or(Interval::of_type(operand.ty)) };
                if *op == UnOp::Neg && operand.ty.is_signed() && operand.range.min == operand.ty.min() {
                    self.limit(term, Interval::of_type(operand.ty), sides);
                }
                value
            }
            Node::Binary(op, a, b) => self.binary(*op, of(a), of(b), sides),
            Node::Compare(op, a, b) => {
                let (a, b) = (of(a), of(b));
                let term = match interval::compare(*op, a.range, b.range).as_point() {
                    Some(value) => self.terms.bool(value == 1),
                    None => integers::compare(&mut self.terms, *op, a, b),
                };
                condition(self.simple(term))
            }
            Node::Cast(a) => {
                let (operand, to) = (of(a), exprs.int_ty(id));
                let term = integers::cast(&mut self.terms, to, operand);
                Value { term: self.simple(term), range: interval::cast(to, operand.range) }
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (known[c], known[a], known[b]);
                self.choose(c.term, a, b)
            }
            Node::Not(a) => {
                let term = self.terms.not(known[a].term);
                condition(self.simple(term))
            }
            Node::And(a, b) => {
                let term = self.terms.and(&[known[a].term, known[b].term]);
                condition(self.simple(term))
            }
            Node::Or(a, b) => {
                let term = self.terms.or(&[known[a].term, known[b].term]);
                condition(self.simple(term))
            }
            Node::NotEmpty(set) => {
                let constitution = state.arrays[set.index()];
                condition(sets::not_empty(self, constitution))
            }
        }
    }

    fn binary(&mut self, op: BinOp, a: Operand, b: Operand, sides: &mut Vec<TermId>) -> Value {
        let ty = a.ty;
        let (range, faults) = interval::binary(op, ty, a.range, b.range);
        let range = range.unwrap_or(Interval::of_type(ty));
        if let Some(value) = range.as_point().filter(|_| faults.is_empty()) {
            return self.number(value);
        }
        let exact = integers::binary(&mut self.terms, op, a, b);
        let exact = self.simple(exact);
        let is_known = |operand: Operand| operand.range.as_point().is_some();
        let is_linear = match op {
            BinOp::Add | BinOp::Sub => true,
            BinOp::Mul | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => is_known(a) || is_known(b),
            BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr => is_known(b),
        };
        let term = match is_linear {
            true => exact,
            false => {
                let function = self.function(op, ty);
                let term = self.terms.call(function, &[a.term, b.term]);
                let is_exact = self.terms.eq(term, exact);
                sides.push(is_exact);
                self.limit(term, range, sides);
                term
            }
        };
        if !faults.is_empty() && ty.is_signed() && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) {
            self.limit(term, Interval::of_type(ty), sides);
        }
        if matches!(op, BinOp::Div | BinOp::Rem) && b.range.contains(0) {
            let zero = self.terms.int(0);
            let holds = self.terms.ne(b.term, zero);
            sides.push(holds);
        }
        if op.is_shift() {
            self.limit(b.term, Interval::new(0, i128::from(ty.bits()) - 1), sides);
        }
        Value { term, range }
    }

    fn function(&mut self, op: BinOp, ty: IntTy) -> SymbolId {
        let terms = &mut self.terms;
        *self.functions.entry((op, ty)).or_insert_with(|| {
            let name = format!("{}.{ty}", op.symbol());
            terms.declare(&name, &[SortId::INT, SortId::INT], SortId::INT).expect("no variable has such a name")
        })
    }

    /// The indices are within extents that are numbers.
    fn bounds(&mut self, array: &Array, indices: &[Operand], sides: &mut Vec<TermId>) {
        for (index, dim) in indices.iter().zip(&array.dims) {
            let Dim::Const(extent) = *dim else { continue };
            let all = Interval::new(0, i128::from(extent).max(1) - 1);
            if !all.includes(index.range) {
                self.limit(index.term, all, sides);
            }
        }
    }

    /// The term is between the limits.
    pub fn limit(&mut self, term: TermId, range: Interval, sides: &mut Vec<TermId>) {
        let within = integers::within(&mut self.terms, term, range);
        let within = self.simple(within);
        if self.terms.as_bool(within) != Some(true) {
            sides.push(within);
        }
    }

    fn ranged(&mut self, term: TermId, range: Interval, sides: &mut Vec<TermId>) -> Value {
        if let Some(value) = self.terms.as_int(term).and_then(|value| value.to_i128()) {
            return self.number(value);
        }
        self.limit(term, range, sides);
        Value { term, range }
    }

    pub fn choose(&mut self, condition: TermId, yes: Value, no: Value) -> Value {
        match self.terms.as_bool(condition) {
            Some(true) => yes,
            Some(false) => no,
            None if yes.term == no.term => Value { term: yes.term, range: yes.range.join(no.range) },
            None => {
                let term = self.terms.ite(condition, yes.term, no.term);
                Value { term: self.simple(term), range: yes.range.join(no.range) }
            }
        }
    }

    /// What a symbol stands for at a cut point; `None` for other symbols.
    pub fn meaning_of(&self, symbol: SymbolId) -> Option<Meaning> {
        self.meanings.get(&symbol).copied()
    }

    /// Whether a term is the symbol of a set at a cut point.
    pub fn is_set(&self, term: TermId) -> bool {
        self.terms.as_constant(term).is_some_and(|symbol| self.sets.contains(&symbol))
    }

    /// The operation that a symbol with arguments stands for.
    pub fn operation_of(&self, symbol: SymbolId) -> Option<(BinOp, IntTy)> {
        self.functions.iter().find(|(_, known)| **known == symbol).map(|(operation, _)| *operation)
    }

    /// What the variable or array of a symbol is in a state.
    pub fn value_of(&self, symbol: SymbolId, state: &State) -> Option<TermId> {
        match self.meaning_of(symbol)? {
            Meaning::Var(var) => state.vars[var.index()].map(|value| value.term),
            Meaning::Array(array) => Some(state.arrays[array.index()]),
        }
    }
}

/// Whether all dimensions become one: their extents are numbers, but for the first.
pub fn is_flat(array: &Array) -> bool {
    array.dims.iter().skip(1).all(|dim| matches!(dim, Dim::Const(_)))
}

fn sort(terms: &mut Terms, array: &Array) -> SortId {
    let mut sort = SortId::INT;
    for _ in 0..if is_flat(array) { array.dims.len().min(1) } else { array.dims.len() } {
        sort = terms.array_sort(SortId::INT, sort);
    }
    sort
}
