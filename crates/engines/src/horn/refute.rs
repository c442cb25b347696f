//! From a derivation to an execution.
//!
//! A derivation is a chain of clauses from the start of the program to an error, with a chain of its own for every call that
//! returns. Which clauses they are is told by their predicates and, where that is not enough, by their values. The blocks of the
//! chain are put together to one formula, exact whatever the clauses were; its model gives the answers that the interpreter
//! asks for, and the interpreter has the last word.

use heureka_ir::interpret::{Choice, Choices, Fill};
use heureka_ir::{Array, LocKind, Trace};
use heureka_logic::horn::{Derivation, Step};
use heureka_logic::solver::{Answer as Said, Solver, SolverError};
use heureka_logic::{Assignment, SortId, Substitution, SymbolId, TermId, Value, evaluate_all};

use super::block::{Answer, Event, Start, Target};
use super::clauses::{Clauses, Origin, Point};
use super::encode::Encoder;
use super::names::Symbols;
use crate::common::execution;
use crate::engine::{Context, StopReason, Task};

/// What came of a derivation.
pub enum Followed {
    Execution(Trace),
    /// It has no execution.
    Spurious,
    /// It is not known whether it has.
    Undecided(StopReason),
}

/// What the engine knows of the program.
pub struct Known<'a, 'p> {
    pub clauses: &'a Clauses,
    pub encoder: &'a mut Encoder<'p>,
    pub symbols: &'a Symbols,
}

/// Follows a derivation whose predicates speak of the points that `point_of` tells.
pub fn follow(
    known: &mut Known,
    derivation: &Derivation,
    point_of: impl Fn(SymbolId) -> Option<Point>,
    task: &Task,
    cx: &Context,
) -> Followed {
    let undecided = |text: &str| Followed::Undecided(StopReason::Inconclusive(text.to_owned()));
    let points: Vec<Option<Point>> = derivation.steps.iter().map(|step| step.predicate.and_then(&point_of)).collect();
    let Some(last) = derivation.steps.len().checked_sub(1) else { return undecided("a derivation without steps") };
    let mut doubt = None;
    let mut at = 0;
    // Errors at several places may look alike; arrays make the difference, and their contents are not told.
    loop {
        let Ok(solver) = cx.solver() else { return undecided("no solver") };
        let (steps, points) = (&derivation.steps[..], points.clone());
        let mut follower =
            Follower { known, steps, points, solver, constraints: Vec::new(), asks: Vec::new(), depth: 0 };
        let mut ends = follower.candidates(last);
        if at >= ends.len() {
            break;
        }
        let end = ends.swap_remove(at);
        at += 1;
        let followed = match follower.whole(end) {
            Some(end) => follower.conclude(end, task, cx),
            None => undecided("a derivation of an error that does not fit the program"),
        };
        match followed {
            Followed::Execution(trace) => return Followed::Execution(trace),
            Followed::Spurious => {}
            Followed::Undecided(reason) => {
                doubt.get_or_insert(reason);
            }
        }
    }
    match doubt {
        Some(reason) => Followed::Undecided(reason),
        None if at == 0 => undecided("a derivation of an error that does not fit the program"),
        None => Followed::Spurious,
    }
}

struct Follower<'a, 'k, 'p, 'c> {
    known: &'a mut Known<'k, 'p>,
    steps: &'a [Step],
    /// By step: what it derives; none for the error.
    points: Vec<Option<Point>>,
    solver: Box<dyn Solver + 'c>,
    constraints: Vec<TermId>,
    /// What is asked, and whether.
    asks: Vec<(TermId, Answer)>,
    depth: usize,
}

/// A step with its clause and its premises.
struct Chosen {
    origin: Origin,
    /// The step in which the block begins.
    from: Option<usize>,
    /// By call of the exit.
    calls: Vec<usize>,
}

/// Deeper calls are not followed.
const DEEPEST: usize = 2_000;

