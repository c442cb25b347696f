//! Reading terms: an explicit stack of tasks and one of finished terms, so depth costs memory only.

use heureka_number::{Int, Rational};

use crate::bits::BitVector;
use crate::op::Op;
use crate::pool::{Substitution, TermId, Terms};
use crate::smtlib::name::decode;
use crate::smtlib::read::{Atom, ParseError, Sexp, Tree};
use crate::smtlib::scope::{Macro, Names};
use crate::smtlib::{operators, table};
use crate::sort::{MAX_WIDTH, SortId};

/// Deeper array sorts are refused: their values are nested data.
const MAX_SORT_DEPTH: usize = 64;

pub fn parse(terms: &mut Terms, tree: &Tree<'_>, names: &mut Names, root: Sexp) -> Result<TermId, ParseError> {
    let mut parser = Parser { terms, tree, names, open: vec![Task::Parse(root)], done: Vec::new() };
    let result = parser.run();
    if result.is_err() {
        parser.names.clear_locals();
    }
    result
}

pub fn parse_sort(terms: &mut Terms, tree: &Tree<'_>, node: Sexp, depth: usize) -> Result<SortId, ParseError> {
    if depth > MAX_SORT_DEPTH {
        return Err(tree.error(node, format!("sorts nested deeper than {MAX_SORT_DEPTH}")));
    }
    match tree.symbol(node) {
        Some("Bool") => return Ok(SortId::BOOL),
        Some("Int") => return Ok(SortId::INT),
        Some("Real") => return Ok(SortId::REAL),
        Some(other) => return Err(tree.error(node, format!("unknown sort `{other}`"))),
        None => {}
    }
    let list = tree.list(node).ok_or_else(|| tree.error(node, "a sort was expected here"))?;
    let head = list.first().and_then(|&head| tree.symbol(head));
    match (head, list) {
        (Some("_"), &[_, name, width]) if tree.symbol(name) == Some("BitVec") => {
            let number = numeral(tree, width)?;
            let width_number = number.to_i64().and_then(|value| u32::try_from(value).ok());
            match width_number.filter(|width| (1..=MAX_WIDTH).contains(width)) {
                Some(width) => Ok(SortId::bit_vec(width)),
                None => Err(tree.error(width, format!("a bit-vector has 1 to {MAX_WIDTH} bits, not {number}"))),
            }
        }
        (Some("Array"), &[_, index, element]) => {
            let index = parse_sort(terms, tree, index, depth + 1)?;
            let element = parse_sort(terms, tree, element, depth + 1)?;
            Ok(terms.array_sort(index, element))
        }
        _ => Err(tree.error(node, "a sort was expected here")),
    }
}

fn numeral(tree: &Tree<'_>, node: Sexp) -> Result<Int, ParseError> {
    match tree.atom(node) {
        Some(Atom::Numeral(digits)) => Ok(Int::from_digits(digits, 10).expect("numerals are digits")),
        _ => Err(tree.error(node, "a numeral was expected here")),
    }
}

/// The variables of `((x Int) (y Real))`, as text and sort.
pub fn sorted_variables<'t>(
    terms: &mut Terms,
    tree: &Tree<'t>,
    node: Sexp,
) -> Result<Vec<(&'t str, SortId)>, ParseError> {
    let list = tree.list(node).ok_or_else(|| tree.error(node, "a list of variables was expected here"))?;
    let mut variables = Vec::new();
    for &entry in list {
        match tree.list(entry) {
            Some(&[name, sort]) => {
                let name = tree.symbol(name).ok_or_else(|| tree.error(name, "a name was expected here"))?;
                variables.push((name, parse_sort(terms, tree, sort, 0)?));
            }
            _ => return Err(tree.error(entry, "a variable and its sort were expected here")),
        }
    }
    Ok(variables)
}

