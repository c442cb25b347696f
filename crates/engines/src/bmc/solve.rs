//! Questions about an unwound program to a solver: can one of these conditions hold, and with which answers to the
//! interpreter's questions?

use std::fmt;
use std::time::{Duration, Instant};

use heureka_ir::interpret::Choices;
use heureka_ir::{ExprId, Program};
use heureka_logic::differences::has_only_differences;
use heureka_logic::sat::{CannotBlast, SatProblem, Solved};
use heureka_logic::smtlib::{self, Command, Script};
use heureka_logic::solver::{Answer, Limits, SolverError};
use heureka_logic::{Assignment, Op, TermId, Terms};

use super::answers;
use super::cut::cut;
use super::encode::Encoder;
use super::encoding::Encoding;
use super::lemmas::lemmas;
use super::solvers::{Asked, Kept, Solvers};
use super::ssa::Ssa;
use crate::engine::{Context, StopReason};

/// Gates of a propositional formula, if nobody says how much memory there is.
const MOST_GATES: u64 = 12_000_000;

/// The memory that a gate takes, with its clauses in the solver.
const BYTES_PER_GATE: u64 = 250;

/// How far one looks for a reason that a condition cannot hold.
const DISTANCES: [usize; 3] = [1, 2, 4];

/// How long one looks at a question.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    /// At what is near in one alternative.
    near: Duration,
    /// At all alternatives that are left.
    whole: Duration,
    /// So many alternatives of which nothing shows nearby, and it is not worth looking at more of them.
    most_failures: usize,
}

const QUICK: Turn = Turn { near: Duration::from_secs(2), whole: Duration::from_secs(6), most_failures: 1 };
const PATIENT: Turn = Turn { near: Duration::from_secs(20), whole: Duration::MAX, most_failures: 2 };

/// A turn has at most this part of the time that is left.
const PART: u32 = 5;

/// What the solvers have of a question of the default encoding, in this order; then the first has the rest.
const FIRST_TURN: Duration = Duration::from_secs(1);
const SECOND_TURN: Duration = Duration::from_secs(60);

/// Why a question has no answer.
pub enum NotSolved {
    Stopped(StopReason),
    Error(SolverError),
}

impl From<StopReason> for NotSolved {
    fn from(reason: StopReason) -> NotSolved {
        NotSolved::Stopped(reason)
    }
}

impl From<CannotBlast> for NotSolved {
    fn from(why: CannotBlast) -> NotSolved {
        NotSolved::Stopped(StopReason::Inconclusive(why.to_string()))
    }
}

impl From<SolverError> for NotSolved {
    fn from(error: SolverError) -> NotSolved {
        match error {
            SolverError::TimedOut | SolverError::Cancelled => NotSolved::Stopped(StopReason::Interrupted),
            // A mistake of the solver, not of ours.
            SolverError::WrongModel { program, .. } => {
                let text = format!("the solver `{program}` gave a model that is none");
                NotSolved::Stopped(StopReason::Inconclusive(text))
            }
            error => NotSolved::Error(error),
        }
    }
}

/// What a look at what is near shows of a condition.
enum Nearby {
    CannotHold,
    /// Nothing of it is far.
    Holds(Box<Model>),
    Unclear,
}

/// How much of a condition is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Size {
    /// What is near its root: one of many questions that are alike.
    Near,
    Whole,
}

/// Values with which a condition holds.
pub struct Model(Assignment);

pub struct Solving<'a, 'c> {
    ssa: &'a Ssa,
    encoding: Encoding,
    encoder: Encoder<'a>,
    /// The most gates of a propositional formula.
    gates: usize,
    kept: &'a mut Kept<'c>,
    /// Which of the distances was enough last time.
    enough: usize,
    /// What the longest look took that was enough.
    longest: Duration,
}

impl<'a, 'c> Solving<'a, 'c> {
    pub fn new(
        program: &'a Program,
        ssa: &'a Ssa,
        encoding: Encoding,
        solvers: &'a mut Solvers<'c>,
        cx: &Context<'c>,
    ) -> Solving<'a, 'c> {
        solvers.begin();
        let Solvers { terms, kept } = solvers;
        let mut encoder = Encoder::new(program, ssa, encoding, terms);
        encoder.deadline = cx.deadline;
        let gates = cx.memory.map_or(MOST_GATES, |memory| memory / BYTES_PER_GATE);
        Solving { ssa, encoding, encoder, gates: gates as usize, kept, enough: 0, longest: Duration::ZERO }
    }

