//! The value of a term under an assignment.
//!
//! Every operator is total. Bit-vectors divide by zero as SMT-LIB says; where it leaves the result open (`div`, `mod` and
//! `/` by zero), the assignment's [`ZeroDivision`](crate::ZeroDivision) decides. Quantifiers are refused: over integers
//! no finite search would do.

use std::fmt;

use heureka_number::{Int, Rational};

use crate::op::Op;
use crate::pool::{FastMap, SymbolId, TermId, Terms};
use crate::value::{Assignment, FunctionValue, Value, fold};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluateError {
    Quantifier,
    /// A product that would not fit into memory.
    TooLarge,
    /// The name of a symbol that has no value.
    Unassigned(String),
}

impl fmt::Display for EvaluateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluateError::Quantifier => f.write_str("a term with quantifiers cannot be evaluated"),
            EvaluateError::TooLarge => f.write_str("a product is too large to be computed"),
            EvaluateError::Unassigned(name) => write!(f, "`{name}` has no value"),
        }
    }
}

impl std::error::Error for EvaluateError {}

pub fn evaluate(terms: &Terms, term: TermId, assignment: &Assignment) -> Result<Value, EvaluateError> {
    let mut values = evaluate_all(terms, &[term], assignment)?;
    Ok(values.pop().expect("one value for one term"))
}

/// The values of several terms; what they share is evaluated once.
pub fn evaluate_all(terms: &Terms, roots: &[TermId], assignment: &Assignment) -> Result<Vec<Value>, EvaluateError> {
    let mut values: FastMap<TermId, Value> = FastMap::default();
    for term in terms.post_order(roots) {
        let arguments: Vec<&Value> = terms.children(term).iter().map(|child| &values[child]).collect();
        let value = match terms.op(term) {
            op if op.is_quantifier() => return Err(EvaluateError::Quantifier),
            Op::Symbol(symbol) => apply_symbol(terms, symbol, &arguments, assignment)?,
            op => match fold(terms, op, terms.sort(term), &arguments) {
                Some(value) => value,
                None if op == Op::Mul => return Err(EvaluateError::TooLarge),
                None => divide_by_zero(op, arguments[0], assignment),
            },
        };
        values.insert(term, value);
    }
    Ok(roots.iter().map(|root| values[root].clone()).collect())
}

fn apply_symbol(
    terms: &Terms,
    symbol: SymbolId,
    arguments: &[&Value],
    assignment: &Assignment,
) -> Result<Value, EvaluateError> {
    let declared = terms.symbol(symbol);
    let value = if arguments.is_empty() {
        assignment.constant(terms, symbol, declared.result)
    } else {
        let arguments: Vec<Value> = arguments.iter().map(|&value| value.clone()).collect();
        let value = assignment.functions.get(&symbol).map(|function| function.get(&arguments).clone());
        value.or_else(|| assignment.complete.then(|| Value::zero(terms, declared.result)))
    };
    value.ok_or_else(|| EvaluateError::Unassigned(declared.name.clone()))
}

fn divide_by_zero(op: Op, dividend: &Value, assignment: &Assignment) -> Value {
    let by_zero = &assignment.by_zero;
    let choose = |function: &Option<FunctionValue>, otherwise: Value| match function {
        Some(function) => function.get(std::slice::from_ref(dividend)).clone(),
        None => otherwise,
    };
    match op {
        Op::IntDiv => choose(&by_zero.int_div, Value::Int(Int::ZERO)),
        Op::Mod => choose(&by_zero.modulo, dividend.clone()),
        Op::Div => choose(&by_zero.real_div, Value::Real(Rational::from(Int::ZERO))),
        _ => unreachable!("`{}` has a value for all operands", op.name()),
    }
}