enum Task<'t> {
    Parse(Sexp),
    /// Applies the operator at the head of the list to the last terms, as many as the list has arguments.
    Apply(Sexp),
    /// Binds names to the last terms, then reads the body.
    Let(Vec<&'t str>, Sexp),
    /// The end of the scope of names of a `let`, or of variables.
    Unbind(Vec<&'t str>),
    Unquantify(Vec<&'t str>),
    Quantify(Sexp, Op, Vec<TermId>),
    Lambda(Sexp, Vec<TermId>),
    /// Gives the last term a name.
    Name(&'t str),
}

struct Parser<'p, 't> {
    terms: &'p mut Terms,
    tree: &'p Tree<'t>,
    names: &'p mut Names,
    open: Vec<Task<'t>>,
    done: Vec<TermId>,
}

impl<'t> Parser<'_, 't> {
    fn run(&mut self) -> Result<TermId, ParseError> {
        while let Some(task) = self.open.pop() {
            match task {
                Task::Parse(node) => self.parse(node)?,
                Task::Apply(node) => self.apply(node)?,
                Task::Let(names, body) => {
                    let values = self.done.split_off(self.done.len() - names.len());
                    for (name, value) in names.iter().zip(values) {
                        self.names.bind(name, value);
                    }
                    self.open.extend([Task::Unbind(names), Task::Parse(body)]);
                }
                Task::Unbind(names) => names.iter().for_each(|name| self.names.unbind(name)),
                Task::Unquantify(names) => self.names.unbind_variables(&names),
                Task::Quantify(node, op, mut children) => {
                    children.push(self.pop());
                    let term =
                        self.terms.apply(op, &children).map_err(|error| self.tree.error(node, error.to_string()))?;
                    self.done.push(term);
                }
                Task::Lambda(node, variables) => {
                    let body = self.pop();
                    let array = table::array_of_lambda(self.terms, &variables, body);
                    self.done.push(array.map_err(|problem| self.tree.error(node, problem))?);
                }
                Task::Name(name) => {
                    let body = *self.done.last().expect("a name follows its term");
                    self.names.macros.insert(decode(name).into_owned(), Macro { parameters: Vec::new(), body });
                }
            }
        }
        Ok(self.pop())
    }

    fn pop(&mut self) -> TermId {
        self.done.pop().expect("every task leaves one term")
    }

    fn parse(&mut self, node: Sexp) -> Result<(), ParseError> {
        let Some(list) = self.tree.list(node) else {
            let term = self.atom(node)?;
            self.done.push(term);
            return Ok(());
        };
        let Some((&head, arguments)) = list.split_first() else {
            return Err(self.tree.error(node, "an empty list is not a term"));
        };
        match self.tree.symbol(head) {
            Some("let") => self.enter_let(node, arguments),
            Some("forall") => self.enter_binder(node, arguments, Some(Op::Forall)),
            Some("exists") => self.enter_binder(node, arguments, Some(Op::Exists)),
            Some("lambda") => self.enter_binder(node, arguments, None),
            Some("!") => self.enter_annotation(node, arguments),
            Some("_") => {
                let term = self.indexed_constant(node, arguments)?;
                self.done.push(term);
                Ok(())
            }
            _ => {
                self.open.push(Task::Apply(node));
                self.open.extend(arguments.iter().rev().map(|&argument| Task::Parse(argument)));
                Ok(())
            }
        }
    }

    fn atom(&mut self, node: Sexp) -> Result<TermId, ParseError> {
        let number = |digits: &str, radix| Int::from_digits(digits, radix).expect("numerals are digits");
        match self.tree.atom(node).expect("what is not a list is an atom") {
            Atom::Numeral(digits) => Ok(self.terms.int(number(digits, 10))),
            Atom::Decimal(text) => {
                let (whole, fraction) = text.split_once('.').expect("decimals have a point");
                let scale = Int::new(10).pow(fraction.len() as u32);
                let value = number(&format!("{whole}{fraction}"), 10);
                Ok(self.terms.real(Rational::new(value, scale)))
            }
            Atom::Hexadecimal(digits) => self.vector(node, digits.len() * 4, number(digits, 16)),
            Atom::Binary(digits) => self.vector(node, digits.len(), number(digits, 2)),
            Atom::Symbol(name) => self.name(node, name),
            Atom::Keyword(_) | Atom::String(_) => Err(self.tree.error(node, "a term was expected here")),
        }
    }

    fn vector(&mut self, node: Sexp, width: usize, value: Int) -> Result<TermId, ParseError> {
        match u32::try_from(width).ok().filter(|width| (1..=MAX_WIDTH).contains(width)) {
            Some(width) if value.bit_length() <= width as usize => {
                Ok(self.terms.bit_vector(BitVector::new(width, &value)))
            }
            Some(width) => Err(self.tree.error(node, format!("{value} does not fit {width} bits"))),
            None => Err(self.tree.error(node, format!("a bit-vector has 1 to {MAX_WIDTH} bits, not {width}"))),
        }
    }

    /// A name without arguments.
    fn name(&mut self, node: Sexp, text: &str) -> Result<TermId, ParseError> {
        if let Some(term) = self.names.local(text) {
            return Ok(term);
        }
        match text {
            "true" => return Ok(Terms::TRUE),
            "false" => return Ok(Terms::FALSE),
            _ => {}
        }
        self.call(node, text, &[])
    }

    /// A macro or a declared symbol applied.
    fn call(&mut self, node: Sexp, text: &str, arguments: &[TermId]) -> Result<TermId, ParseError> {
        let name = decode(text);
        if let Some(definition) = self.names.macros.get(&*name) {
            return expand(self.terms, definition, arguments)
                .map_err(|problem| self.tree.error(node, format!("`{text}`: {problem}")));
        }
        let Some(symbol) = self.names.symbol(self.terms, &name) else {
            return Err(self.tree.error(node, format!("unknown symbol `{text}`")));
        };
        self.terms.apply(Op::Symbol(symbol), arguments).map_err(|error| self.tree.error(node, error.to_string()))
    }

    fn apply(&mut self, node: Sexp) -> Result<(), ParseError> {
        let tree = self.tree;
        let list = tree.list(node).expect("only lists are applied");
        let (head, count) = (list[0], list.len() - 1);
        let operands = self.done.split_off(self.done.len() - count);
        let term = if let Some(text) = tree.symbol(head) {
            match operators::apply(self.terms, text, &operands) {
                Some(result) => result.map_err(|problem| tree.error(node, problem))?,
                None if count == 0 => return Err(tree.error(node, "parentheses around a name without operands")),
                None => self.call(node, text, &operands)?,
            }
        } else {
            self.apply_qualified(node, head, &operands)?
        };
        self.done.push(term);
        Ok(())
    }

    /// `((_ extract 7 0) x)` or `((as const (Array Int Int)) 0)`.
    fn apply_qualified(&mut self, node: Sexp, head: Sexp, operands: &[TermId]) -> Result<TermId, ParseError> {
        let tree = self.tree;
        let list = tree.list(head).ok_or_else(|| tree.error(head, "an operator was expected here"))?;
        let words = (list.first().and_then(|&word| tree.symbol(word)), list.get(1).and_then(|&word| tree.symbol(word)));
        match (words, list) {
            ((Some("as"), Some("const")), &[_, _, sort]) => {
                let sort = parse_sort(self.terms, tree, sort, 0)?;
                let element = match self.terms.sort_of(sort) {
                    crate::sort::Sort::Array { element, .. } => element,
                    _ => return Err(tree.error(head, "`const` makes arrays")),
                };
                let operands: Vec<TermId> = match element {
                    SortId::REAL => operands.iter().map(|&operand| operators::to_real(self.terms, operand)).collect(),
                    _ => operands.to_vec(),
                };
                self.terms.apply(Op::ConstArray(sort), &operands).map_err(|error| tree.error(node, error.to_string()))
            }
            ((Some("_"), Some(name)), [_, _, indices @ ..]) => {
                let indices: Vec<Int> = indices.iter().map(|&index| numeral(tree, index)).collect::<Result<_, _>>()?;
                match operators::apply_indexed(self.terms, name, &indices, operands) {
                    Some(result) => result.map_err(|problem| tree.error(node, problem)),
                    None => Err(tree.error(head, format!("unknown operator `{name}` with indices"))),
                }
            }
            _ => Err(tree.error(head, "an operator was expected here")),
        }
    }

    /// `(_ bv5 32)` or `(_ as-array f)`.
    fn indexed_constant(&mut self, node: Sexp, arguments: &[Sexp]) -> Result<TermId, ParseError> {
        let tree = self.tree;
        if let &[name, index] = arguments {
            if let Some(digits) = tree.symbol(name).and_then(|name| name.strip_prefix("bv"))
                && let Ok(value) = Int::from_digits(digits, 10)
                && !value.is_negative()
            {
                let width = numeral(tree, index)?.to_i64().and_then(|width| usize::try_from(width).ok());
                return self.vector(node, width.unwrap_or(usize::MAX), value);
            }
            if tree.symbol(name) == Some("as-array")
                && let Some(function) = tree.symbol(index)
            {
                let array = self.names.arrays.get(&*decode(function)).copied();
                return array.ok_or_else(|| tree.error(index, format!("no table for the array `{function}`")));
            }
        }
        Err(tree.error(node, "unknown constant with indices"))
    }

    fn enter_let(&mut self, node: Sexp, arguments: &[Sexp]) -> Result<(), ParseError> {
        let tree = self.tree;
        let &[bindings, body] = arguments else { return Err(tree.error(node, "`let` takes bindings and a body")) };
        let list = tree.list(bindings).ok_or_else(|| tree.error(bindings, "a list of bindings was expected here"))?;
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for &binding in list {
            match tree.list(binding).map(|pair| (pair, pair.first().and_then(|&name| tree.symbol(name)))) {
                Some((&[_, value], Some(name))) => {
                    names.push(name);
                    values.push(Task::Parse(value));
                }
                _ => return Err(tree.error(binding, "a name and its term were expected here")),
            }
        }
        self.open.push(Task::Let(names, body));
        self.open.extend(values.into_iter().rev());
        Ok(())
    }

    /// A quantifier, or `lambda` where no operator is given.
    fn enter_binder(&mut self, node: Sexp, arguments: &[Sexp], op: Option<Op>) -> Result<(), ParseError> {
        let &[variables, body] = arguments else {
            return Err(self.tree.error(node, "variables and a body were expected here"));
        };
        let sorted = sorted_variables(self.terms, self.tree, variables)?;
        let bound = self.names.bind_variables(self.terms, self.tree, &sorted, body);
        self.open.push(match op {
            Some(op) => Task::Quantify(node, op, bound),
            None => Task::Lambda(node, bound),
        });
        let names = sorted.into_iter().map(|(name, _)| name).collect();
        self.open.extend([Task::Unquantify(names), Task::Parse(body)]);
        Ok(())
    }

    fn enter_annotation(&mut self, node: Sexp, arguments: &[Sexp]) -> Result<(), ParseError> {
        let Some((&term, attributes)) = arguments.split_first() else {
            return Err(self.tree.error(node, "`!` takes a term and attributes"));
        };
        for pair in attributes.windows(2).filter(|pair| self.tree.keyword(pair[0]) == Some("named")) {
            if self.names.variables > 0 {
                return Err(self.tree.error(pair[0], "a term below a quantifier or in a definition cannot be named"));
            }
            let name = self.tree.symbol(pair[1]).ok_or_else(|| self.tree.error(pair[1], "a name was expected here"))?;
            self.open.push(Task::Name(name));
        }
        self.open.push(Task::Parse(term));
        Ok(())
    }
}

/// The body with the arguments for the parameters.
fn expand(terms: &mut Terms, definition: &Macro, arguments: &[TermId]) -> Result<TermId, String> {
    if definition.parameters.len() != arguments.len() {
        return Err(format!("takes {} operands, not {}", definition.parameters.len(), arguments.len()));
    }
    let mut replacements = Substitution::new();
    for (&parameter, &argument) in definition.parameters.iter().zip(arguments) {
        let wanted = terms.symbol(parameter).result;
        if wanted != terms.sort(argument) {
            let (wanted, found) = (terms.sort_text(wanted), terms.sort_text(terms.sort(argument)));
            return Err(format!("an operand must be {wanted}, not {found}"));
        }
        replacements.insert(parameter, argument);
    }
    Ok(terms.substitute(definition.body, &replacements))
}