    /// Counts how large the formula of these conditions is.
    pub fn count_size(&mut self, conditions: &[ExprId], cx: &mut Context) -> Result<(), NotSolved> {
        let any = self.any(conditions)?;
        if self.encoding == Encoding::Sat {
            let sat = self.kept.sat.get_or_insert_with(|| SatProblem::new(self.gates));
            let size = sat.size(self.encoder.terms, any)?;
            cx.count("variables", size.variables);
            cx.count("clauses", size.clauses);
            cx.count("bytes", size.bytes);
            return Ok(());
        }
        let mut roots = vec![any];
        roots.extend(self.encoder.limits());
        cx.count("terms", self.encoder.terms.dag_size(&roots) as u64);
        let mut bytes = Bytes(0);
        for command in self.script(any).commands {
            match command {
                Command::Assert(term) => {
                    bytes.0 += "(assert )\n".len() as u64;
                    smtlib::write_term(self.encoder.terms, term, &mut bytes).expect("counting does not fail");
                }
                command => bytes.0 += smtlib::print_command(self.encoder.terms, &command).len() as u64 + 1,
            }
        }
        cx.count("bytes", bytes.0);
        Ok(())
    }

    /// The conditions as one term: one of them holds.
    fn any(&mut self, conditions: &[ExprId]) -> Result<TermId, StopReason> {
        let terms = conditions.iter().map(|condition| self.encoder.expr(*condition));
        let terms = terms.collect::<Result<Vec<TermId>, StopReason>>()?;
        Ok(self.encoder.terms.or(&terms))
    }

    /// The question as a script for a solver.
    fn script(&self, any: TermId) -> Script {
        let mut assertions = vec![any];
        assertions.extend(self.encoder.limits());
        Script::asserting(self.encoder.terms, &assertions)
    }

    /// The question whether one of the conditions can hold, as text: an SMT-LIB 2 script, or DIMACS for the propositional
    /// encoding.
    pub fn text(&mut self, conditions: &[ExprId]) -> Result<String, StopReason> {
        let any = self.any(conditions)?;
        if self.encoding == Encoding::Sat {
            let mut sat = SatProblem::new(self.gates);
            return sat.dimacs(self.encoder.terms, any).map_err(|why| StopReason::Inconclusive(why.to_string()));
        }
        let mut script = self.script(any);
        // Z3 and others take the name ALL for what they can do.
        script.commands.insert(0, Command::SetLogic("ALL".to_owned()));
        Ok(smtlib::print_script(self.encoder.terms, &script))
    }

    /// Values with which one of the conditions holds.
    ///
    /// Each alternative of the conditions is looked at by itself, and only as far as is needed to see that it cannot hold (see
    /// `cut`); those of which that does not show soon are then looked at together and in full. Proofs are mostly found by
    /// the first, executions by the second, and nobody knows which is there: so both have a short turn before a long one.
    pub fn can_hold(&mut self, conditions: &[ExprId], cx: &Context<'c>) -> Result<Option<Model>, NotSolved> {
        let any = self.any(conditions)?;
        let mut open = alternatives(self.encoder.terms, any);
        open.retain(|alternative| !self.kept.impossible.contains(alternative));
        for turn in [QUICK, PATIENT] {
            if open.len() > 1
                && let Some(model) = self.look_at_each(&mut open, turn, cx)?
            {
                return Ok(Some(model));
            }
            let rest = self.encoder.terms.or(&open);
            let is_last = turn == PATIENT || open.len() <= 1;
            let deadline = if is_last { cx.deadline } else { Some(within(cx.deadline, turn.whole)) };
            match self.ask(rest, Size::Whole, deadline, cx) {
                Err(NotSolved::Stopped(_)) if !is_last => {}
                Ok(None) => {
                    self.kept.impossible.extend(open);
                    return Ok(None);
                }
                decided => return decided,
            }
        }
        unreachable!("the last turn returns")
    }

