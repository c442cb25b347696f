//! Assignments: a value for each symbol, and what SMT-LIB leaves open.

use std::collections::BTreeMap;

use crate::pool::{SymbolId, Terms};
use crate::sort::SortId;
use crate::value::Value;

/// A function given by a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValue {
    pub entries: BTreeMap<Vec<Value>, Value>,
    /// The result for arguments that the table does not list.
    pub default: Value,
}

impl FunctionValue {
    pub fn constant(default: Value) -> Self {
        FunctionValue { entries: BTreeMap::new(), default }
    }

    pub fn get(&self, arguments: &[Value]) -> &Value {
        self.entries.get(arguments).unwrap_or(&self.default)
    }
}

/// What division by zero gives, as a function of the dividend. SMT-LIB leaves it to the model; where nothing is said here,
/// `(div a 0)` is 0, `(mod a 0)` is `a` and `(/ a 0.0)` is 0.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ZeroDivision {
    pub int_div: Option<FunctionValue>,
    pub modulo: Option<FunctionValue>,
    pub real_div: Option<FunctionValue>,
}

/// Values for symbols.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Assignment {
    pub constants: BTreeMap<SymbolId, Value>,
    pub functions: BTreeMap<SymbolId, FunctionValue>,
    pub by_zero: ZeroDivision,
    /// Whether a symbol without a value counts as false, zero, or the array or function of such; else it is an error.
    pub complete: bool,
}

impl Assignment {
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a constant its value.
    ///
    /// # Panics
    /// If the sorts differ.
    #[track_caller]
    pub fn set(&mut self, terms: &Terms, symbol: SymbolId, value: Value) {
        let declared = terms.symbol(symbol);
        assert!(
            declared.arguments.is_empty() && declared.result == value.sort(),
            "`{}` cannot be a value of sort {}",
            declared.name,
            terms.sort_text(value.sort())
        );
        self.constants.insert(symbol, value);
    }

    /// The value of a constant, zero for one without a value if the assignment is complete.
    pub(crate) fn constant(&self, terms: &Terms, symbol: SymbolId, sort: SortId) -> Option<Value> {
        self.constants.get(&symbol).cloned().or_else(|| self.complete.then(|| Value::zero(terms, sort)))
    }
}
