//! Terms as Z3's terms.
//!
//! Invariant: each term is translated once in the life of a solver, without recursion. A symbol is named by its number,
//! so no name needs quoting and none can meet a name that Z3 makes up.

use std::time::Duration;

use z3::ast::{self, Array, Ast, BV, Bool, Dynamic, Int, Real};
use z3::{FuncDecl, Symbol};

use crate::op::Op;
use crate::pool::{FastMap, SymbolId, TermId, Terms};
use crate::sort::{Sort, SortId};

/// What a translation takes, about, where time is counted.
const TRANSLATION: Duration = Duration::from_nanos(1_500);

/// A term of Z3, with its sort known to the compiler.
#[derive(Clone)]
pub(super) enum Translated {
    Bool(Bool),
    Int(Int),
    Real(Real),
    BitVec(BV),
    Array(Array),
}

const SORTS: &str = "terms are well sorted";

impl Translated {
    pub fn as_ast(&self) -> &dyn Ast {
        match self {
            Translated::Bool(term) => term,
            Translated::Int(term) => term,
            Translated::Real(term) => term,
            Translated::BitVec(term) => term,
            Translated::Array(term) => term,
        }
    }

    pub fn bool(&self) -> &Bool {
        if let Translated::Bool(term) = self { term } else { unreachable!("{SORTS}") }
    }

    fn int(&self) -> &Int {
        if let Translated::Int(term) = self { term } else { unreachable!("{SORTS}") }
    }

    fn real(&self) -> &Real {
        if let Translated::Real(term) = self { term } else { unreachable!("{SORTS}") }
    }

    fn bits(&self) -> &BV {
        if let Translated::BitVec(term) = self { term } else { unreachable!("{SORTS}") }
    }

    fn array(&self) -> &Array {
        if let Translated::Array(term) = self { term } else { unreachable!("{SORTS}") }
    }

    fn from_dynamic(term: &Dynamic, sort: Sort) -> Translated {
        match sort {
            Sort::Bool => Translated::Bool(term.as_bool().expect(SORTS)),
            Sort::Int => Translated::Int(term.as_int().expect(SORTS)),
            Sort::Real => Translated::Real(term.as_real().expect(SORTS)),
            Sort::BitVec(_) => Translated::BitVec(term.as_bv().expect(SORTS)),
            Sort::Array { .. } => Translated::Array(term.as_array().expect(SORTS)),
        }
    }
}

#[derive(Default)]
pub(super) struct Translator {
    done: FastMap<TermId, Translated>,
    sorts: FastMap<SortId, z3::Sort>,
    /// In the order of first use.
    symbols: Vec<(SymbolId, FuncDecl)>,
    places: FastMap<SymbolId, usize>,
}

impl Translator {
    /// How many terms were translated so far.
    pub fn count(&self) -> usize {
        self.done.len()
    }

    /// The symbols of all translated terms with their declarations, in the order of first use.
    pub fn symbols(&self) -> &[(SymbolId, FuncDecl)] {
        &self.symbols
    }

    /// A symbol without arguments.
    pub fn constant(&mut self, terms: &Terms, symbol: SymbolId) -> Dynamic {
        let place = self.declare(terms, symbol);
        self.symbols[place].1.apply(&[])
    }

    pub fn translate(&mut self, terms: &Terms, root: TermId) -> &Translated {
        // A term and how many of its children were looked at.
        let mut open: Vec<(TermId, usize)> = vec![(root, 0)];
        while let Some((term, next)) = open.last_mut() {
            let term = *term;
            if self.done.contains_key(&term) {
                open.pop();
                continue;
            }
            match terms.children(term).get(*next) {
                Some(&child) => {
                    *next += 1;
                    open.push((child, 0));
                }
                None => {
                    let translated = self.node(terms, term);
                    heureka_clock::worked(TRANSLATION);
                    self.done.insert(term, translated);
                    open.pop();
                }
            }
        }
        &self.done[&root]
    }

    /// The node, whose children are translated.
    fn node(&mut self, terms: &Terms, term: TermId) -> Translated {
        let children = terms.children(term);
        let op = terms.op(term);
        match op {
            Op::Symbol(symbol) => {
                let place = self.declare(terms, symbol);
                let arguments: Vec<&dyn Ast> = children.iter().map(|child| self.done[child].as_ast()).collect();
                let applied = self.symbols[place].1.apply(&arguments);
                return Translated::from_dynamic(&applied, terms.sort_of(terms.sort(term)));
            }
            Op::ConstArray(sort) => {
                let Sort::Array { index, .. } = terms.sort_of(sort) else { unreachable!("{SORTS}") };
                let index = self.sort(terms, index);
                let value = Dynamic::from_ast(self.done[&children[0]].as_ast());
                return Translated::Array(Array::const_array(&index, &value));
            }
            _ => {}
        }
        let children: Vec<&Translated> = children.iter().map(|child| &self.done[child]).collect();
        match op {
            Op::Forall | Op::Exists => {
                let (body, bound) = children.split_last().expect("a quantifier has a body");
                let bound: Vec<&dyn Ast> = bound.iter().map(|variable| variable.as_ast()).collect();
                Translated::Bool(match op {
                    Op::Forall => ast::forall_const(&bound, &[], body.bool()),
                    _ => ast::exists_const(&bound, &[], body.bool()),
                })
            }
            Op::BitVec(_) => Translated::BitVec(bit_vector(terms, term)),
            _ => operator(terms, term, &children),
        }
    }

