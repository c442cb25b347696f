//! Which sorts an operator accepts, and which it gives.

use std::fmt;

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::sort::{MAX_WIDTH, Sort, SortId};

/// Why an operator cannot be applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortError {
    /// The operator, what it wants and how many operands it got.
    Arity { operator: String, wanted: &'static str, found: usize },
    /// The operand at this place (from 1) has the wrong sort.
    Operand { operator: String, place: usize, wanted: String, found: String },
    /// Indices that do not fit the operand, such as an extraction beyond its bits.
    Index { operator: String, problem: String },
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SortError::Arity { operator, wanted, found } => {
                write!(f, "`{operator}` takes {wanted}, not {found}")
            }
            SortError::Operand { operator, place, wanted, found } => {
                write!(f, "operand {place} of `{operator}` must be {wanted}, not {found}")
            }
            SortError::Index { operator, problem } => write!(f, "`{operator}`: {problem}"),
        }
    }
}

impl std::error::Error for SortError {}

/// The sort of the operator applied to the children.
pub fn result_sort(terms: &Terms, op: Op, children: &[TermId]) -> Result<SortId, SortError> {
    let call = Call { terms, op, children };
    use Op::*;
    match op {
        True | False => call.none(SortId::BOOL),
        Int(_) => call.none(SortId::INT),
        Real(_) => call.none(SortId::REAL),
        BitVec(id) => call.none(SortId::bit_vec(terms.bits_at(id).width())),
        Symbol(symbol) => {
            let symbol = terms.symbol(symbol);
            call.count(symbol.arguments.len(), "as many operands as it is declared with")?;
            for (place, &sort) in symbol.arguments.iter().enumerate() {
                call.operand(place, sort)?;
            }
            Ok(symbol.result)
        }
        Not => call.fixed(1, "one operand", SortId::BOOL, SortId::BOOL),
        And | Or => call.all(SortId::BOOL).map(|()| SortId::BOOL),
        Xor | Implies => call.fixed(2, "two operands", SortId::BOOL, SortId::BOOL),
        Eq => call.count(2, "two operands").and_then(|()| call.same(0)).map(|_| SortId::BOOL),
        Distinct => call.at_least(1).and_then(|()| call.same(0)).map(|_| SortId::BOOL),
        Ite => {
            call.count(3, "three operands")?;
            call.operand(0, SortId::BOOL)?;
            call.same(1)
        }
        Add | Mul => call.at_least(1).and_then(|()| call.numeric()),
        Sub => call.count(2, "two operands").and_then(|()| call.numeric()),
        Neg => call.count(1, "one operand").and_then(|()| call.numeric()),
        Div => call.fixed(2, "two operands", SortId::REAL, SortId::REAL),
        IntDiv | Mod => call.fixed(2, "two operands", SortId::INT, SortId::INT),
        Le | Lt => call.count(2, "two operands").and_then(|()| call.numeric()).map(|_| SortId::BOOL),
        ToReal => call.fixed(1, "one operand", SortId::INT, SortId::REAL),
        ToInt => call.fixed(1, "one operand", SortId::REAL, SortId::INT),
        IsInt => call.fixed(1, "one operand", SortId::REAL, SortId::BOOL),
        BvAdd | BvMul | BvAnd | BvOr | BvXor => call.at_least(1).and_then(|()| call.vectors()),
        BvSub | BvUdiv | BvUrem | BvSdiv | BvSrem | BvShl | BvLshr | BvAshr => {
            call.count(2, "two operands").and_then(|()| call.vectors())
        }
        BvNeg | BvNot => call.count(1, "one operand").and_then(|()| call.vectors()),
        BvUlt | BvUle | BvSlt | BvSle => {
            call.count(2, "two operands").and_then(|()| call.vectors()).map(|_| SortId::BOOL)
        }
        Concat => {
            call.at_least(1)?;
            let mut width = 0u64;
            for place in 0..children.len() {
                width += u64::from(call.width(place)?);
            }
            call.vector(width)
        }
        Extract { high, low } => {
            call.count(1, "one operand")?;
            let width = call.width(0)?;
            if u32::from(high) >= width || low > high {
                return Err(call.index(format!("there are no bits {high} down to {low} in {width}")));
            }
            call.vector(u64::from(high - low) + 1)
        }
        ZeroExtend(more) | SignExtend(more) => {
            call.count(1, "one operand")?;
            call.vector(u64::from(call.width(0)?) + u64::from(more))
        }
        BvToNat => call.count(1, "one operand").and_then(|()| call.vectors()).map(|_| SortId::INT),
        IntToBv(width) => {
            call.fixed(1, "one operand", SortId::INT, SortId::INT)?;
            call.vector(u64::from(width))
        }
        Select => {
            call.count(2, "two operands")?;
            let (index, element) = call.array(0)?;
            call.operand(1, index).map(|()| element)
        }
        Store => {
            call.count(3, "three operands")?;
            let (index, element) = call.array(0)?;
            call.operand(1, index)?;
            call.operand(2, element).map(|()| terms.sort(children[0]))
        }
        ConstArray(sort) => {
            call.count(1, "one operand")?;
            match terms.sort_of(sort) {
                Sort::Array { element, .. } => call.operand(0, element).map(|()| sort),
                _ => Err(call.index(format!("{} is not an array sort", terms.sort_text(sort)))),
            }
        }
        Forall | Exists => call.quantifier(),
    }
}

