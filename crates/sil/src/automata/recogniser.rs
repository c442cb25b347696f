//! The automata A_φ and A_¬φ of a formula: paper 001, §4.1 (the definitions themselves are in its report; they are derived
//! here from the description).
//!
//! For `∀i. f ≤ i ≤ g → υ`: the automaton waits in `q_1` until the lower bound is reached, checks υ at each tick in `q_2`
//! until the upper bound is passed, and scans the rest in `q_3`; in each state it may idle. A_¬φ leaves `q_2` by one tick at
//! which υ fails. A conjunction is a product. The normal form is the paper's, with windows `a[i], b[i + 1]`; υ may be a
//! conjunction, and a guard may have several bounds. The phase of a tick depends on the position that it leaves, so that no
//! extra step is needed between phases: a run that ticks at every step is accepted too (state-completeness). Arrays of one
//! property are of one length (all are in the paper).

use std::collections::BTreeSet;
use std::fmt;

use heureka_linear::{Conjunction, Kind, LinearExpr, Numbers};
use heureka_number::Int;

use super::automaton::{CounterAutomaton, CounterId, CounterRole, Dependency, StateId, Transition};
use crate::formula::{Body, Comparison, Difference, Operand, Property, Sign};
use crate::names::{Array, Scalar};
use crate::term::{Base, Term};

/// What of a formula is not in the normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotARecogniser(pub String);

impl fmt::Display for NotARecogniser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not in the normal form of the automata: {}", self.0)
    }
}

impl std::error::Error for NotARecogniser {}

type Rows = Vec<(LinearExpr, Kind)>;

/// A_φ of a conjunction of (negated) properties and linear constraints, with its dependency δ(φ).
pub fn recogniser(body: &Body) -> Result<(CounterAutomaton, Dependency), NotARecogniser> {
    match body {
        Body::And(parts) => {
            let mut parts = parts.iter();
            let Some(first) = parts.next() else { return Ok((trivial(), Dependency::default())) };
            let mut all = recogniser(first)?;
            for part in parts {
                let (automaton, dependency) = recogniser(part)?;
                all = (all.0.product(&automaton), all.1.and(&dependency));
            }
            Ok(all)
        }
        Body::Compare(comparison) => Ok((presburger(std::slice::from_ref(comparison))?, Dependency::default())),
        Body::ForAll(property) => for_all(property, true),
        Body::Not(inner) => match &**inner {
            Body::ForAll(property) => for_all(property, false),
            other => recogniser(&other.negated()),
        },
        Body::Or(_) => Err(NotARecogniser("a disjunction".to_owned())),
    }
}

/// One state that idles.
fn trivial() -> CounterAutomaton {
    let relation = Conjunction::top(Numbers::Integer);
    let transition = |from, to| Transition { from: StateId(from), to: StateId(to), relation: relation.clone() };
    CounterAutomaton {
        counters: Vec::new(),
        states: vec!["q_i".to_owned(), "q_f".to_owned()],
        initial: StateId(0),
        last: StateId(1),
        transitions: vec![transition(0, 1), transition(1, 1)],
    }
}

/// The automaton of a conjunction of Presburger constraints: states `q_i` and `q_f`.
pub fn presburger(comparisons: &[Comparison]) -> Result<CounterAutomaton, NotARecogniser> {
    let mut builder = Builder::default();
    let mut rows = Vec::new();
    for comparison in comparisons {
        let mut expr = LinearExpr::constant_of(comparison.sum.constant().clone());
        for (base, coefficient) in comparison.sum.terms() {
            let counter = builder.parameter(base)?;
            expr = expr.plus_scaled(coefficient, &now(counter));
        }
        rows.push((expr, if comparison.sign == Sign::EqualZero { Kind::Equal } else { Kind::AtLeast }));
    }
    let (start, end) = (builder.state("q_i"), builder.state("q_f"));
    builder.add(start, end, rows);
    builder.add(end, end, Vec::new());
    Ok(builder.finish(start, end))
}

fn now(counter: CounterId) -> LinearExpr {
    LinearExpr::var(CounterAutomaton::now(counter))
}

fn next(counter: CounterId) -> LinearExpr {
    LinearExpr::var(CounterAutomaton::next(counter))
}

#[derive(Default)]
struct Builder {
    counters: Vec<CounterRole>,
    states: Vec<String>,
    transitions: Vec<(StateId, StateId, Rows)>,
}