    fn declare(&mut self, terms: &Terms, symbol: SymbolId) -> usize {
        if let Some(&place) = self.places.get(&symbol) {
            return place;
        }
        let declared = terms.symbol(symbol);
        let arguments: Vec<z3::Sort> = declared.arguments.iter().map(|&sort| self.sort(terms, sort)).collect();
        let arguments: Vec<&z3::Sort> = arguments.iter().collect();
        let result = self.sort(terms, declared.result);
        let place = self.symbols.len();
        self.symbols.push((symbol, FuncDecl::new(Symbol::Int(symbol.index() as u32), &arguments, &result)));
        self.places.insert(symbol, place);
        place
    }

    fn sort(&mut self, terms: &Terms, root: SortId) -> z3::Sort {
        let mut open = vec![root];
        while let Some(&sort) = open.last() {
            if self.sorts.contains_key(&sort) {
                open.pop();
                continue;
            }
            let made = match terms.sort_of(sort) {
                Sort::Bool => z3::Sort::bool(),
                Sort::Int => z3::Sort::int(),
                Sort::Real => z3::Sort::real(),
                Sort::BitVec(width) => z3::Sort::bitvector(width),
                Sort::Array { index, element } => match (self.sorts.get(&index), self.sorts.get(&element)) {
                    (Some(index), Some(element)) => z3::Sort::array(index, element),
                    _ => {
                        open.extend([index, element]);
                        continue;
                    }
                },
            };
            self.sorts.insert(sort, made);
        }
        self.sorts[&root].clone()
    }
}

fn bit_vector(terms: &Terms, term: TermId) -> BV {
    let bits = terms.as_bits(term).expect("asked for constants only");
    match bits.unsigned().to_i64() {
        Some(small) => BV::from_i64(small, bits.width()),
        None => BV::from_str(bits.width(), &bits.unsigned().to_string()).expect("digits are a numeral"),
    }
}

fn integer(value: &heureka_number::Int) -> Int {
    match value.to_i64() {
        Some(small) => Int::from_i64(small),
        None => value.to_string().parse().expect("digits are a numeral"),
    }
}

/// The operators without symbols and binders.
fn operator(terms: &Terms, term: TermId, children: &[&Translated]) -> Translated {
    let op = terms.op(term);
    let boolean = |place: usize| children[place].bool();
    let int = |place: usize| children[place].int();
    let real = |place: usize| children[place].real();
    let bools = || -> Vec<&Bool> { children.iter().map(|child| child.bool()).collect() };
    use Translated as T;
    match op {
        Op::True => T::Bool(Bool::from_bool(true)),
        Op::False => T::Bool(Bool::from_bool(false)),
        Op::Int(id) => T::Int(integer(terms.int_at(id))),
        Op::Real(id) => {
            let value = terms.rational_at(id);
            let (numerator, denominator) = (value.numerator().to_string(), value.denominator().to_string());
            T::Real(Real::from_rational_str(&numerator, &denominator).expect("digits are a numeral"))
        }
        Op::Not => T::Bool(boolean(0).not()),
        Op::And => T::Bool(Bool::and(&bools())),
        Op::Or => T::Bool(Bool::or(&bools())),
        Op::Xor => T::Bool(boolean(0).xor(boolean(1))),
        Op::Implies => T::Bool(boolean(0).implies(boolean(1))),
        Op::Eq => T::Bool(equal(children[0], children[1])),
        Op::Distinct => T::Bool(Dynamic::distinct(
            &children.iter().map(|child| Dynamic::from_ast(child.as_ast())).collect::<Vec<_>>(),
        )),
        Op::Ite => choose(boolean(0), children[1], children[2]),
        Op::Add | Op::Sub | Op::Mul | Op::Neg | Op::Le | Op::Lt => arithmetic(op, children),
        Op::Div => T::Real(real(0).div(real(1))),
        Op::IntDiv => T::Int(int(0).div(int(1))),
        Op::Mod => T::Int(int(0).modulo(int(1))),
        Op::ToReal => T::Real(int(0).to_real()),
        Op::ToInt => T::Int(real(0).to_int()),
        Op::IsInt => T::Bool(real(0).is_int()),
        Op::BvToNat => T::Int(Int::from_bv(children[0].bits(), false)),
        Op::IntToBv(width) => T::BitVec(BV::from_int(int(0), width)),
        Op::Select => {
            let element = children[0].array().select(&Dynamic::from_ast(children[1].as_ast()));
            Translated::from_dynamic(&element, terms.sort_of(terms.sort(term)))
        }
        Op::Store => {
            let (index, value) = (Dynamic::from_ast(children[1].as_ast()), Dynamic::from_ast(children[2].as_ast()));
            T::Array(children[0].array().store(&index, &value))
        }
        _ => vector(op, &children.iter().map(|child| child.bits()).collect::<Vec<_>>()),
    }
}