    /// Looks at what is near in each of the alternatives and takes those out of them that cannot hold, until it is not worth
    /// going on; values with which one of them holds, if one shows.
    fn look_at_each(
        &mut self,
        open: &mut Vec<TermId>,
        turn: Turn,
        cx: &Context<'c>,
    ) -> Result<Option<Model>, NotSolved> {
        let mut failures = 0;
        for alternative in std::mem::take(open) {
            let is_looked_at = failures < turn.most_failures;
            let nearby = if is_looked_at { self.look_nearby(alternative, turn.near, cx)? } else { Nearby::Unclear };
            match nearby {
                Nearby::CannotHold => drop(self.kept.impossible.insert(alternative)),
                Nearby::Holds(model) => return Ok(Some(*model)),
                Nearby::Unclear => {
                    failures += 1;
                    open.push(alternative);
                }
            }
        }
        Ok(None)
    }

    /// Whether a look at what is near suffices to see that a condition cannot hold. It starts where the last such look ended:
    /// alternatives are mostly alike.
    fn look_nearby(&mut self, condition: TermId, patience: Duration, cx: &Context<'c>) -> Result<Nearby, NotSolved> {
        let mut last = None;
        let start = heureka_clock::now();
        let end = within(cx.deadline, patience.max(self.longest * 2));
        for (at, most) in DISTANCES.into_iter().enumerate().skip(self.enough) {
            let (near, is_cut) = cut(self.encoder.terms, condition, &self.encoder.marked, most);
            if last.replace(near) == Some(near) {
                continue;
            }
            match self.ask(near, Size::Near, Some(end), cx) {
                Ok(None) => {
                    self.enough = at;
                    self.longest = self.longest.max(heureka_clock::since(start));
                    return Ok(Nearby::CannotHold);
                }
                Ok(Some(model)) if !is_cut => return Ok(Nearby::Holds(Box::new(model))),
                Ok(Some(_)) => {}
                Err(NotSolved::Error(error)) => return Err(NotSolved::Error(error)),
                Err(NotSolved::Stopped(_)) => break,
            }
        }
        Ok(Nearby::Unclear)
    }

    /// Values with which a term is true. The default encoding is asked in turns: Z3 sees at once what simplification shows,
    /// CaDiCaL is better at what takes search, and Z3 knows more about arithmetic.
    fn ask(
        &mut self,
        any: TermId,
        size: Size,
        deadline: Option<Instant>,
        cx: &Context<'c>,
    ) -> Result<Option<Model>, NotSolved> {
        if self.encoder.terms.as_bool(any) == Some(false) {
            return Ok(None);
        }
        let known = lemmas(self.encoder.terms, any);
        match self.encoding {
            Encoding::Sat => return self.ask_sat(any, &known, size, deadline, cx),
            Encoding::Int => return self.ask_integers(any, &known, deadline, cx),
            Encoding::Bv => return self.ask_once(any, &known, deadline, cx),
            Encoding::Auto => {}
        }
        let turn = |patience: Duration| {
            let end = heureka_clock::now() + patience;
            Some(deadline.map_or(end, |deadline| deadline.min(end)))
        };
        let left = |deadline: Instant| deadline.saturating_duration_since(heureka_clock::now());
        let first = deadline.map_or(FIRST_TURN, |deadline| FIRST_TURN.min(left(deadline) / 3));
        match self.ask_once(any, &known, turn(first), cx) {
            Err(NotSolved::Stopped(_)) => {}
            decided => return decided,
        }
        let left = deadline.map_or(SECOND_TURN, |deadline| left(deadline) / 2);
        match self.ask_sat(any, &known, size, turn(left), cx) {
            Err(NotSolved::Stopped(_)) => self.ask_once(any, &known, deadline, cx),
            decided => decided,
        }
    }

