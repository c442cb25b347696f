//! Z3's models as assignments.
//!
//! Invariant: what cannot be read exactly (irrational numbers, functions given by expressions) is an error.

use std::collections::BTreeMap;
use std::sync::Arc;

use heureka_number::{Int, Rational};
use z3::ast::{Ast, Dynamic};
use z3::{AstKind, FuncDecl, FuncInterp, Interp, Model};

use crate::bits::BitVector;
use crate::pool::{SymbolId, Terms};
use crate::solver::SolverError;
use crate::sort::{Sort, SortId};
use crate::value::{ArrayValue, Assignment, FunctionValue, Value};

pub(super) fn assignment(
    terms: &Terms,
    model: &Model,
    symbols: &[(SymbolId, FuncDecl)],
) -> Result<Assignment, SolverError> {
    let reader = Reader { terms, model };
    let mut assignment = Assignment { complete: true, ..Assignment::default() };
    for (symbol, declaration) in symbols {
        let declared = terms.symbol(*symbol);
        match model.get_interp(declaration) {
            None => {}
            Some(Interp::Const(value)) => {
                assignment.constants.insert(*symbol, reader.value(&value, declared.result)?);
            }
            Some(Interp::Func(function)) => {
                let function = reader.function(&function, &declared.arguments, declared.result)?;
                assignment.functions.insert(*symbol, function);
            }
        }
    }
    // Z3 gives division by zero functions of its own; ours have numbers for names.
    for declaration in model {
        let (place, sort) = match declaration.name().as_str() {
            "div0" => (&mut assignment.by_zero.int_div, SortId::INT),
            "mod0" => (&mut assignment.by_zero.modulo, SortId::INT),
            "/0" => (&mut assignment.by_zero.real_div, SortId::REAL),
            _ => continue,
        };
        if let Some(Interp::Func(function)) = model.get_interp(&declaration) {
            *place = Some(reader.by_zero(&function, sort)?);
        }
    }
    Ok(assignment)
}

struct Reader<'a> {
    terms: &'a Terms,
    model: &'a Model,
}