impl Follower<'_, '_, '_, '_> {
    /// The whole execution that ends with this step; its last block and exit.
    fn whole(&mut self, last: Chosen) -> Option<Origin> {
        let mut at = last.from;
        let mut chain = vec![last];
        while let Some(step) = at {
            let chosen = self.choose(step)?;
            at = chosen.from;
            chain.push(chosen);
        }
        chain.reverse();
        let end = chain.last()?.origin;
        let first = &self.known.clauses.blocks[chain[0].origin.block];
        if first.start != Start::Entry(self.known.encoder.program.entry) {
            return None;
        }
        self.run(&chain, Vec::new())?;
        Some(end)
    }

    /// The way through a procedure whose summary a step derives, with these inputs: its outputs.
    fn activation(&mut self, step: usize, given: Vec<TermId>) -> Option<Vec<TermId>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut chain = Vec::new();
        let mut at = Some(step);
        while let Some(step) = at {
            let chosen = self.choose(step)?;
            let block = &self.known.clauses.blocks[chosen.origin.block];
            at = chosen.from.filter(|_| matches!(block.start, Start::Head(_)));
            chain.push(chosen);
        }
        chain.reverse();
        let outputs = self.run(&chain, given);
        self.depth -= 1;
        outputs
    }

    /// Runs blocks one after the other; `given` are the inputs of the first procedure. The outputs of the last, if it ends.
    fn run(&mut self, chain: &[Chosen], mut given: Vec<TermId>) -> Option<Vec<TermId>> {
        let clauses = self.known.clauses;
        // The values of the symbols at the last cut point.
        let mut state = Substitution::new();
        for chosen in chain {
            let block = &clauses.blocks[chosen.origin.block];
            let exit = &block.exits[chosen.origin.exit];
            if let Start::Entry(proc) = block.start {
                state.clear();
                let inputs = clauses.signatures.get(&Point::Exit(proc)).or(clauses.signatures.get(&Point::Entry(proc)));
                if let Some(signature) = inputs {
                    let vector = &self.known.symbols.at_entry;
                    let vars = signature.at_entry.vars.iter().map(|var| vector.vars[var.index()]);
                    let arrays = signature.at_entry.arrays.iter().map(|array| vector.arrays[array.index()]);
                    let symbols: Vec<TermId> = vars.chain(arrays).collect();
                    for (symbol, value) in symbols.into_iter().zip(&given) {
                        let symbol = self.known.encoder.terms.as_constant(symbol)?;
                        state.insert(symbol, *value);
                    }
                }
            }
            let mut sides = block.sides(&mut self.known.encoder.terms, exit, true);
            sides.push(exit.state.path);
            let mut names = state.clone();
            let mut calls = chosen.calls.iter();
            for event in &block.events {
                match event {
                    Event::Ask { path, answer } => {
                        let path = self.renamed(*path, &mut names);
                        let answer = match *answer {
                            Answer::Value(term, ty) => Answer::Value(self.renamed(term, &mut names), ty),
                            Answer::Contents(term, array, dims) => {
                                Answer::Contents(self.renamed(term, &mut names), array, dims)
                            }
                        };
                        self.asks.push((path, answer));
                    }
                    Event::Call(call) if matches!(exit.to, Target::Call(number, _) if number == *call) => break,
                    Event::Call(call) if exit.calls.contains(call) => {
                        let made = &block.calls[*call];
                        let given: Vec<TermId> = made.given.0.values().chain(made.given.1.values()).copied().collect();
                        let given = given.into_iter().map(|term| self.renamed(term, &mut names)).collect();
                        let outputs = self.activation(*calls.next()?, given)?;
                        let got = made.got.0.values().chain(made.got.1.values());
                        for (symbol, value) in got.zip(outputs) {
                            let symbol = self.known.encoder.terms.as_constant(*symbol)?;
                            names.insert(symbol, value);
                        }
                    }
                    Event::Call(_) => {}
                }
            }
            for side in sides {
                let side = self.renamed(side, &mut names);
                self.constraints.push(side);
            }
            match exit.to {
                Target::Head(loc) => {
                    let signature = &clauses.signatures[&Point::Head(loc)];
                    let mut next = Substitution::new();
                    for (symbol, value) in &state {
                        if self.is_at_entry(*symbol) {
                            next.insert(*symbol, *value);
                        }
                    }
                    for &var in &signature.now.vars {
                        let value = self.value(exit.state.vars[var.index()].map(|value| value.term), &mut names);
                        let symbol = self.known.symbols.now.vars[var.index()];
                        next.insert(self.known.encoder.terms.as_constant(symbol)?, value);
                    }
                    for &array in &signature.now.arrays {
                        let value = self.renamed(exit.state.arrays[array.index()], &mut names);
                        let symbol = self.known.symbols.now.arrays[array.index()];
                        next.insert(self.known.encoder.terms.as_constant(symbol)?, value);
                    }
                    state = next;
                }
                Target::Call(call, _) => {
                    let made = &block.calls[call];
                    let terms: Vec<TermId> = made.given.0.values().chain(made.given.1.values()).copied().collect();
                    given = terms.into_iter().map(|term| self.renamed(term, &mut names)).collect();
                }
                Target::Exit(proc) => {
                    let signature = &clauses.signatures[&Point::Exit(proc)];
                    let mut outputs = Vec::new();
                    for &var in &signature.now.vars {
                        outputs.push(self.value(exit.state.vars[var.index()].map(|value| value.term), &mut names));
                    }
                    for &array in &signature.now.arrays {
                        outputs.push(self.renamed(exit.state.arrays[array.index()], &mut names));
                    }
                    return Some(outputs);
                }
                Target::Error(_) | Target::Unsupported(_) => return Some(Vec::new()),
            }
        }
        None
    }

    fn is_at_entry(&self, symbol: SymbolId) -> bool {
        let terms = &self.known.encoder.terms;
        let vector = &self.known.symbols.at_entry;
        vector.vars.iter().chain(&vector.arrays).any(|term| terms.as_constant(*term) == Some(symbol))
    }

    fn value(&mut self, term: Option<TermId>, names: &mut Substitution) -> TermId {
        match term {
            Some(term) => self.renamed(term, names),
            None => self.known.encoder.terms.fresh("unset", SortId::INT),
        }
    }

    /// The term with the symbols of this block; those that are new get new names.
    fn renamed(&mut self, term: TermId, names: &mut Substitution) -> TermId {
        let terms = &mut self.known.encoder.terms;
        for symbol in terms.free_symbols(&[term]) {
            let declared = terms.symbol(symbol);
            if declared.arguments.is_empty() && !names.contains_key(&symbol) {
                let (name, sort) = (declared.name.clone(), declared.result);
                let copy = terms.fresh(&name, sort);
                names.insert(symbol, copy);
            }
        }
        terms.substitute(term, names)
    }

    /// The clause of a step.
    fn choose(&mut self, step: usize) -> Option<Chosen> {
        self.candidates(step).into_iter().next()
    }

    /// The clauses that a step may come from; those whose values fit come first.
    fn candidates(&mut self, step: usize) -> Vec<Chosen> {
        let clauses = self.known.clauses;
        let premises = &self.steps[step].premises;
        let mut candidates = Vec::new();
        for (at, origin) in clauses.origins.iter().enumerate() {
            let block = &clauses.blocks[origin.block];
            let exit = &block.exits[origin.exit];
            let head = match exit.to {
                Target::Error(_) | Target::Unsupported(_) => None,
                Target::Head(loc) => Some(Point::Head(loc)),
                Target::Exit(proc) => Some(Point::Exit(proc)),
                Target::Call(_, proc) => Some(Point::Entry(proc)),
            };
            if head != self.points[step] {
                continue;
            }
            let start = match block.start {
                Start::Head(loc) => Some(Point::Head(loc)),
                Start::Entry(proc) => Some(Point::Entry(proc)).filter(|point| clauses.signatures.contains_key(point)),
            };
            let derives = |premise: &usize, point: Point| self.points[*premise] == Some(point);
            let from: Vec<usize> = match start {
                None => Vec::new(),
                Some(start) => premises.iter().copied().filter(|premise| derives(premise, start)).collect(),
            };
            if start.is_some() && from.is_empty() {
                continue;
            }
            let wanted: Vec<Point> = exit.calls.iter().map(|call| Point::Exit(block.calls[*call].proc)).collect();
            let others: Vec<usize> =
                premises.iter().copied().filter(|premise| start.is_none_or(|start| !derives(premise, start))).collect();
            if others.iter().any(|other| !wanted.contains(&self.points[*other].unwrap_or(Point::Head(NOWHERE)))) {
                continue;
            }
            for calls in arrangements(&wanted, &others, |premise, point| derives(&premise, point)) {
                candidates.push((at, Chosen { origin: *origin, from: from.first().copied(), calls }));
            }
        }
        if candidates.len() <= 1 {
            return candidates.into_iter().map(|(_, chosen)| chosen).collect();
        }
        let (mut fitting, mut others) = (Vec::new(), Vec::new());
        for (at, chosen) in candidates {
            let fits = self.fits(at, step, &chosen).unwrap_or(false);
            if fits { &mut fitting } else { &mut others }.push(chosen);
        }
        fitting.extend(others);
        fitting
    }

    /// Whether the values of a step can come from a clause.
    fn fits(&mut self, clause: usize, step: usize, chosen: &Chosen) -> Result<bool, SolverError> {
        let clauses = self.known.clauses;
        let clause = &clauses.system.clauses[clause];
        let mut parts = vec![clause.constraint];
        let atoms = clause.head.iter().map(|head| (*head, step));
        let premises: Vec<usize> = chosen.from.iter().chain(&chosen.calls).copied().collect();
        let body = clause.body.iter().copied().zip(premises);
        let atoms: Vec<(TermId, usize)> = atoms.chain(body).collect();
        let terms = &mut self.known.encoder.terms;
        for (atom, step) in atoms {
            let arguments = terms.children(atom).to_vec();
            let numbers: Vec<TermId> = arguments.into_iter().filter(|term| terms.sort(*term) == SortId::INT).collect();
            for (term, value) in numbers.into_iter().zip(&self.steps[step].values) {
                if let Some(value) = value {
                    let value = terms.int(value.clone());
                    parts.push(terms.eq(term, value));
                }
            }
        }
        let all = terms.and(&parts);
        self.solver.push()?;
        let asked = self.solver.assert(terms, all).and_then(|()| self.solver.check(terms));
        self.solver.pop()?;
        Ok(asked? == Said::Satisfiable)
    }

    /// Looks for values with which the whole way can be gone, and goes it.
    fn conclude(mut self, end: Origin, task: &Task, cx: &Context) -> Followed {
        let clauses = self.known.clauses;
        let program = self.known.encoder.program;
        let undecided = |text: String| Followed::Undecided(StopReason::Inconclusive(text));
        let constraints = std::mem::take(&mut self.constraints);
        for constraint in constraints {
            let simple = self.known.encoder.simple(constraint);
            if let Err(error) = self.solver.assert(&self.known.encoder.terms, simple) {
                return undecided(error.to_string());
            }
        }
        let terms = &self.known.encoder.terms;
        match self.solver.check(terms) {
            Ok(Said::Satisfiable) => {}
            Ok(Said::Unsatisfiable) => return Followed::Spurious,
            Ok(Said::Unknown(reason)) => return undecided(format!("a path was not decided: {reason}")),
            Err(SolverError::TimedOut | SolverError::Cancelled) => {
                return Followed::Undecided(StopReason::Interrupted);
            }
            Err(error) => return undecided(error.to_string()),
        }
        if let Target::Unsupported(loc) = clauses.blocks[end.block].exits[end.exit].to {
            let loc = program.loc(loc);
            let LocKind::Unsupported { what } = &loc.kind else { unreachable!("the target says so") };
            return Followed::Undecided(StopReason::Unmodelled { what: what.clone(), span: loc.span });
        }
        let model = match self.solver.model(terms) {
            Ok(model) => model,
            Err(error) => return undecided(error.to_string()),
        };
        let Some(choices) = self.choices(&model) else {
            return undecided("an execution was found whose answers cannot be said".to_owned());
        };
        match execution::execute(task, &choices, cx) {
            Ok(trace) => Followed::Execution(trace),
            Err(reason) => Followed::Undecided(reason),
        }
    }

    fn choices(&self, model: &Assignment) -> Option<Choices> {
        let terms = &self.known.encoder.terms;
        let program = self.known.encoder.program;
        let mut complete = model.clone();
        complete.complete = true;
        let mut choices = Vec::new();
        for (path, answer) in &self.asks {
            let is_asked = evaluate_all(terms, &[*path], &complete).ok()?[0].as_bool()?;
            if !is_asked {
                continue;
            }
            let value = |term: TermId| evaluate_all(terms, &[term], &complete).ok().and_then(|mut values| values.pop());
            choices.push(match *answer {
                Answer::Value(term, ty) => Choice::Value(ty.wrap(value(term)?.as_int()?.to_i128()?)),
                Answer::Contents(term, array, dims) => Choice::Fill(fill(program.array(array), dims, &value(term)?)?),
            });
        }
        Some(choices.into_iter().collect())
    }
}

