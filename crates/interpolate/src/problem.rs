//! The problem as the search sees it: clauses, each in its partition, and what they are made of.
//!
//! Invariants: every clause of a partition is implied by its formula (with auxiliary names and skolem constants that
//! belong to that partition alone); every variable and opaque atom is a term over the sequence's symbols.

use std::collections::{BTreeMap, HashMap, HashSet};

use heureka_linear::Var;
use heureka_logic::{Op, SymbolId, TermId, Terms};

use crate::arrays::ArrayTerms;
use crate::atoms::{Atoms, Literal};
use crate::sums::{Sum, Variables};
use crate::vocabulary::{Partition, Span, Vocabulary};

/// A disjunction that the formula of a partition implies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    pub literals: Vec<Literal>,
    pub partition: Partition,
}

/// What an application is congruent by: applications of one function to equal arguments are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    Symbol(SymbolId),
    /// Reading this array.
    Read(TermId),
}

/// A function applied to arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    pub term: TermId,
    pub arguments: Vec<TermId>,
}

/// Why a formula cannot be treated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    pub term: TermId,
    pub why: String,
}

pub struct Problem<'t> {
    pub terms: &'t mut Terms,
    pub vocabulary: Vocabulary,
    pub atoms: Atoms,
    pub variables: Variables,
    /// Numeric terms as sums.
    pub sums: HashMap<TermId, Sum>,
    pub applications: BTreeMap<Function, Vec<Application>>,
    pub arrays: ArrayTerms,
    /// Clauses that the search has not taken yet.
    pub new_clauses: Vec<Clause>,
    /// Terms whose defining axioms a partition has.
    pub(crate) defined: HashSet<(TermId, Partition)>,
    /// Names of parts of formulas.
    pub(crate) auxiliaries: HashMap<(TermId, bool, Partition), Literal>,
    /// Axioms that were added, wherever.
    axioms: HashSet<TermId>,
}

impl<'t> Problem<'t> {
    pub fn new(terms: &'t mut Terms, formulas: &[TermId]) -> Problem<'t> {
        let vocabulary = Vocabulary::of(terms, formulas);
        Problem {
            terms,
            vocabulary,
            atoms: Atoms::default(),
            variables: Variables::default(),
            sums: HashMap::new(),
            applications: BTreeMap::new(),
            arrays: ArrayTerms::default(),
            new_clauses: Vec::new(),
            defined: HashSet::new(),
            auxiliaries: HashMap::new(),
            axioms: HashSet::new(),
        }
    }

    pub fn span(&mut self, term: TermId) -> Span {
        self.vocabulary.span(self.terms, term)
    }

    /// Where an expression may be spoken of.
    pub fn span_of_vars(&mut self, vars: impl IntoIterator<Item = Var>) -> Span {
        let everywhere = self.vocabulary.everywhere();
        vars.into_iter().fold(everywhere, |span, var| {
            let term = self.variables.term(var);
            span.meet(self.span(term))
        })
    }

    pub fn add_clause(&mut self, literals: Vec<Literal>, partition: Partition) {
        self.new_clauses.push(Clause { literals, partition });
    }

    /// Adds an axiom to a partition that may speak of it. Says whether it is new, or that there is no such partition.
    pub fn add_axiom(&mut self, axiom: TermId) -> Result<Added, Unsupported> {
        if self.axioms.contains(&axiom) {
            return Ok(Added::Before);
        }
        let span = self.span(axiom);
        if span.is_empty() {
            return Ok(Added::Mixed);
        }
        self.axioms.insert(axiom);
        self.assert(axiom, span.last)?;
        Ok(Added::Now)
    }

    /// Registers an application of a function.
    pub(crate) fn add_application(&mut self, term: TermId) {
        let arguments = self.terms.children(term);
        let (function, arguments) = match self.terms.op(term) {
            Op::Select => (Function::Read(arguments[0]), arguments[1..].to_vec()),
            Op::Symbol(symbol) if !arguments.is_empty() => (Function::Symbol(symbol), arguments.to_vec()),
            _ => return,
        };
        let same = self.applications.entry(function).or_default();
        if same.iter().all(|known| known.term != term) {
            same.push(Application { term, arguments });
        }
    }
}

/// What became of an axiom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    Now,
    /// It was there already.
    Before,
    /// Its symbols share no partition.
    Mixed,
}