impl Reader<'_> {
    fn value(&self, term: &Dynamic, sort: SortId) -> Result<Value, SolverError> {
        if let Some(value) = self.try_value(term, sort)? {
            return Ok(value);
        }
        // Not a value yet, but an expression over the model.
        let simpler = self.model.eval(term, true).ok_or_else(|| unreadable(term))?;
        self.try_value(&simpler, sort)?.ok_or_else(|| unreadable(term))
    }

    /// The value, if the term is one. Recursion is as deep as arrays are nested.
    fn try_value(&self, term: &Dynamic, sort: SortId) -> Result<Option<Value>, SolverError> {
        Ok(match self.terms.sort_of(sort) {
            Sort::Bool => term.as_bool().and_then(|term| term.as_bool()).map(Value::Bool),
            Sort::Int => match term.as_int().and_then(|term| term.as_i64()) {
                Some(small) => Some(Value::Int(Int::from(small))),
                None => number(&term.to_string()).and_then(|number| number.to_int()).map(Value::Int),
            },
            Sort::Real => match term.as_real().and_then(|term| term.as_rational()) {
                Some((numerator, denominator)) if denominator != 0 => {
                    Some(Value::Real(Rational::new(Int::from(numerator), Int::from(denominator))))
                }
                _ => number(&term.to_string()).map(Value::Real),
            },
            Sort::BitVec(width) => match term.as_bv().and_then(|term| term.as_u64()) {
                Some(small) if width <= 64 => Some(Value::BitVec(BitVector::new(width, &Int::from(small)))),
                _ => bits(&term.to_string(), width).map(Value::BitVec),
            },
            Sort::Array { index, element } => self.array(term, sort, index, element)?,
        })
    }

    /// Stores into a constant array, or a function as an array.
    fn array(
        &self,
        term: &Dynamic,
        sort: SortId,
        index: SortId,
        element: SortId,
    ) -> Result<Option<Value>, SolverError> {
        let mut stores = Vec::new();
        let mut rest = term.clone();
        let mut array = loop {
            let children = match rest.kind() {
                AstKind::App => rest.children(),
                _ => return Ok(None),
            };
            match (rest.decl().name().as_str(), &children[..]) {
                ("store", [array, at, value]) => {
                    stores.push((self.value(at, index)?, self.value(value, element)?));
                    rest = array.clone();
                }
                ("const", [value]) => break ArrayValue::constant(self.terms, sort, self.value(value, element)?),
                ("as-array", []) => {
                    let function = rest.as_array().and_then(|array| array.as_array_func_decl());
                    let Some(table) = function.and_then(|function| self.model.get_func_interp(&function)) else {
                        return Ok(None);
                    };
                    let table = self.function(&table, &[index], element)?;
                    let mut array = ArrayValue::constant(self.terms, sort, table.default);
                    for (mut at, value) in table.entries {
                        array.set(at.pop().expect("an array has one index"), value);
                    }
                    break array;
                }
                _ => return Ok(None),
            }
        };
        for (at, value) in stores.into_iter().rev() {
            array.set(at, value);
        }
        Ok(Some(Value::Array(Arc::new(array))))
    }

    fn function(
        &self,
        function: &FuncInterp,
        arguments: &[SortId],
        result: SortId,
    ) -> Result<FunctionValue, SolverError> {
        let default = match function.get_else() {
            Some(term) => self.value(&term, result)?,
            None => Value::zero(self.terms, result),
        };
        let mut entries = BTreeMap::new();
        for entry in function.get_entries() {
            let given = entry.get_args();
            let key: Result<Vec<Value>, SolverError> =
                given.iter().zip(arguments).map(|(term, &sort)| self.value(term, sort)).collect();
            entries.insert(key?, self.value(&entry.get_value(), result)?);
        }
        Ok(FunctionValue { entries, default })
    }

    /// Z3 may list the divisor, too, although it is always zero.
    fn by_zero(&self, function: &FuncInterp, sort: SortId) -> Result<FunctionValue, SolverError> {
        let mut table = self.function(function, &vec![sort; function.get_arity()], sort)?;
        let zero = Value::zero(self.terms, sort);
        table.entries = std::mem::take(&mut table.entries)
            .into_iter()
            .filter(|(arguments, _)| arguments.get(1).is_none_or(|divisor| *divisor == zero))
            .map(|(mut arguments, value)| {
                arguments.truncate(1);
                (arguments, value)
            })
            .collect();
        Ok(table)
    }
}

fn unreadable(term: &Dynamic) -> SolverError {
    let text: String = term.to_string().chars().take(200).collect();
    SolverError::Unsupported(format!("the model has the value `{text}`"))
}

/// `5`, `5.0`, `(- 5)`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`: all that Z3 writes for exact numbers.
fn number(text: &str) -> Option<Rational> {
    let mut negative = false;
    let mut is_fraction = false;
    let mut parts: Vec<Int> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|word| !word.is_empty()) {
        match word {
            "-" => negative = !negative,
            "/" => is_fraction = true,
            digits => parts.push(Int::from_digits(digits.strip_suffix(".0").unwrap_or(digits), 10).ok()?),
        }
    }
    let value = match (is_fraction, &parts[..]) {
        (false, [whole]) => Rational::from(whole.clone()),
        (true, [numerator, denominator]) if !denominator.is_zero() => {
            Rational::new(numerator.clone(), denominator.clone())
        }
        _ => return None,
    };
    Some(if negative { -value } else { value })
}

/// `#x1f` or `#b101`.
fn bits(text: &str, width: u32) -> Option<BitVector> {
    let value = match text.strip_prefix("#x") {
        Some(digits) => Int::from_digits(digits, 16),
        None => Int::from_digits(text.strip_prefix("#b")?, 2),
    };
    Some(BitVector::new(width, &value.ok()?))
}
