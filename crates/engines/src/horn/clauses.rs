//! The clauses of a program: one predicate for each head of a loop, and for each procedure that is called one for what it
//! is called with and one for what it gives back.
//!
//! Predicates within a procedure that is called also have its inputs as arguments, so that what holds at its exit is
//! a summary. What a procedure is called with is followed only where something in it can fail.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use heureka_ir::{ArrayId, LocId, ProcId, VarId};
use heureka_logic::horn::{Clause, System};
use heureka_logic::{SortId, SymbolId, TermId, Terms};

use super::block::{Block, Call, Exit, Start, Target, block};
use super::encode::{Encoder, State};
use super::names::{Symbols, Vector};
use super::program::{Names, Prepared};
use crate::engine::Task;

/// What a predicate speaks of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Point {
    Head(LocId),
    Entry(ProcId),
    Exit(ProcId),
}

/// A predicate and its arguments: first the inputs of the procedure, then what there is now; variables before arrays.
#[derive(Clone, Debug)]
pub struct Signature {
    pub predicate: SymbolId,
    pub at_entry: Names,
    pub now: Names,
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    pub block: usize,
    pub exit: usize,
}

pub struct Clauses {
    pub blocks: Vec<Block>,
    pub signatures: BTreeMap<Point, Signature>,
    /// By clause.
    pub origins: Vec<Origin>,
    /// Without what is not linear.
    pub system: System,
    /// The same with it; none if everything is linear.
    pub exact: Option<System>,
}

/// Makes the clauses; `None` if they are too many.
pub fn clauses(prepared: &Prepared, task: &Task, encoder: &mut Encoder, symbols: &Symbols) -> Option<Clauses> {
    let program = encoder.program;
    let mut maker = Maker { prepared, encoder, symbols, signatures: BTreeMap::new() };
    let mut blocks = Vec::new();
    let mut known: BTreeSet<Start> = BTreeSet::from([Start::Entry(program.entry)]);
    let mut open: VecDeque<Start> = known.iter().copied().collect();
    while let Some(start) = open.pop_front() {
        let made = block(prepared, task, maker.encoder, symbols, start)?;
        for exit in &made.exits {
            let next = match exit.to {
                Target::Head(loc) => Start::Head(loc),
                Target::Call(_, proc) => Start::Entry(proc),
                Target::Error(_) | Target::Unsupported(_) | Target::Exit(_) => continue,
            };
            if known.insert(next) {
                open.push_back(next);
            }
        }
        blocks.push(made);
    }
    let (mut system, mut exact) = (System::default(), System::default());
    let mut origins = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        for (number, exit) in block.exits.iter().enumerate() {
            let Some(clause) = maker.clause(block, exit, false) else { continue };
            system.clauses.push(clause);
            // What is impossible without the meanings is so with them.
            let with = maker.clause(block, exit, true).unwrap_or(Clause {
                body: Vec::new(),
                constraint: Terms::FALSE,
                head: None,
            });
            exact.clauses.push(with);
            origins.push(Origin { block: at, exit: number });
        }
    }
    let Maker { signatures, .. } = maker;
    system.predicates = signatures.values().map(|signature| signature.predicate).collect();
    exact.predicates = system.predicates.clone();
    let is_linear = !blocks.iter().any(Block::has_meanings);
    let exact = (!is_linear).then_some(exact);
    Some(Clauses { blocks, signatures, origins, system, exact })
}

struct Maker<'a, 'p> {
    prepared: &'a Prepared,
    encoder: &'a mut Encoder<'p>,
    symbols: &'a Symbols,
    signatures: BTreeMap<Point, Signature>,
}

impl Clauses {
    /// The point that a predicate speaks of.
    pub fn point(&self, predicate: SymbolId) -> Option<Point> {
        self.signatures.iter().find(|(_, signature)| signature.predicate == predicate).map(|(point, _)| *point)
    }
}

impl Maker<'_, '_> {
    /// The clause of an exit; `None` if nothing comes there, or nobody wants to know.
    fn clause(&mut self, block: &Block, exit: &Exit, with_meanings: bool) -> Option<Clause> {
        let mut parts = block.sides(&mut self.encoder.terms, exit, with_meanings);
        parts.push(exit.state.path);
        let constraint = self.encoder.terms.and(&parts);
        let constraint = self.encoder.simple(constraint);
        if self.encoder.terms.as_bool(constraint) == Some(false) {
            return None;
        }
        let mut body: Vec<TermId> = self.begin(block.start).into_iter().collect();
        for &call in &exit.calls {
            body.push(self.summary(&block.calls[call]));
        }
        let head = match exit.to {
            Target::Error(_) | Target::Unsupported(_) => None,
            Target::Head(loc) => Some(self.arrive(Point::Head(loc), &exit.state)),
            Target::Exit(proc) => Some(self.arrive(Point::Exit(proc), &exit.state)),
            Target::Call(call, proc) if self.prepared.can_fail[proc.index()] => {
                Some(self.called(proc, &block.calls[call]))
            }
            Target::Call(..) => return None,
        };
        Some(Clause { body, constraint, head })
    }