    /// The same by CaDiCaL; `known` are facts that help it.
    fn ask_sat(
        &mut self,
        any: TermId,
        known: &[TermId],
        size: Size,
        deadline: Option<Instant>,
        cx: &Context<'c>,
    ) -> Result<Option<Model>, NotSolved> {
        let all = self.encoder.terms.and(&[known, &[any]].concat());
        let limits = Limits::new(deadline, cx.cancel);
        let mut is_new = self.kept.sat.is_none();
        loop {
            let sat = self.kept.sat.get_or_insert_with(|| SatProblem::new(self.gates));
            let solved = match size {
                Size::Near => sat.solve_next(self.encoder.terms, all, limits)?,
                Size::Whole => sat.solve(self.encoder.terms, all, limits)?,
            };
            match solved {
                Solved::Satisfiable(model) => return Ok(Some(Model(*model))),
                Solved::Unsatisfiable => return Ok(None),
                // Without what other questions needed it may be small enough.
                Solved::Refused(_) if !is_new => (self.kept.sat, is_new) = (None, true),
                Solved::Refused(why) => return Err(why.into()),
            }
        }
    }

    /// The same by an SMT solver over integers, which is kept for the next question.
    fn ask_integers(
        &mut self,
        any: TermId,
        known: &[TermId],
        deadline: Option<Instant>,
        cx: &Context<'c>,
    ) -> Result<Option<Model>, NotSolved> {
        if has_only_differences(self.encoder.terms, &[known, &[any]].concat()) {
            let now = heureka_clock::now();
            let half = deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 2);
            match self.ask_kept(any, known, half, true, cx) {
                Err(NotSolved::Stopped(_)) => {}
                decided => return decided,
            }
        }
        self.ask_kept(any, known, deadline, false, cx)
    }

    fn ask_kept(
        &mut self,
        any: TermId,
        known: &[TermId],
        deadline: Option<Instant>,
        only_differences: bool,
        cx: &Context<'c>,
    ) -> Result<Option<Model>, NotSolved> {
        let place = usize::from(only_differences);
        let mut asked = match self.kept.smt[place].take() {
            Some(asked) => asked,
            None => Asked::new(only_differences, cx)?,
        };
        let question = [&[any], known].concat();
        // After an error the solver is not asked again.
        let (answer, model) = asked.ask(self.encoder.terms, &question, self.encoder.limits(), deadline)?;
        self.kept.smt[place] = Some(asked);
        decided(answer, model)
    }

    /// The same by an SMT solver that is asked once: what Z3 does before it starts to search, it does only for the first
    /// question, and on bit-vectors that makes all the difference.
    fn ask_once(
        &self,
        any: TermId,
        known: &[TermId],
        deadline: Option<Instant>,
        cx: &Context<'c>,
    ) -> Result<Option<Model>, NotSolved> {
        let terms = &*self.encoder.terms;
        let mut solver = cx.solver()?;
        solver.set_deadline(deadline);
        solver.assert(terms, any)?;
        for &fact in self.encoder.limits().iter().chain(known) {
            solver.assert(terms, fact)?;
        }
        let answer = solver.check(terms)?;
        let model = if answer == Answer::Satisfiable { Some(solver.model(terms)?) } else { None };
        decided(answer, model)
    }

    /// The answers of a model to the interpreter's questions, if it can be said in answers.
    pub fn choices(&mut self, model: &Model) -> Option<Choices> {
        answers::choices(self.ssa, &mut self.encoder, &model.0)
    }
}

/// The end of a turn that starts now.
fn within(deadline: Option<Instant>, patience: Duration) -> Instant {
    let now = heureka_clock::now();
    let left = deadline.map_or(patience, |deadline| deadline.saturating_duration_since(now) / PART);
    now + left.min(patience)
}

fn decided(answer: Answer, model: Option<Assignment>) -> Result<Option<Model>, NotSolved> {
    match answer {
        Answer::Unknown(why) => Err(StopReason::Inconclusive(format!("the solver does not decide: {why}")).into()),
        Answer::Satisfiable | Answer::Unsatisfiable => Ok(model.map(Model)),
    }
}

/// The terms of which a term is the disjunction.
fn alternatives(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            Op::Or => stack.extend(terms.children(term).iter().rev()),
            Op::False => {}
            _ if found.contains(&term) => {}
            _ => found.push(term),
        }
    }
    found
}

/// Counts what is written.
struct Bytes(u64);

impl fmt::Write for Bytes {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len() as u64;
        Ok(())
    }
}