impl Builder {
    fn counter(&mut self, role: CounterRole) -> CounterId {
        CounterId(self.counters.iter().position(|known| *known == role).unwrap_or_else(|| {
            self.counters.push(role);
            self.counters.len() - 1
        }))
    }

    fn parameter(&mut self, base: &Base) -> Result<CounterId, NotARecogniser> {
        match base {
            Base::Scalar(scalar) => Ok(self.counter(CounterRole::Parameter(Scalar::clone(scalar)))),
            Base::Length(array) => Ok(self.counter(CounterRole::Length(array.clone()))),
            Base::Read(..) => Err(NotARecogniser("a single read".to_owned())),
        }
    }

    fn state(&mut self, name: &str) -> StateId {
        self.states.push(name.to_owned());
        StateId(self.states.len() - 1)
    }

    fn add(&mut self, from: StateId, to: StateId, rows: Rows) {
        self.transitions.push((from, to, rows));
    }

    /// Parameters and the length never change.
    fn finish(self, initial: StateId, last: StateId) -> CounterAutomaton {
        let constant = |role: &CounterRole| matches!(role, CounterRole::Parameter(_) | CounterRole::Length(_));
        let constants =
            self.counters.iter().enumerate().filter(|(_, role)| constant(role)).map(|(it, _)| CounterId(it));
        let constants = CounterAutomaton::kept(constants);
        let transitions = self.transitions.into_iter().filter_map(|(from, to, rows)| {
            let relation = Conjunction::new(Numbers::Integer, rows.into_iter().chain(constants.iter().cloned()));
            (!relation.is_false()).then_some(Transition { from, to, relation })
        });
        CounterAutomaton {
            counters: self.counters,
            states: self.states,
            initial,
            last,
            transitions: transitions.collect(),
        }
    }
}

/// One property: its bounds, counters and transitions.
struct Scan {
    builder: Builder,
    indices: Vec<CounterId>,
    values: Vec<CounterId>,
    lengths: Vec<CounterId>,
}

impl Scan {
    fn index(&self) -> LinearExpr {
        now(self.indices[0])
    }

    fn idle(&self) -> Rows {
        CounterAutomaton::kept(self.indices.iter().chain(&self.values).copied())
    }

    /// All indices advance, within the arrays.
    fn tick(&self) -> Rows {
        let mut rows: Rows =
            self.indices.iter().map(|it| (next(*it).minus(&now(*it)).plus_constant(-1), Kind::Equal)).collect();
        for length in &self.lengths {
            rows.push((now(*length).minus(&self.index()).plus_constant(-1), Kind::AtLeast));
        }
        rows
    }

    fn term(&mut self, term: &Term) -> Result<LinearExpr, NotARecogniser> {
        let offset = LinearExpr::constant_of(term.offset.clone());
        Ok(match &term.base {
            None => offset,
            Some(base) => now(self.builder.parameter(base)?).plus(&offset),
        })
    }

    /// `left − right ≤ bound` at a tick, as an expression that is to be at least 0.
    fn slack(&mut self, Difference { left, right, bound }: &Difference) -> Result<LinearExpr, NotARecogniser> {
        let bound = LinearExpr::constant_of(bound.clone());
        Ok(bound.minus(&self.operand(left)?).plus(&self.operand(right)?))
    }

    fn operand(&mut self, operand: &Operand) -> Result<LinearExpr, NotARecogniser> {
        Ok(match operand {
            Operand::Zero => LinearExpr::zero(),
            Operand::Index => self.index(),
            Operand::Base(base) => now(self.builder.parameter(base)?),
            Operand::Cell(array, 0) => now(self.builder.counter(CounterRole::Value(array.clone()))),
            Operand::Cell(array, 1) => next(self.builder.counter(CounterRole::Value(array.clone()))),
            Operand::Cell(..) => return Err(NotARecogniser("a window wider than a[i], b[i + 1]".to_owned())),
        })
    }

    /// How far each array's window reaches, as the slack of being within the array.
    fn inside(&self, property: &Property, arrays: &BTreeSet<Array>) -> Vec<LinearExpr> {
        let slack = |(array, length): (&Array, &CounterId)| {
            let cells = property.cells().into_iter().filter(|(name, _)| name == array);
            let reach = cells.map(|(_, offset)| offset).max().unwrap_or(0);
            now(*length).minus(&self.index()).plus_constant(-1 - reach)
        };
        arrays.iter().zip(&self.lengths).map(slack).collect()
    }
}

