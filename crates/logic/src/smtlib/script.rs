//! Whole scripts: declarations, definitions, assertions and the stack.
//!
//! Definitions are expanded where they are used. A name that the script declares while the pool knows it with other sorts
//! gets a new name in the pool. Options and information are kept out of the result, since they do not change what is asked.

use crate::pool::{SymbolId, TermId, Terms};
use crate::smtlib::name::decode;
use crate::smtlib::print::{print_declaration, write_term};
use crate::smtlib::read::{Atom, ParseError, Sexp, Tree, read};
use crate::smtlib::scope::{Macro, Names};
use crate::smtlib::term::{self, parse_sort, sorted_variables};
use crate::smtlib::{operators, symbol_text};
use crate::sort::SortId;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    SetLogic(String),
    Declare(SymbolId),
    Assert(TermId),
    CheckSat,
    CheckSatAssuming(Vec<TermId>),
    Push(u32),
    Pop(u32),
    GetModel,
    GetValue(Vec<TermId>),
    GetUnsatCore,
    Exit,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Script {
    pub commands: Vec<Command>,
}

impl Script {
    /// The assertions that hold at the end, after all pops.
    pub fn assertions(&self) -> Vec<TermId> {
        let mut levels = vec![Vec::new()];
        for command in &self.commands {
            match command {
                Command::Assert(term) => levels.last_mut().expect("the first level stays").push(*term),
                Command::Push(count) => levels.extend((0..*count).map(|_| Vec::new())),
                Command::Pop(count) => levels.truncate(levels.len().saturating_sub(*count as usize).max(1)),
                _ => {}
            }
        }
        levels.concat()
    }

    /// Declarations of all symbols that the terms mention, the terms as assertions, and a check.
    pub fn asserting(terms: &Terms, assertions: &[TermId]) -> Script {
        let symbols = terms.free_symbols(assertions);
        let declarations = symbols.into_iter().map(Command::Declare);
        let assertions = assertions.iter().map(|&term| Command::Assert(term));
        Script { commands: declarations.chain(assertions).chain([Command::CheckSat]).collect() }
    }
}

/// A command per line.
pub fn print_script(terms: &Terms, script: &Script) -> String {
    let mut text = String::new();
    for command in &script.commands {
        text.push_str(&print_command(terms, command));
        text.push('\n');
    }
    text
}

/// The command without a line end.
pub fn print_command(terms: &Terms, command: &Command) -> String {
    let list = |head: &str, operands: &[TermId], tail: &str| {
        let mut text = head.to_owned();
        for (place, &operand) in operands.iter().enumerate() {
            text.push_str(if place == 0 { "" } else { " " });
            write_term(terms, operand, &mut text).expect("writing to a string does not fail");
        }
        text.push_str(tail);
        text
    };
    match command {
        Command::SetLogic(name) => format!("(set-logic {})", symbol_text(name)),
        Command::Declare(symbol) => print_declaration(terms, *symbol),
        Command::Assert(term) => list("(assert ", &[*term], ")"),
        Command::CheckSat => "(check-sat)".to_owned(),
        Command::CheckSatAssuming(operands) => list("(check-sat-assuming (", operands, "))"),
        Command::Push(count) => format!("(push {count})"),
        Command::Pop(count) => format!("(pop {count})"),
        Command::GetModel => "(get-model)".to_owned(),
        Command::GetValue(operands) => list("(get-value (", operands, "))"),
        Command::GetUnsatCore => "(get-unsat-core)".to_owned(),
        Command::Exit => "(exit)".to_owned(),
    }
}

pub fn parse_script(terms: &mut Terms, text: &str) -> Result<Script, ParseError> {
    let tree = read(text)?;
    let mut parser =
        ScriptParser { terms, tree: &tree, names: Names::of_script(), levels: Vec::new(), script: Script::default() };
    for &node in tree.top() {
        parser.command(node)?;
    }
    Ok(parser.script)
}

/// How many levels a script may push: more is a mistake, and each keeps its names.
const MAX_LEVELS: usize = 10_000;

struct ScriptParser<'p, 't> {
    terms: &'p mut Terms,
    tree: &'p Tree<'t>,
    names: Names,
    /// The names that each level added, which go with it.
    levels: Vec<Vec<String>>,
    script: Script,
}

impl ScriptParser<'_, '_> {
    fn command(&mut self, node: Sexp) -> Result<(), ParseError> {
        let tree = self.tree;
        let list = tree.list(node).unwrap_or(&[]);
        let Some((name, arguments)) = list.split_first().and_then(|(&head, rest)| Some((tree.symbol(head)?, rest)))
        else {
            return Err(tree.error(node, "a command was expected here"));
        };
        let command = match (name, arguments) {
            ("set-info" | "set-option" | "echo" | "get-info" | "get-option", _) => return Ok(()),
            ("set-logic", &[logic]) => {
                let logic = tree.symbol(logic).ok_or_else(|| tree.error(logic, "a name was expected here"))?;
                Command::SetLogic(decode(logic).into_owned())
            }
            ("declare-const", &[name, sort]) => self.declare(name, &[], sort)?,
            ("declare-fun", &[name, parameters, sort]) => {
                let list = tree.list(parameters);
                let list = list.ok_or_else(|| tree.error(parameters, "a list of sorts was expected here"))?;
                self.declare(name, list, sort)?
            }
            ("define-const", &[name, sort, body]) => return self.define(name, None, sort, body),
            ("define-fun", &[name, parameters, sort, body]) => return self.define(name, Some(parameters), sort, body),
            ("assert", &[term]) => Command::Assert(self.formula(term)?),
            ("check-sat", []) => Command::CheckSat,
            ("check-sat-assuming", &[list]) => Command::CheckSatAssuming(self.formulas(list, true)?),
            ("push", &[] | &[_]) => {
                let count = self.count(arguments)?;
                if self.levels.len() + count as usize > MAX_LEVELS {
                    return Err(tree.error(node, format!("more than {MAX_LEVELS} levels")));
                }
                self.levels.extend((0..count).map(|_| Vec::new()));
                Command::Push(count)
            }
            ("pop", &[] | &[_]) => {
                let count = self.count(arguments)?;
                self.pop(node, count)?;
                Command::Pop(count)
            }
            ("get-model", []) => Command::GetModel,
            ("get-value", &[list]) => Command::GetValue(self.formulas(list, false)?),
            ("get-unsat-core", []) => Command::GetUnsatCore,
            ("exit", []) => Command::Exit,
            _ => return Err(tree.error(node, format!("`{name}` is not supported in this form"))),
        };
        self.script.commands.push(command);
        Ok(())
    }