fn equal(a: &Translated, b: &Translated) -> Bool {
    match (a, b) {
        (Translated::Bool(a), Translated::Bool(b)) => a.eq(b),
        (Translated::Int(a), Translated::Int(b)) => a.eq(b),
        (Translated::Real(a), Translated::Real(b)) => a.eq(b),
        (Translated::BitVec(a), Translated::BitVec(b)) => a.eq(b),
        (Translated::Array(a), Translated::Array(b)) => a.eq(b),
        _ => unreachable!("{SORTS}"),
    }
}

fn choose(condition: &Bool, yes: &Translated, no: &Translated) -> Translated {
    match (yes, no) {
        (Translated::Bool(yes), Translated::Bool(no)) => Translated::Bool(condition.ite(yes, no)),
        (Translated::Int(yes), Translated::Int(no)) => Translated::Int(condition.ite(yes, no)),
        (Translated::Real(yes), Translated::Real(no)) => Translated::Real(condition.ite(yes, no)),
        (Translated::BitVec(yes), Translated::BitVec(no)) => Translated::BitVec(condition.ite(yes, no)),
        (Translated::Array(yes), Translated::Array(no)) => Translated::Array(condition.ite(yes, no)),
        _ => unreachable!("{SORTS}"),
    }
}

fn arithmetic(op: Op, children: &[&Translated]) -> Translated {
    use Translated as T;
    if let T::Int(first) = children[0] {
        let all = || -> Vec<&Int> { children.iter().map(|child| child.int()).collect() };
        return match op {
            Op::Add => T::Int(Int::add(&all())),
            Op::Sub => T::Int(Int::sub(&all())),
            Op::Mul => T::Int(Int::mul(&all())),
            Op::Neg => T::Int(first.unary_minus()),
            Op::Le => T::Bool(first.le(children[1].int())),
            _ => T::Bool(first.lt(children[1].int())),
        };
    }
    let first = children[0].real();
    let all = || -> Vec<&Real> { children.iter().map(|child| child.real()).collect() };
    match op {
        Op::Add => T::Real(Real::add(&all())),
        Op::Sub => T::Real(Real::sub(&all())),
        Op::Mul => T::Real(Real::mul(&all())),
        Op::Neg => T::Real(first.unary_minus()),
        Op::Le => T::Bool(first.le(children[1].real())),
        _ => T::Bool(first.lt(children[1].real())),
    }
}

fn vector(op: Op, operands: &[&BV]) -> Translated {
    let first = operands[0];
    let all = |combine: fn(&BV, &BV) -> BV| operands[1..].iter().fold(first.clone(), |sum, next| combine(&sum, next));
    Translated::BitVec(match op {
        Op::BvUlt => return Translated::Bool(first.bvult(operands[1])),
        Op::BvUle => return Translated::Bool(first.bvule(operands[1])),
        Op::BvSlt => return Translated::Bool(first.bvslt(operands[1])),
        Op::BvSle => return Translated::Bool(first.bvsle(operands[1])),
        Op::BvAdd => all(|a, b| a.bvadd(b)),
        Op::BvMul => all(|a, b| a.bvmul(b)),
        Op::BvAnd => all(|a, b| a.bvand(b)),
        Op::BvOr => all(|a, b| a.bvor(b)),
        Op::BvXor => all(|a, b| a.bvxor(b)),
        Op::Concat => all(|a, b| a.concat(b)),
        Op::BvSub => first.bvsub(operands[1]),
        Op::BvNeg => first.bvneg(),
        Op::BvNot => first.bvnot(),
        Op::BvUdiv => first.bvudiv(operands[1]),
        Op::BvUrem => first.bvurem(operands[1]),
        Op::BvSdiv => first.bvsdiv(operands[1]),
        Op::BvSrem => first.bvsrem(operands[1]),
        Op::BvShl => first.bvshl(operands[1]),
        Op::BvLshr => first.bvlshr(operands[1]),
        Op::BvAshr => first.bvashr(operands[1]),
        Op::Extract { high, low } => first.extract(u32::from(high), u32::from(low)),
        Op::ZeroExtend(more) => first.zero_ext(more),
        Op::SignExtend(more) => first.sign_ext(more),
        _ => unreachable!("`{}` is handled before", op.name()),
    })
}