/// A_φ or A_¬φ of a property.
fn for_all(property: &Property, positive: bool) -> Result<(CounterAutomaton, Dependency), NotARecogniser> {
    let property = property.from_first_cell();
    if !property.is_conjunctive() || property.cells().is_empty() {
        return Err(NotARecogniser("a value expression with alternatives or without cells".to_owned()));
    }
    let arrays: BTreeSet<Array> = property.cells().into_iter().map(|(array, _)| array).collect();
    let mut builder = Builder::default();
    let indices = arrays.iter().map(|array| builder.counter(CounterRole::Index(array.clone()))).collect();
    let values = arrays.iter().map(|array| builder.counter(CounterRole::Value(array.clone()))).collect();
    let lengths = arrays.iter().map(|array| builder.counter(CounterRole::Length(array.clone()))).collect();
    let mut scan = Scan { builder, indices, values, lengths };
    let mut bounds = |terms: &[Term]| -> Result<Vec<LinearExpr>, NotARecogniser> {
        terms.iter().map(|term| scan.term(term)).collect()
    };
    let (f, g) = (bounds(&property.lower)?, bounds(&property.upper)?);
    let mut checks = Vec::new();
    for difference in &property.value.0[0] {
        checks.push(scan.slack(difference)?);
    }
    let [q_i, q_1, q_2, q_3, q_f] = ["q_i", "q_1", "q_2", "q_3", "q_f"].map(|name| scan.builder.state(name));
    let (index, idle, tick) = (scan.index(), scan.idle(), scan.tick());
    let at_least = |expr: LinearExpr| (expr, Kind::AtLeast);
    let fails = |expr: &LinearExpr| at_least(expr.negated().plus_constant(Int::MINUS_ONE));
    // Each of these is to be at least 0; where several bounds are there, the greatest lower and the least upper one count.
    let from_f: Vec<LinearExpr> = f.iter().map(|f| index.minus(f)).collect();
    let up_to_g: Vec<LinearExpr> = g.iter().map(|g| g.minus(&index)).collect();
    let inside = scan.inside(&property, &arrays);
    let all = |exprs: &[LinearExpr]| exprs.iter().cloned().map(at_least).collect::<Rows>();
    let at_end: Rows = scan.lengths.iter().map(|length| (index.minus(&now(*length)), Kind::Equal)).collect();
    let ends: Rows =
        scan.lengths.iter().map(|length| (now(*length).minus(&index).plus_constant(-1), Kind::Equal)).collect();
    let with = |rows: &Rows, more: Rows| rows.iter().cloned().chain(more).collect::<Rows>();
    let starts: Rows = scan.indices.iter().map(|it| (now(*it), Kind::Equal)).collect();
    let builder = &mut scan.builder;
    // Runs may tick at any step, the first and the last included: else the automaton would not be state-complete.
    let mut add = |from: StateId, to: StateId, rows: Rows, ticks: bool| {
        let mut targets = vec![(to, rows.clone())];
        if ticks && (positive || to == q_3) {
            targets.push((q_f, with(&rows, ends.clone())));
        }
        for (to, rows) in targets {
            builder.add(from, to, rows.clone());
            if from == q_1 {
                builder.add(q_i, to, with(&rows, starts.clone()));
            }
        }
    };
    for state in [q_1, q_2, q_3, q_f] {
        add(state, state, idle.clone(), false);
    }
    add(q_3, q_3, tick.clone(), true);
    add(q_3, q_f, with(&idle, at_end.clone()), false);
    for lower in &from_f {
        add(q_1, q_1, with(&tick, vec![fails(lower)]), true);
    }
    let active = with(&tick, all(&up_to_g));
    for (state, begins) in [(q_1, all(&from_f)), (q_2, Vec::new())] {
        let active = with(&active, begins.clone());
        if positive {
            let checked = with(&active, all(&checks));
            add(state, q_2, with(&checked, all(&inside)), true);
            // Where the window does not fit in the arrays, nothing is checked.
            for slack in &inside {
                add(state, q_2, with(&active, vec![fails(slack)]), true);
            }
            for upper in &up_to_g {
                add(state, q_3, with(&with(&tick, vec![fails(upper)]), begins.clone()), true);
            }
            add(state, q_f, with(&idle, at_end.clone()), false);
        } else {
            add(state, q_2, active.clone(), true);
            for check in &checks {
                add(state, q_3, with(&with(&active, vec![fails(check)]), all(&inside)), true);
            }
        }
    }
    let dependency = Dependency::default().with(&arrays);
    Ok((scan.builder.finish(q_i, q_f), dependency))
}