    fn formula(&mut self, node: Sexp) -> Result<TermId, ParseError> {
        let term = term::parse(self.terms, self.tree, &mut self.names, node)?;
        if self.terms.sort(term) != SortId::BOOL {
            let found = self.terms.sort_text(self.terms.sort(term));
            return Err(self.tree.error(node, format!("a formula must be Bool, not {found}")));
        }
        Ok(term)
    }

    fn formulas(&mut self, node: Sexp, boolean: bool) -> Result<Vec<TermId>, ParseError> {
        let list = self.tree.list(node).ok_or_else(|| self.tree.error(node, "a list of terms was expected here"))?;
        let mut found = Vec::new();
        for &item in list {
            found.push(match boolean {
                true => self.formula(item)?,
                false => term::parse(self.terms, self.tree, &mut self.names, item)?,
            });
        }
        Ok(found)
    }

    fn count(&self, arguments: &[Sexp]) -> Result<u32, ParseError> {
        let Some(&node) = arguments.first() else { return Ok(1) };
        let number = match self.tree.atom(node) {
            Some(Atom::Numeral(digits)) => digits.parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.tree.error(node, "a small number was expected here"))
    }

    fn pop(&mut self, node: Sexp, count: u32) -> Result<(), ParseError> {
        for _ in 0..count {
            let Some(level) = self.levels.pop() else {
                return Err(self.tree.error(node, "more levels are popped than were pushed"));
            };
            for name in level {
                self.names.macros.remove(&name);
                self.declared().remove(&name);
            }
        }
        Ok(())
    }

    fn declared(&mut self) -> &mut std::collections::HashMap<String, SymbolId> {
        self.names.declared.as_mut().expect("a script declares its symbols")
    }

    /// The new name at this node, which must be free.
    fn new_name(&mut self, node: Sexp) -> Result<String, ParseError> {
        let text = self.tree.symbol(node).ok_or_else(|| self.tree.error(node, "a name was expected here"))?;
        let name = decode(text).into_owned();
        if operators::is_operator(text) {
            return Err(self.tree.error(node, format!("`{text}` has a meaning of its own")));
        }
        if self.names.macros.contains_key(&name) || self.declared().contains_key(&name) {
            return Err(self.tree.error(node, format!("`{text}` is declared twice")));
        }
        if let Some(level) = self.levels.last_mut() {
            level.push(name.clone());
        }
        Ok(name)
    }

    fn declare(&mut self, name: Sexp, parameters: &[Sexp], sort: Sexp) -> Result<Command, ParseError> {
        let name = self.new_name(name)?;
        let mut arguments = Vec::new();
        for &parameter in parameters {
            arguments.push(parse_sort(self.terms, self.tree, parameter, 0)?);
        }
        let result = parse_sort(self.terms, self.tree, sort, 0)?;
        let symbol = match self.terms.declare(&name, &arguments, result) {
            Ok(symbol) => symbol,
            Err(_) => {
                let other = self.terms.fresh_name(&name);
                self.terms.declare(&other, &arguments, result).expect("a fresh name is free")
            }
        };
        self.declared().insert(name, symbol);
        Ok(Command::Declare(symbol))
    }

    fn define(&mut self, name: Sexp, parameters: Option<Sexp>, sort: Sexp, body: Sexp) -> Result<(), ParseError> {
        let tree = self.tree;
        let sorted = match parameters {
            Some(parameters) => sorted_variables(self.terms, tree, parameters)?,
            None => Vec::new(),
        };
        let result = parse_sort(self.terms, tree, sort, 0)?;
        let definition = define(self.terms, tree, &mut self.names, &sorted, result, body)?;
        let name = self.new_name(name)?;
        self.names.macros.insert(name, definition);
        Ok(())
    }
}

/// Reads the body of a definition, with its parameters bound.
pub fn define(
    terms: &mut Terms,
    tree: &Tree<'_>,
    names: &mut Names,
    parameters: &[(&str, SortId)],
    result: SortId,
    body: Sexp,
) -> Result<Macro, ParseError> {
    let variables = names.bind_variables(terms, tree, parameters, body);
    let mut term = term::parse(terms, tree, names, body)?;
    let texts: Vec<&str> = parameters.iter().map(|&(text, _)| text).collect();
    names.unbind_variables(&texts);
    if result == SortId::REAL {
        term = operators::to_real(terms, term);
    }
    if terms.sort(term) != result {
        let (wanted, found) = (terms.sort_text(result), terms.sort_text(terms.sort(term)));
        return Err(tree.error(body, format!("the body must be {wanted}, not {found}")));
    }
    let parameters = variables.iter().map(|&variable| terms.bound_symbol(variable)).collect();
    Ok(Macro { parameters, body: term })
}