/// A location that does not exist.
const NOWHERE: heureka_ir::LocId = heureka_ir::LocId(u32::MAX);

/// Contents as a number for most cells and others for some.
fn fill(array: &Array, dims: usize, contents: &Value) -> Option<Fill> {
    let mut most = contents;
    let mut defaults = Vec::new();
    for _ in 0..dims {
        most = most.as_array()?.default_value();
        defaults.push(most);
    }
    let number = |value: &Value| Some(array.elem.wrap(value.as_int()?.to_i128()?));
    let default = number(most)?;
    let mut cells = Vec::new();
    // A row whose own default differs cannot be said by cells.
    let mut open = vec![(Vec::new(), contents)];
    while let Some((prefix, value)) = open.pop() {
        if prefix.len() == dims {
            cells.push((prefix.into_boxed_slice(), number(value)?));
            continue;
        }
        let row = value.as_array()?;
        if !prefix.is_empty() && row.default_value() != defaults[prefix.len()] {
            return None;
        }
        for (index, value) in row.entries() {
            // There are no cells at other indices.
            if let Some(index) = index.as_int()?.to_i128().and_then(|index| u64::try_from(index).ok()) {
                let mut place: Vec<u64> = prefix.clone();
                place.push(index);
                open.push((place, value));
            }
        }
    }
    cells.sort();
    Some(Fill { default, cells })
}

/// The ways to give each wanted point a premise that derives it; few.
fn arrangements(wanted: &[Point], premises: &[usize], derives: impl Fn(usize, Point) -> bool) -> Vec<Vec<usize>> {
    const MOST: usize = 24;
    let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
    let is_one_to_one = wanted.len() == premises.len();
    for point in wanted {
        let mut longer = Vec::new();
        for way in &ways {
            for &premise in premises {
                let is_free = !is_one_to_one || !way.contains(&premise);
                if derives(premise, *point) && is_free && longer.len() < MOST {
                    longer.push(way.iter().copied().chain([premise]).collect());
                }
            }
        }
        ways = longer;
    }
    ways
}
