//! Answers of solvers: `(get-value …)` and `(get-model)` of Z3 and cvc5.

use crate::op::Op;
use crate::pool::{TermId, Terms};
use crate::smtlib::name::decode;
use crate::smtlib::read::{ParseError, Sexp, Tree, read};
use crate::smtlib::scope::Names;
use crate::smtlib::script::define;
use crate::smtlib::term::{self, parse_sort, sorted_variables};
use crate::smtlib::{operators, table};
use crate::sort::SortId;
use crate::value::{Assignment, FunctionValue, Value};

/// The values that answer `(get-value (t1 t2 …))`: a list of pairs, in the order of the terms asked for.
pub fn parse_values(terms: &mut Terms, text: &str, asked: &[TermId]) -> Result<Vec<Value>, ParseError> {
    let tree = read(text)?;
    let root = tree.only()?;
    let pairs = tree.list(root).ok_or_else(|| tree.error(root, "a list of values was expected"))?;
    if pairs.len() != asked.len() {
        return Err(tree.error(root, format!("{} values instead of {}", pairs.len(), asked.len())));
    }
    let mut names = Names::of_pool();
    let mut values = Vec::new();
    for (&pair, &term) in pairs.iter().zip(asked) {
        let Some(&[_, value]) = tree.list(pair) else {
            return Err(tree.error(pair, "a term and its value were expected"));
        };
        let sort = terms.sort(term);
        values.push(parse_value(terms, &tree, &mut names, value, sort)?);
    }
    Ok(values)
}

fn parse_value(
    terms: &mut Terms,
    tree: &Tree<'_>,
    names: &mut Names,
    node: Sexp,
    sort: SortId,
) -> Result<Value, ParseError> {
    let mut term = term::parse(terms, tree, names, node)?;
    if sort == SortId::REAL {
        term = operators::to_real(terms, term);
    }
    if terms.sort(term) != sort {
        let (wanted, found) = (terms.sort_text(sort), terms.sort_text(terms.sort(term)));
        return Err(tree.error(node, format!("a value must be {wanted}, not {found}")));
    }
    table::ground(terms, term).map_err(|problem| tree.error(node, problem))
}

/// The assignment that answers `(get-model)`. Symbols that the pool does not have are helpers of the solver: their
/// definitions are used where others mention them, and are left out of the result.
pub fn parse_model(terms: &mut Terms, text: &str) -> Result<Assignment, ParseError> {
    let tree = read(text)?;
    let root = tree.only()?;
    let list = tree.list(root).ok_or_else(|| tree.error(root, "a model was expected"))?;
    let entries = match list.first().and_then(|&head| tree.symbol(head)) {
        Some("model") => &list[1..],
        _ => list,
    };
    let mut model = Model { terms, tree: &tree, names: Names::of_script(), assignment: Assignment::new() };
    let mut definitions = Vec::new();
    for &entry in entries {
        definitions.push(model.definition(entry)?);
    }
    // Arrays are given by functions, so functions come first.
    definitions.sort_by_key(|definition| definition.parameters.is_empty());
    for definition in definitions {
        model.add(definition)?;
    }
    Ok(model.assignment)
}

struct Definition<'t> {
    entry: Sexp,
    name: &'t str,
    parameters: Vec<(&'t str, SortId)>,
    result: SortId,
    body: Sexp,
}

struct Model<'p, 't> {
    terms: &'p mut Terms,
    tree: &'p Tree<'t>,
    /// Only what the model defines may be mentioned by it.
    names: Names,
    assignment: Assignment,
}

impl<'t> Model<'_, 't> {
    fn definition(&mut self, entry: Sexp) -> Result<Definition<'t>, ParseError> {
        let tree = self.tree;
        if let Some(&[head, name, parameters, result, body]) = tree.list(entry)
            && tree.symbol(head) == Some("define-fun")
            && let Some(name) = tree.symbol(name)
        {
            let parameters = sorted_variables(self.terms, tree, parameters)?;
            let result = parse_sort(self.terms, tree, result, 0)?;
            return Ok(Definition { entry, name, parameters, result, body });
        }
        Err(tree.error(entry, "a `define-fun` was expected in the model"))
    }

    fn add(&mut self, definition: Definition<'t>) -> Result<(), ParseError> {
        let Definition { entry, name, parameters, result, body } = definition;
        let tree = self.tree;
        let refuse = |problem: String| tree.error(body, problem);
        let definition = define(self.terms, tree, &mut self.names, &parameters, result, body)?;
        let term = definition.body;
        let name = decode(name).into_owned();
        let arguments: Vec<SortId> = parameters.iter().map(|&(_, sort)| sort).collect();
        let symbol = self.terms.find_symbol(&name);
        if let Some(symbol) = symbol {
            let declared = self.terms.symbol(symbol);
            if declared.arguments != arguments || declared.result != result {
                return Err(tree.error(entry, format!("`{name}` has other sorts in the model")));
            }
        }
        if arguments.is_empty() {
            if let Some(symbol) = symbol {
                let value = table::ground(self.terms, term).map_err(refuse)?;
                self.assignment.constants.insert(symbol, value);
            }
        } else {
            let variables: Vec<TermId> =
                definition.parameters.iter().map(|&symbol| self.terms.make(Op::Symbol(symbol), &[])).collect();
            let function = table::table(self.terms, &variables, term).map_err(refuse)?;
            if let [index] = arguments[..] {
                let sort = self.terms.array_sort(index, result);
                let array = table::array_of_table(self.terms, sort, &function);
                self.names.arrays.insert(name.clone(), array);
            }
            match symbol {
                Some(symbol) => drop(self.assignment.functions.insert(symbol, function)),
                None => self.add_zero_division(&name, &arguments, function),
            }
        }
        self.names.macros.insert(name, definition);
        Ok(())
    }

    /// Z3 says with these what division by zero is in the model.
    fn add_zero_division(&mut self, name: &str, arguments: &[SortId], function: FunctionValue) {
        let by_zero = &mut self.assignment.by_zero;
        match (name, arguments) {
            ("div0", &[SortId::INT]) => by_zero.int_div = Some(function),
            ("mod0", &[SortId::INT]) => by_zero.modulo = Some(function),
            ("/0", &[SortId::REAL]) => by_zero.real_div = Some(function),
            _ => {}
        }
    }
}
