//! Whether formulas speak of what they may speak of. Whatever passes here can be said without looking whether ids exist.

use std::collections::BTreeSet;

use heureka_ir::certificate::{Contract, HeadInvariants};
use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::{ArrayId, ProcId, Program, VarId};

/// How deep formulas may be nested.
const DEEPEST: u32 = 500;

/// What a formula may speak of.
struct Scope<'a> {
    program: &'a Program,
    proc: ProcId,
    /// All variables and arrays of the procedure, and not only what others know of it.
    is_inside: bool,
    /// Locals whose values others know.
    known: &'a [VarId],
    has_entry: bool,
    open: BTreeSet<BoundId>,
    bound: BTreeSet<BoundId>,
}

/// The reason why certificates for the program cannot be checked, if there is one.
pub fn check(program: &Program, invariants: &HeadInvariants) -> Result<(), String> {
    let mut heads = BTreeSet::new();
    for (head, formula) in &invariants.at {
        if head.index() >= program.locs.len() {
            return Err(format!("{head} does not exist"));
        }
        if !heads.insert(*head) {
            return Err(format!("{head} has two invariants"));
        }
        let proc = program.loc(*head).proc;
        let mut scope = Scope::of(program, proc, &[]);
        (scope.is_inside, scope.has_entry) = (true, true);
        scope.formula(formula, 0).map_err(|reason| format!("the invariant of {head}: {reason}"))?;
    }
    let mut procs = BTreeSet::new();
    for Contract { procedure, before, after } in &invariants.contracts {
        if procedure.index() >= program.procs.len() {
            return Err(format!("{procedure} does not exist"));
        }
        if !procs.insert(*procedure) {
            return Err(format!("{procedure} has two contracts"));
        }
        let proc = program.proc(*procedure);
        let named = |reason: String| format!("the contract of {}: {reason}", proc.name);
        Scope::of(program, *procedure, &proc.params).formula(before, 0).map_err(named)?;
        let mut scope = Scope::of(program, *procedure, &proc.results);
        scope.has_entry = true;
        scope.formula(after, 0).map_err(named)?;
    }
    Ok(())
}

impl<'a> Scope<'a> {
    fn of(program: &'a Program, proc: ProcId, known: &'a [VarId]) -> Scope<'a> {
        let (open, bound) = (BTreeSet::new(), BTreeSet::new());
        Scope { program, proc, is_inside: false, known, has_entry: false, open, bound }
    }

    fn formula(&mut self, formula: &Formula, depth: u32) -> Result<(), String> {
        if depth > DEEPEST {
            return Err("it is nested too deeply".to_owned());
        }
        match formula {
            Formula::Bool(_) => Ok(()),
            Formula::Not(a) => self.formula(a, depth + 1),
            Formula::And(all) | Formula::Or(all) => all.iter().try_for_each(|a| self.formula(a, depth + 1)),
            Formula::Compare(number, relation) => {
                if let Relation::Modulo { modulus, .. } = relation {
                    positive(*modulus)?;
                }
                self.number(number, depth + 1)
            }
            Formula::ForAll(bound, body) | Formula::Exists(bound, body) => {
                for id in bound {
                    if !self.bound.insert(*id) {
                        return Err(format!("the variable {} is bound twice", id.0));
                    }
                    self.open.insert(*id);
                }
                self.formula(body, depth + 1)?;
                self.open.retain(|id| !bound.contains(id));
                Ok(())
            }
        }
    }

    fn number(&mut self, number: &Number, depth: u32) -> Result<(), String> {
        if depth > DEEPEST {
            return Err("it is nested too deeply".to_owned());
        }
        match number {
            Number::Const(_) => Ok(()),
            Number::Value(value) => self.value(*value),
            Number::Bound(id) if self.open.contains(id) => Ok(()),
            Number::Bound(id) => Err(format!("the variable {} is not bound where it occurs", id.0)),
            Number::Read(array, indices) => {
                self.array(*array, indices.len())?;
                indices.iter().try_for_each(|index| self.number(index, depth + 1))
            }
            Number::Sum(terms, _) => terms.iter().try_for_each(|(term, _)| self.number(term, depth + 1)),
            Number::Product(a, b) => {
                self.number(a, depth + 1)?;
                self.number(b, depth + 1)
            }
            Number::Quotient(a, by) | Number::Remainder(a, by) => {
                positive(*by)?;
                self.number(a, depth + 1)
            }
            Number::Choice(condition, a, b) => {
                self.formula(condition, depth + 1)?;
                self.number(a, depth + 1)?;
                self.number(b, depth + 1)
            }
        }
    }

    fn value(&self, value: Value) -> Result<(), String> {
        let (Value::Now(var) | Value::AtEntry(var)) = value;
        if var.index() >= self.program.vars.len() {
            return Err(format!("{var} does not exist"));
        }
        let declared = self.program.var(var);
        let is_fine = match (value, declared.owner) {
            (Value::AtEntry(_), _) if !self.has_entry => {
                return Err("it speaks of the entry where there is only one moment".to_owned());
            }
            (_, None) => true,
            (Value::AtEntry(_), Some(_)) => self.program.proc(self.proc).params.contains(&var),
            (Value::Now(_), Some(owner)) => owner == self.proc && (self.is_inside || self.known.contains(&var)),
        };
        if is_fine { Ok(()) } else { Err(format!("it speaks of {}, which is not known there", declared.name)) }
    }

    fn array(&self, array: ArrayId, indices: usize) -> Result<(), String> {
        if array.index() >= self.program.arrays.len() {
            return Err(format!("{array} does not exist"));
        }
        let declared = self.program.array(array);
        if declared.dims.len() != indices {
            return Err(format!("{indices} indices for the {} dimensions of {}", declared.dims.len(), declared.name));
        }
        match declared.owner {
            None => Ok(()),
            Some(owner) if owner == self.proc && self.is_inside => Ok(()),
            Some(_) => Err(format!("it speaks of {}, which is not known there", declared.name)),
        }
    }
}

fn positive(number: i128) -> Result<(), String> {
    if number > 0 { Ok(()) } else { Err(format!("{number} is no divisor")) }
}
