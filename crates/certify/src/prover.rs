//! Asks the solver about what evaluation leaves open.
//!
//! A [`Doubt`] is a formula that must have no solution. Doubts wait until there are many and are asked about together:
//! if their disjunction has no solution, none of them has. Otherwise the halves are asked about, down to single ones.
//! Where the solver hesitates, [`Boxes`] are tried before it is given more time; and where they helped once, first.

use std::collections::BTreeSet;
use std::time::Duration;

use heureka_ir::{EdgeId, Fault, LocId, LocKind, ProcId};
use heureka_logic::solver::{Answer, Limits, Solver, SolverError, SolverFactory};
use heureka_logic::{SymbolId, TermId, Value};

use crate::Checked;
use crate::bounds::Bounds;
use crate::boxes::Boxes;
use crate::linear::{Linear, Row, Symbol};
use crate::question::Numbers;
use crate::rejected::{Breach, Rejected, place};
use crate::subject::Subject;
use crate::vocabulary::Vocabulary;

/// How many doubts are asked about together.
const BATCH: usize = 32;

/// What the solver may spend on one doubt, and on many or before anything else was tried.
const PATIENCE: Duration = Duration::from_secs(10);
const PATIENCE_AT_FIRST: Duration = Duration::from_millis(250);

/// How many boxes are tried where the solver hesitates, and before it is asked.
const MOST_BOXES: usize = 50_000;
const FEW_BOXES: usize = 5_000;

/// What is to be proved.
#[derive(Clone, Copy, Debug)]
pub enum Claim {
    Initial,
    Target(EdgeId),
    Call(EdgeId, ProcId),
    Return(EdgeId, ProcId),
    Unreachable(LocId),
    NoFault(EdgeId, Fault),
}

/// A conjunction of rows and of other facts.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Known {
    pub rows: Vec<Row>,
    pub facts: Vec<TermId>,
}

/// What is known must have no solution where no goal holds.
pub struct Doubt {
    pub claim: Claim,
    pub known: Known,
    /// Conjunctions.
    pub goals: Vec<Vec<Row>>,
    /// Other facts: it is enough that one of these has no solution.
    pub otherwise: Vec<TermId>,
    /// What the facts allow more than the program does, if anything.
    pub inexact: Option<&'static str>,
}

pub struct Prover<'q, 'c> {
    question: &'q Subject<'q>,
    solvers: &'c SolverFactory,
    limits: Limits<'c>,
    solver: Option<Box<dyn Solver + 'c>>,
    waiting: Vec<Doubt>,
    pub checked: Checked,
    /// Whether boxes showed what the solver did not show soon.
    is_boxed: bool,
    /// The first claim that was neither proved nor refuted.
    undecided: Option<Rejected>,
}

impl Known {
    /// All of it as facts.
    pub fn terms(&self, words: &mut Vocabulary) -> Vec<TermId> {
        let mut facts: Vec<TermId> = self.rows.iter().map(|row| words.row(row)).collect();
        facts.extend(&self.facts);
        facts
    }
}

impl Doubt {
    fn term(&self, words: &mut Vocabulary) -> TermId {
        let mut facts = self.known.terms(words);
        for goal in &self.goals {
            let rows: Vec<TermId> = goal.iter().map(|row| words.row(row)).collect();
            let all = words.all(&rows);
            facts.push(words.terms.not(all));
        }
        words.all(&facts)
    }
}

impl<'q, 'c> Prover<'q, 'c> {
    pub fn new(question: &'q Subject<'q>, solvers: &'c SolverFactory, limits: Limits<'c>) -> Prover<'q, 'c> {
        let (waiting, checked) = (Vec::new(), Checked::default());
        Prover { question, solvers, limits, solver: None, waiting, checked, is_boxed: false, undecided: None }
    }

    /// A claim that was seen to hold without the solver.
    pub fn evaluated(&mut self) {
        self.checked.conditions += 1;
        self.checked.by_evaluation += 1;
    }

    /// A claim that holds if the doubt has no solution.
    pub fn ask(&mut self, words: &mut Vocabulary, doubt: Doubt) -> Result<(), Rejected> {
        self.waiting.push(doubt);
        if self.waiting.len() >= BATCH { self.ask_waiting(words) } else { Ok(()) }
    }

    /// A claim that cannot be put in words.
    pub fn give_up(&mut self, claim: Claim, reason: &str) {
        let at = self.place(claim);
        self.undecided.get_or_insert_with(|| Rejected::undecided(format!("{at}: {reason}")));
    }

    /// All claims are made: was everything proved?
    pub fn finish(mut self, words: &mut Vocabulary) -> Result<Checked, Rejected> {
        self.ask_waiting(words)?;
        match self.undecided {
            Some(undecided) => Err(undecided),
            None => Ok(self.checked),
        }
    }