    /// What holds where a block begins.
    fn begin(&mut self, start: Start) -> Option<TermId> {
        let symbols = self.symbols;
        let point = match start {
            Start::Head(loc) => Point::Head(loc),
            Start::Entry(proc) if self.prepared.is_called[proc.index()] && self.prepared.can_fail[proc.index()] => {
                Point::Entry(proc)
            }
            Start::Entry(_) => return None,
        };
        let signature = self.signature(point);
        let arguments = parameters(symbols, &signature);
        Some(self.encoder.terms.call(signature.predicate, &arguments))
    }

    fn arrive(&mut self, point: Point, state: &State) -> TermId {
        let signature = self.signature(point);
        let mut arguments = of_vector(&self.symbols.at_entry, &signature.at_entry);
        for &var in &signature.now.vars {
            let value = state.vars[var.index()].map(|value| value.term);
            arguments.push(value.unwrap_or_else(|| self.encoder.terms.fresh("unset", SortId::INT)));
        }
        arguments.extend(signature.now.arrays.iter().map(|array| state.arrays[array.index()]));
        self.encoder.terms.call(signature.predicate, &arguments)
    }

    fn called(&mut self, proc: ProcId, call: &Call) -> TermId {
        let signature = self.signature(Point::Entry(proc));
        let arguments = of_map(&call.given, &signature.at_entry);
        self.encoder.terms.call(signature.predicate, &arguments)
    }

    fn summary(&mut self, call: &Call) -> TermId {
        let signature = self.signature(Point::Exit(call.proc));
        let mut arguments = of_map(&call.given, &signature.at_entry);
        arguments.extend(of_map(&call.got, &signature.now));
        self.encoder.terms.call(signature.predicate, &arguments)
    }

    fn signature(&mut self, point: Point) -> Signature {
        if let Some(known) = self.signatures.get(&point) {
            return known.clone();
        }
        let prepared = self.prepared;
        let program = self.encoder.program;
        let proc = match point {
            Point::Head(loc) => program.loc(loc).proc,
            Point::Entry(proc) | Point::Exit(proc) => proc,
        };
        let name = &program.proc(proc).name;
        let (name, now) = match point {
            Point::Head(loc) => {
                let live = prepared.live(loc);
                let is_known = |var: &VarId| self.encoder.range_at(loc, *var).as_point().is_some();
                let vars = live.vars.iter().copied().filter(|var| !is_known(var)).collect();
                (format!("{name}@{}", loc.index()), Names { vars, arrays: live.arrays.clone() })
            }
            Point::Entry(_) => (format!("{name}@entry"), Names::default()),
            Point::Exit(proc) => (format!("{name}@exit"), prepared.outputs(proc).clone()),
        };
        let at_entry = match prepared.is_called[proc.index()] {
            true => prepared.inputs(proc),
            false => Names::default(),
        };
        let mut sorts = Vec::new();
        for names in [&at_entry, &now] {
            sorts.extend(names.vars.iter().map(|_| SortId::INT));
            for array in &names.arrays {
                sorts.push(self.encoder.sort(program.array(*array)));
            }
        }
        let name = match self.encoder.terms.find_symbol(&name) {
            None => name,
            Some(_) => self.encoder.terms.fresh_name(&name),
        };
        let predicate = self.encoder.terms.declare(&name, &sorts, SortId::BOOL).expect("the name is new");
        let signature = Signature { predicate, at_entry, now };
        self.signatures.insert(point, signature.clone());
        signature
    }
}

/// The symbols of the arguments of a predicate.
pub fn parameters(symbols: &Symbols, signature: &Signature) -> Vec<TermId> {
    let mut all = of_vector(&symbols.at_entry, &signature.at_entry);
    all.extend(of_vector(&symbols.now, &signature.now));
    all
}

fn of_vector(vector: &Vector, names: &Names) -> Vec<TermId> {
    let vars = names.vars.iter().map(|var| vector.vars[var.index()]);
    vars.chain(names.arrays.iter().map(|array| vector.arrays[array.index()])).collect()
}

fn of_map(map: &(BTreeMap<VarId, TermId>, BTreeMap<ArrayId, TermId>), names: &Names) -> Vec<TermId> {
    let vars = names.vars.iter().map(|var| map.0[var]);
    vars.chain(names.arrays.iter().map(|array| map.1[array])).collect()
}
