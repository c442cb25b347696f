//! The walk back: from a path edge at an error to the choices of an execution that comes there.
//!
//! The walk carries one concrete valuation of the entry tuple and the current tuple. At each premise of the derivation a
//! small query gives the values before from those after. A variable without a value is one on which nothing that follows
//! depends: it gets a value when an earlier constraint mentions it. Behind a call the walk goes through the callee first,
//! while the caller waits on a stack; an execution of any length and depth needs no recursion here.

use heureka_ir::{EdgeId, Fraction, LoopId, Op, ProcId, Span};
use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers, Var};
use heureka_number::{Int, Rational};

use super::super::accelerate::Rounds;
use super::super::encode::Case;
use super::super::system::{CallSite, System};
use super::super::tabulate::{Parent, PathEdgeId, Tabulation};
use super::Chosen;
use super::habits::Habits;
use super::query::{Query, Solution, value_of};
use super::recipe::Move;
use super::rounds::choices_in_rounds;
use super::spurious::{Because, Spurious};
use super::taste::Taste;

/// What does not change on a walk.
#[derive(Clone, Copy)]
pub(super) struct Ground<'t> {
    pub system: &'t System<'t>,
    /// By loop: its rounds in closed form, where they are known.
    pub rounds: &'t [Option<Rounds>],
    /// By procedure. What makes no choices need not be walked.
    pub habits: &'t [Habits],
    /// Loops with more rounds are not told.
    pub longest: u64,
    /// Whether to give up.
    pub interrupted: &'t dyn Fn() -> bool,
}

/// Values of the entry tuple and the current tuple of a procedure, as far as something depends on them.
pub(super) struct Valuation {
    values: Vec<Option<Rational>>,
}

impl Valuation {
    fn empty(end: Var) -> Valuation {
        Valuation { values: vec![None; end.0 as usize] }
    }

    pub fn get(&self, var: Var) -> Option<&Rational> {
        self.values.get(var.0 as usize)?.as_ref()
    }

    pub fn set(&mut self, var: Var, value: Option<Rational>) -> Option<Rational> {
        std::mem::replace(&mut self.values[var.0 as usize], value)
    }

    /// Takes those values of a solution that are its own.
    fn learn(&mut self, solution: &Solution) {
        for (var, value) in solution.range(..Var(self.values.len() as u32)) {
            self.values[var.0 as usize] = Some(value.clone());
        }
    }
}

/// A caller whose callee is being walked.
struct Frame {
    at: PathEdgeId,
    valuation: Valuation,
    edge: EdgeId,
    case: u32,
}

pub(super) struct Walk<'t> {
    ground: Ground<'t>,
    tabulation: &'t Tabulation<'t>,
    taste: Taste,
    at: PathEdgeId,
    valuation: Valuation,
    callers: Vec<Frame>,
    /// From the last to the first.
    chosen: Vec<Chosen>,
    /// All steps, from the last to the first, if they are recorded.
    moves: Option<Vec<Move>>,
    /// The approximate step that is nearest to the error.
    approximate: Option<EdgeId>,
}

/// What a walk found.
pub(super) struct Walked {
    /// In the order of the execution.
    pub chosen: Vec<Chosen>,
    /// All steps, in the order of the execution, if they were to be recorded and no loop in closed form was among them.
    pub moves: Option<Vec<Move>>,
    pub approximate: Option<EdgeId>,
    /// Premises that were walked.
    pub steps: u64,
}

/// How many steps are walked between two looks at the clock.
const PATIENCE: u64 = 256;