    /// An error if it is time to stop.
    pub fn look_at_the_clock(&self) -> Result<(), Rejected> {
        use std::sync::atomic::Ordering::Relaxed;
        let is_over = self.limits.deadline.is_some_and(|deadline| heureka_clock::now() >= deadline)
            || self.limits.cancel.is_some_and(|cancel| cancel.load(Relaxed));
        if is_over { Err(Rejected::undecided("the time was up before everything was proved")) } else { Ok(()) }
    }

    fn ask_waiting(&mut self, words: &mut Vocabulary) -> Result<(), Rejected> {
        let mut doubts = std::mem::take(&mut self.waiting);
        if self.is_boxed {
            doubts.retain(|doubt| !self.has_no_boxes(words, doubt, FEW_BOXES));
        }
        // Whether boxes were tried, too.
        let mut open: Vec<(&[Doubt], bool)> = vec![(&doubts, false)];
        while let Some((doubts, is_hard)) = open.pop() {
            if doubts.is_empty() {
                continue;
            }
            self.look_at_the_clock()?;
            let patience = if is_hard { PATIENCE } else { PATIENCE_AT_FIRST };
            match (self.solve(words, doubts, patience), doubts) {
                (Ok((Answer::Unsatisfiable, _)), _) => {
                    self.checked.conditions += doubts.len();
                    self.checked.by_solver += doubts.len();
                }
                (Ok((Answer::Satisfiable, example)), [doubt]) => {
                    if !self.is_settled_otherwise(words, doubt)? {
                        self.refuted(doubt, example)?;
                    }
                }
                (Ok((Answer::Unknown(reason), _)), [doubt]) => {
                    self.give_up(doubt.claim, &format!("the solver does not know ({reason})"));
                }
                (Err(SolverError::TimedOut), _) if !is_hard => {
                    for doubt in doubts.iter().rev() {
                        match self.has_no_boxes(words, doubt, MOST_BOXES) {
                            true => self.is_boxed = true,
                            false => open.push((std::slice::from_ref(doubt), true)),
                        }
                    }
                }
                (Err(SolverError::TimedOut | SolverError::Cancelled), [doubt]) => {
                    self.look_at_the_clock()?;
                    let at = self.place(doubt.claim);
                    return Err(Rejected::undecided(format!("{at}: the solver needs too long")));
                }
                (Err(error), [_]) => return Err(Rejected::undecided(error.to_string())),
                _ => {
                    let (first, second) = doubts.split_at(doubts.len() / 2);
                    open.extend([(second, is_hard), (first, is_hard)]);
                }
            }
        }
        Ok(())
    }

    /// Whether boxes show that the doubt has no solution, which proves its claim.
    fn has_no_boxes(&mut self, words: &mut Vocabulary, doubt: &Doubt, most: usize) -> bool {
        if self.question.numbers == Numbers::Real {
            return false;
        }
        let Doubt { known, goals, .. } = doubt;
        let rows = known.rows.iter().chain(goals.iter().flatten());
        let mut symbols: BTreeSet<Symbol> = rows.flat_map(|row| row.linear.terms.iter().map(|term| term.0)).collect();
        symbols.extend(words.terms.free_symbols(&known.facts).into_iter().filter_map(|name| words.meaning(name)));
        let named = |symbol| (symbol, words.name(symbol), self.question.range(symbol));
        let symbols: Vec<(Symbol, SymbolId, Bounds)> = symbols.into_iter().map(named).collect();
        let boxes = Boxes::new(&words.terms, &symbols, &known.rows, goals, &known.facts);
        let are_empty = boxes.are_empty(most, || self.look_at_the_clock().is_ok());
        if are_empty {
            self.evaluated();
        }
        are_empty
    }