struct Call<'a> {
    terms: &'a Terms,
    op: Op,
    children: &'a [TermId],
}

impl Call<'_> {
    fn operator(&self) -> String {
        match self.op {
            Op::Symbol(symbol) => self.terms.symbol(symbol).name.clone(),
            op => op.name().to_owned(),
        }
    }

    fn arity(&self, wanted: &'static str) -> SortError {
        SortError::Arity { operator: self.operator(), wanted, found: self.children.len() }
    }

    fn index(&self, problem: String) -> SortError {
        SortError::Index { operator: self.operator(), problem }
    }

    fn wrong(&self, place: usize, wanted: String) -> SortError {
        let found = self.terms.sort_text(self.sort(place));
        SortError::Operand { operator: self.operator(), place: place + 1, wanted, found }
    }

    fn sort(&self, place: usize) -> SortId {
        self.terms.sort(self.children[place])
    }

    fn none(&self, result: SortId) -> Result<SortId, SortError> {
        self.count(0, "no operands").map(|()| result)
    }

    fn count(&self, count: usize, wanted: &'static str) -> Result<(), SortError> {
        if self.children.len() == count { Ok(()) } else { Err(self.arity(wanted)) }
    }

    fn at_least(&self, count: usize) -> Result<(), SortError> {
        if self.children.len() >= count { Ok(()) } else { Err(self.arity("at least one operand")) }
    }

    fn operand(&self, place: usize, wanted: SortId) -> Result<(), SortError> {
        if self.sort(place) == wanted { Ok(()) } else { Err(self.wrong(place, self.terms.sort_text(wanted))) }
    }

    fn all(&self, wanted: SortId) -> Result<(), SortError> {
        (0..self.children.len()).try_for_each(|place| self.operand(place, wanted))
    }

    fn fixed(&self, count: usize, wanted: &'static str, operand: SortId, result: SortId) -> Result<SortId, SortError> {
        self.count(count, wanted)?;
        self.all(operand).map(|()| result)
    }

    /// All from this place on have one sort, which is returned.
    fn same(&self, from: usize) -> Result<SortId, SortError> {
        let sort = self.sort(from);
        (from + 1..self.children.len()).try_for_each(|place| self.operand(place, sort)).map(|()| sort)
    }

    fn numeric(&self) -> Result<SortId, SortError> {
        if !self.sort(0).is_numeric() {
            return Err(self.wrong(0, "Int or Real".to_owned()));
        }
        self.same(0)
    }

    fn width(&self, place: usize) -> Result<u32, SortError> {
        self.sort(place).width().ok_or_else(|| self.wrong(place, "a bit-vector".to_owned()))
    }

    fn vectors(&self) -> Result<SortId, SortError> {
        self.width(0).and_then(|_| self.same(0))
    }

    fn vector(&self, width: u64) -> Result<SortId, SortError> {
        match u32::try_from(width) {
            Ok(width) if (1..=MAX_WIDTH).contains(&width) => Ok(SortId::bit_vec(width)),
            _ => Err(self.index(format!("a bit-vector has 1 to {MAX_WIDTH} bits, not {width}"))),
        }
    }

    fn array(&self, place: usize) -> Result<(SortId, SortId), SortError> {
        match self.terms.sort_of(self.sort(place)) {
            Sort::Array { index, element } => Ok((index, element)),
            _ => Err(self.wrong(place, "an array".to_owned())),
        }
    }

    fn quantifier(&self) -> Result<SortId, SortError> {
        let Some((_, bound)) = self.children.split_last().filter(|(_, bound)| !bound.is_empty()) else {
            return Err(self.arity("bound variables and a body"));
        };
        for (place, &variable) in bound.iter().enumerate() {
            if self.terms.as_constant(variable).is_none() {
                return Err(self.index(format!("bound variable {} is not a symbol", place + 1)));
            }
            if bound[..place].contains(&variable) {
                return Err(self.index(format!("bound variable {} stands twice", place + 1)));
            }
        }
        self.operand(bound.len(), SortId::BOOL).map(|()| SortId::BOOL)
    }
}