impl<'t> Walk<'t> {
    /// A walk from some point of a path edge at which the given variables have these values.
    pub fn new(
        ground: Ground<'t>,
        tabulation: &'t Tabulation<'t>,
        end: PathEdgeId,
        given: impl IntoIterator<Item = (Var, Int)>,
        taste: Taste,
    ) -> Result<Walk<'t>, Spurious> {
        let loc = tabulation.path_edge(end).loc;
        let mut valuation = Valuation::empty(ground.system.arity(loc).end());
        given.into_iter().for_each(|(var, value)| {
            valuation.set(var, Some(Rational::from(value)));
        });
        let mut walk = Walk {
            ground,
            tabulation,
            taste,
            at: end,
            valuation,
            callers: Vec::new(),
            chosen: Vec::new(),
            moves: None,
            approximate: None,
        };
        let span = ground.system.program.loc(loc).span;
        let solution = walk.restrict(end).ok_or(Spurious { span, because: Because::InexactElimination })?;
        walk.valuation.learn(&solution);
        Ok(walk)
    }

    /// The walk that records its steps.
    pub fn recording(self) -> Walk<'t> {
        Walk { moves: Some(Vec::new()), ..self }
    }

    pub fn run(mut self) -> Result<Walked, Spurious> {
        let mut steps = 0;
        while self.step_back()? {
            steps += 1;
            if steps % PATIENCE == 0 && (self.ground.interrupted)() {
                return Err(Spurious::interrupted());
            }
        }
        self.chosen.reverse();
        self.moves.iter_mut().for_each(|moves| moves.reverse());
        Ok(Walked { chosen: self.chosen, moves: self.moves, approximate: self.approximate, steps })
    }

    /// One premise back; false at the start of the program.
    fn step_back(&mut self) -> Result<bool, Spurious> {
        match self.tabulation.path_edge(self.at).parent {
            Parent::Start => Ok(self.leave()),
            Parent::Step { from, edge, case } => {
                self.before_step(from, edge, case)?;
                Ok(true)
            }
            Parent::Call { .. } if self.leave() => Ok(true),
            Parent::Call { from, edge, case } => {
                self.before_call(from, edge, case)?;
                Ok(true)
            }
            Parent::Return { from, edge, case, exit } => {
                self.enter_callee(from, edge, case, exit)?;
                Ok(true)
            }
            Parent::Rounds { from, of, part } => {
                self.before_rounds(from, of, part)?;
                Ok(true)
            }
            Parent::RunOut { from, of } => {
                self.before_run(from, of)?;
                Ok(true)
            }
            Parent::Widened { from } => {
                let span = self.ground.system.program.loc(self.tabulation.path_edge(from).loc).span;
                let solution = self.restrict(from).ok_or(Spurious { span, because: Because::Widening })?;
                self.valuation.learn(&solution);
                self.at = from;
                Ok(true)
            }
            Parent::United(union) => {
                let span = self.ground.system.program.loc(self.tabulation.path_edge(self.at).loc).span;
                let parts = self.tabulation.united(union).iter();
                let found = parts.copied().find_map(|part| Some((part, self.restrict(part)?)));
                let (from, solution) = found.ok_or(Spurious { span, because: Because::InexactElimination })?;
                self.valuation.learn(&solution);
                self.at = from;
                Ok(true)
            }
            Parent::Given => {
                let span = self.ground.system.program.loc(self.tabulation.path_edge(self.at).loc).span;
                Err(Spurious { span, because: Because::Widening })
            }
        }
    }

    /// From the entry of a callee back to the caller that waits; false if none does.
    fn leave(&mut self) -> bool {
        let Some(frame) = self.callers.pop() else { return false };
        self.at = frame.at;
        self.valuation = frame.valuation;
        self.record(Move::Enter { edge: frame.edge, case: frame.case });
        true
    }

    fn before_step(&mut self, from: PathEdgeId, edge: EdgeId, case: u32) -> Result<(), Spurious> {
        let way = self.case(edge, case);
        let after: Vec<Option<Rational>> = way.values.iter().map(|(var, _)| self.valuation.set(*var, None)).collect();
        let mut query = Query::new(self.numbers(), |var| self.valuation.get(var));
        query.require_all(self.conjunction(from));
        way.guard.iter().for_each(|(expr, kind)| query.require(expr, kind));
        for ((_, value), after) in way.values.iter().zip(&after) {
            if let Some(after) = after {
                query.require_value(value, after);
            }
        }
        let solution = query.solve(&mut self.taste).ok_or_else(|| self.spurious_at(edge))?;
        self.valuation.learn(&solution);
        if let (Op::Havoc { .. }, [(_, value)]) = (&self.ground.system.program.edge(edge).op, &way.values[..]) {
            self.choose(edge, after[0].as_ref().unwrap_or(&value_of(value, &solution)))?;
        }
        self.record(Move::Step { edge, case });
        self.at = from;
        Ok(())
    }

    /// From the entry of the procedure in which the error lies to the state of its caller.
    fn before_call(&mut self, from: PathEdgeId, edge: EdgeId, case: u32) -> Result<(), Spurious> {
        let way = self.case(edge, case);
        let site = self.ground.system.call_site(edge);
        let mut caller = Valuation::empty(self.end(from));
        let mut query = Query::new(self.numbers(), |_| None);
        query.require_all(self.conjunction(from));
        way.guard.iter().for_each(|(expr, kind)| query.require(expr, kind));
        for (inside, value) in inputs(site, way) {
            if let Some(given) = self.valuation.get(inside) {
                query.require_value(&value, given);
            }
        }
        let solution = query.solve(&mut self.taste).ok_or_else(|| self.spurious_at(edge))?;
        caller.learn(&solution);
        self.valuation = caller;
        self.at = from;
        Ok(())
    }

    /// From behind a call to the exit of the callee; the caller waits in its state before the call.
    fn enter_callee(&mut self, from: PathEdgeId, edge: EdgeId, case: u32, exit: PathEdgeId) -> Result<(), Spurious> {
        let way = self.case(edge, case);
        let site = self.ground.system.call_site(edge);
        let received: Vec<Option<Rational>> =
            site.received.iter().map(|(_, to)| self.valuation.get(*to).cloned()).collect();
        site.changed.iter().for_each(|var| {
            self.valuation.set(*var, None);
        });
        // The callee's variables come behind the caller's and the fresh ones.
        let first = self.end(from).0 + way.fresh;
        let inside = |var: Var| Var(first + var.0);
        let mut query = Query::new(self.numbers(), |var| self.valuation.get(var));
        query.require_all(self.conjunction(from));
        way.guard.iter().for_each(|(expr, kind)| query.require(expr, kind));
        let read = |var: &Var| self.is_read(site.callee, *var);
        for (var, value) in inputs(site, way).filter(|(var, _)| read(var)) {
            query.require(&value.minus(&LinearExpr::var(inside(var))), &Kind::Equal);
        }
        query.require_all_renamed(self.conjunction(exit), inside);
        for ((var, _), value) in site.received.iter().zip(&received) {
            if let Some(value) = value {
                query.require_value(&LinearExpr::var(inside(*var)), value);
            }
        }
        let solution = query.solve(&mut self.taste).ok_or_else(|| self.spurious_at(edge))?;
        self.valuation.learn(&solution);
        self.at = from;
        if self.ground.habits[site.callee.index()].chooses || self.moves.is_some() {
            self.record(Move::Leave { edge });
            let mut callee = Valuation::empty(self.end(exit));
            for (var, value) in solution.range(inside(Var(0))..) {
                callee.set(Var(var.0 - first), Some(value.clone()));
            }
            let valuation = std::mem::replace(&mut self.valuation, callee);
            self.callers.push(Frame { at: from, valuation, edge, case });
            self.at = exit;
        } else {
            self.approximate = self.approximate.or(self.ground.habits[site.callee.index()].approximates);
        }
        Ok(())
    }

    /// Whether path edges of the procedure mention this variable of its entry tuple: an input that nobody reads is left
    /// out when it is entered.
    fn is_read(&self, callee: ProcId, input: Var) -> bool {
        let entry = self.ground.system.program.proc(callee).entry;
        !self.ground.system.dead(entry).contains(self.ground.system.arity(entry).current_var(input.0))
    }

    /// From the head of a loop to its head some rounds before.
    fn before_rounds(&mut self, from: PathEdgeId, of: LoopId, part: u32) -> Result<(), Spurious> {
        let system = self.ground.system;
        let head = system.loops.get(of).head;
        let rounds = self.ground.rounds[of.index()].as_ref().expect("these rounds were taken in closed form");
        let arity = system.arity(head);
        let (m, end, places) = (arity.current, arity.end(), rounds.places());
        // The values after stand behind the tuples, those of places that keep their values excepted.
        let after: Vec<Option<Rational>> =
            places.iter().map(|place| self.valuation.set(arity.current_var(*place), None)).collect();
        let name = |var: Var| match var.0 {
            place if place < m => arity.current_var(place),
            place if place < 2 * m => match places.binary_search(&(place - m)) {
                Ok(at) => Var(end.0 + at as u32),
                Err(_) => arity.current_var(place - m),
            },
            other => Var(end.0 + places.len() as u32 + other - 2 * m),
        };
        let mut query = Query::new(self.numbers(), |var| match var.0.checked_sub(end.0) {
            None => self.valuation.get(var),
            Some(at) => after.get(at as usize)?.as_ref(),
        });
        query.require_all(self.conjunction(from));
        query.require_all_renamed(&rounds.parts()[part as usize], name);
        let span = system.program.loc(head).span;
        let solution = query.solve(&mut self.taste).ok_or(Spurious { span, because: Because::InexactElimination })?;
        self.valuation.learn(&solution);
        self.at = from;
        self.moves = None;
        if rounds.is_deterministic() {
            return Ok(());
        }
        // From here on the whole state counts, but for what nobody reads: the choices of each round are looked for in it.
        for var in (0..m).map(|place| arity.current_var(place)) {
            if self.valuation.get(var).is_none() && !system.dead(head).contains(var) {
                self.valuation.set(var, Some(Rational::ZERO));
            }
        }
        let whole = |value: Option<&Rational>| {
            value.map_or(Int::ZERO, |value| value.to_int().expect("rounds have closed forms over ℤ only"))
        };
        let value = |place: u32| whole(self.valuation.get(arity.current_var(place)));
        let before: Vec<Int> = (0..m).map(value).collect();
        let mut last = before.clone();
        for ((place, known), at) in places.iter().zip(after).zip(end.0..) {
            last[*place as usize] = whole(known.as_ref().or_else(|| solution.get(&Var(at))));
        }
        let mut chosen = choices_in_rounds(self.ground, of, rounds, before, last)?;
        chosen.reverse();
        self.chosen.append(&mut chosen);
        Ok(())
    }

    /// From the end of a run to its start, where all that its rounds change was a number, too.
    fn before_run(&mut self, from: PathEdgeId, of: LoopId) -> Result<(), Spurious> {
        let head = self.ground.system.loops.get(of).head;
        let arity = self.ground.system.arity(head);
        for place in self.tabulation.run_out(of).places() {
            self.valuation.set(arity.current_var(*place), None);
        }
        let span = self.ground.system.program.loc(head).span;
        let solution = self.restrict(from).ok_or(Spurious { span, because: Because::InexactElimination })?;
        self.valuation.learn(&solution);
        self.at = from;
        self.moves = None;
        Ok(())
    }

    /// The values that a path edge adds to those that are known.
    fn restrict(&mut self, to: PathEdgeId) -> Option<Solution> {
        let mut query = Query::new(self.numbers(), |var| self.valuation.get(var));
        query.require_all(self.conjunction(to));
        query.solve(&mut self.taste)
    }

    fn numbers(&self) -> Numbers {
        self.ground.system.numbers()
    }

    fn record(&mut self, step: Move) {
        if let Some(moves) = &mut self.moves {
            moves.push(step);
        }
    }

    fn choose(&mut self, edge: EdgeId, value: &Rational) -> Result<(), Spurious> {
        let parts = (value.numerator().to_i128(), value.denominator().to_i128());
        let fraction = match parts {
            (Some(numerator), Some(denominator)) => Fraction::new(numerator, denominator),
            _ => None,
        };
        let value = fraction.ok_or_else(|| Spurious { span: self.span(edge), because: Because::LargeNumber })?;
        self.chosen.push((edge, value));
        Ok(())
    }

    /// The case of a step, which is noted if it is approximate.
    fn case(&mut self, edge: EdgeId, case: u32) -> &'t Case {
        let case = &self.ground.system.step(edge).cases()[case as usize];
        if case.approximate && self.approximate.is_none() {
            self.approximate = Some(edge);
        }
        case
    }

    fn conjunction(&self, id: PathEdgeId) -> &'t Conjunction {
        &self.tabulation.path_edge(id).conjunction
    }

    fn end(&self, id: PathEdgeId) -> Var {
        self.ground.system.arity(self.tabulation.path_edge(id).loc).end()
    }

    fn span(&self, edge: EdgeId) -> Span {
        self.ground.system.program.edge(edge).span
    }

    fn spurious_at(&self, edge: EdgeId) -> Spurious {
        Spurious { span: self.span(edge), because: Because::InexactElimination }
    }
}

/// The callee's entry tuple in terms of the caller: parameters and globals.
pub(super) fn inputs<'a>(site: &'a CallSite, case: &'a Case) -> impl Iterator<Item = (Var, LinearExpr)> + 'a {
    let globals = site.globals.iter().map(|(inside, outside)| (*inside, LinearExpr::var(*outside)));
    case.values.iter().cloned().chain(globals)
}