    /// Whether other facts have no solution, or nobody knows.
    fn is_settled_otherwise(&mut self, words: &mut Vocabulary, doubt: &Doubt) -> Result<bool, Rejected> {
        for &fact in &doubt.otherwise {
            self.look_at_the_clock()?;
            let Doubt { claim, inexact, .. } = *doubt;
            let known = Known { rows: Vec::new(), facts: vec![fact] };
            let other = Doubt { claim, known, goals: Vec::new(), otherwise: Vec::new(), inexact };
            match self.solve(words, &[other], PATIENCE) {
                Ok((Answer::Unsatisfiable, _)) => {
                    self.checked.conditions += 1;
                    self.checked.by_solver += 1;
                    return Ok(true);
                }
                Ok((Answer::Satisfiable, _)) => {}
                Ok((Answer::Unknown(_), _)) | Err(_) => {
                    self.give_up(claim, "the solver does not know");
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether one of the doubts has a solution, and which.
    fn solve(
        &mut self,
        words: &mut Vocabulary,
        doubts: &[Doubt],
        patience: Duration,
    ) -> Result<(Answer, String), SolverError> {
        let each: Vec<TermId> = doubts.iter().map(|doubt| doubt.term(words)).collect();
        let any = words.any(&each);
        let symbols: BTreeSet<Symbol> =
            words.terms.free_symbols(&[any]).into_iter().filter_map(|symbol| words.meaning(symbol)).collect();
        let mut ranges = Vec::new();
        for &symbol in &symbols {
            let bounds = self.question.range(symbol);
            ranges.extend(bound_rows(symbol, bounds).iter().map(|row| words.row(row)));
        }
        let answer = self.check(words, any, &ranges, patience);
        let mut example = String::new();
        if let (Ok(Answer::Satisfiable), 1) = (&answer, doubts.len()) {
            example = self.example(words, &symbols);
        }
        // After an error nobody knows what the solver still holds; what it holds too much would prove too much.
        let is_clean = answer.is_ok() && self.solver.as_mut().is_some_and(|solver| solver.pop().is_ok());
        if !is_clean {
            self.solver = None;
        }
        Ok((answer?, example))
    }

    /// Whether a term has a solution within the ranges; leaves a level of assertions behind.
    fn check(
        &mut self,
        words: &Vocabulary,
        term: TermId,
        ranges: &[TermId],
        patience: Duration,
    ) -> Result<Answer, SolverError> {
        let deadline = heureka_clock::now() + patience;
        let deadline = self.limits.deadline.map_or(deadline, |limit| limit.min(deadline));
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(self.solvers.create(self.limits)?),
        };
        solver.set_deadline(Some(deadline));
        solver.push()?;
        for &range in ranges {
            solver.assert(&words.terms, range)?;
        }
        solver.assert(&words.terms, term)?;
        solver.check(&words.terms)
    }

    /// The values of the variables in the solver's model.
    fn example(&mut self, words: &mut Vocabulary, symbols: &BTreeSet<Symbol>) -> String {
        let Some(Ok(model)) = self.solver.as_mut().map(|solver| solver.model(&words.terms)) else {
            return String::new();
        };
        let mut values = Vec::new();
        for &symbol in symbols {
            let term = words.symbol(symbol);
            let value = match words.terms.as_constant(term).and_then(|constant| model.constants.get(&constant)) {
                Some(Value::Int(value)) => value.to_string(),
                Some(Value::Real(value)) => value.to_string(),
                _ => continue,
            };
            let name = |var| self.question.ghosts.name(self.question.program, var);
            values.push(match symbol {
                Symbol::Now(var) => format!("{} = {value}", name(var)),
                Symbol::Entry(var) => format!("{} at entry = {value}", name(var)),
                Symbol::Callee(var) => format!("{} after the call = {value}", name(var)),
                Symbol::Fresh(_) => continue,
            });
        }
        values.join(", ")
    }

    /// A doubt has a solution. Unless the formula allows too much, the certificate is wrong.
    fn refuted(&mut self, doubt: &Doubt, example: String) -> Result<(), Rejected> {
        if let Some(what) = doubt.inexact {
            self.give_up(doubt.claim, &format!("the proof may need {what}, which is not looked into"));
            return Ok(());
        }
        let place = self.place(doubt.claim);
        let inductive = |edge, step, place, example| Rejected::NotInductive { edge, step, place, example };
        Err(match doubt.claim {
            Claim::Initial => Rejected::NotInitial { place, example },
            Claim::Target(edge) => inductive(edge, Breach::Target, place, example),
            Claim::Call(edge, proc) => inductive(edge, Breach::Call(proc), place, example),
            Claim::Return(edge, proc) => inductive(edge, Breach::Return(proc), place, example),
            Claim::NoFault(edge, fault) => Rejected::FaultPossible { edge, fault, place, example },
            Claim::Unreachable(loc) => {
                let what = match &self.question.program.loc(loc).kind {
                    LocKind::Error { fault, .. } => fault.to_string(),
                    LocKind::Unsupported { what } => format!("not modelled: {what}"),
                    LocKind::Normal | LocKind::Halt => "nothing is wrong here".to_owned(),
                };
                Rejected::ErrorReached { loc, what, place, example }
            }
        })
    }

    fn place(&self, claim: Claim) -> String {
        let program = self.question.program;
        let around = |loc: LocId| [program.loc(loc).span, program.proc(program.loc(loc).proc).span];
        match claim {
            Claim::Initial => place(program, &around(program.proc(program.entry).entry)),
            Claim::Unreachable(loc) => place(program, &around(loc)),
            Claim::Target(edge) | Claim::Call(edge, _) | Claim::Return(edge, _) | Claim::NoFault(edge, _) => {
                let edge = program.edge(edge);
                let [loc, proc] = around(edge.from);
                place(program, &[edge.span, loc, proc])
            }
        }
    }
}

/// That a symbol lies within bounds.
pub fn bound_rows(symbol: Symbol, bounds: Bounds) -> Vec<Row> {
    let above = bounds.low.and_then(|low| Linear::symbol(symbol).add_constant(low.checked_neg()?));
    let below = bounds.high.and_then(|high| Linear::symbol(symbol).scale(-1)?.add_constant(high));
    above.into_iter().chain(below).map(Row::at_least_zero).collect()
}
