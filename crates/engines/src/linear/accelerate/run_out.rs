//! Loops without a choice whose closure is not linear, such as `s = s + i; i = i + 1`: from a state in which their guards
//! are numbers, the state in which they end, without running through the rounds.
//!
//! In a deterministic loop a state at the head from which there is a round leads to that round and nowhere else. So of all
//! states that follow each other at the head only the last one matters to what is outside: the one without a round.
//!
//! A round is a guard and a map M (one for each path). The value of an expression e after j rounds is a polynomial in j
//! if its repeated differences `e∘M − e` come to 0, which they do for counters, sums of counters, sums of these, and so on.
//! Its coefficients are linear in the start. The first j at which a guard's row fails is found exactly
//! ([`super::polynomial`]), so it is known that the guard holds in all rounds before. Where the paths change, this is done
//! again.

use heureka_linear::{Arity, Conjunction, Kind, LinearExpr, Row, Var};
use heureka_number::Int;

use super::affine::AffineRound;
use super::polynomial::{Polynomial, binomials};
use super::relation::Relation;

/// How often another path may take over.
const PHASES: usize = 64;

/// The rounds of a deterministic loop, for runs from one state.
#[derive(Debug)]
pub struct RunOut {
    /// The places of the current tuple that rounds change or look at, ascending.
    places: Vec<u32>,
    paths: Vec<PathOfRound>,
}

/// One path of a round: the repeated differences of the guard's rows and of the values.
#[derive(Debug)]
struct PathOfRound {
    guard: Vec<(Kind, Vec<LinearExpr>)>,
    values: Vec<Vec<LinearExpr>>,
}

/// For how many rounds in a row a path is taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Taken {
    Times(Int),
    Forever,
}

/// Where a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEnd {
    /// How many rounds there are; maybe none.
    pub rounds: Int,
    /// The path edge at the head from which there is no further round.
    pub path_edge: Conjunction,
}

impl RunOut {
    /// The rounds of a relation on some places, if each disjunct is a map whose powers are polynomial.
    pub(super) fn of(places: &[u32], round: &Relation) -> Option<RunOut> {
        let n = round.variables();
        let paths = round.disjuncts().iter().map(|disjunct| PathOfRound::of(&AffineRound::of(disjunct, n)?));
        Some(RunOut { places: places.to_vec(), paths: paths.collect::<Option<Vec<_>>>()? })
    }

    /// The places of the current tuple that rounds change or look at, ascending.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Whether the path edge gives a number to everything that rounds change or look at.
    pub fn is_fixed(&self, path_edge: &Conjunction, arity: Arity) -> bool {
        self.places.iter().all(|place| fixed_value(path_edge, arity.current_var(*place)).is_constant())
    }

    /// The last state at the head of a run from a path edge that arrives there. Nothing if the path edge does not give
    /// numbers to the guards, if the run has no end, or if too many paths take turns.
    pub fn end(&self, path_edge: &Conjunction, arity: Arity) -> Option<RunEnd> {
        let now: Vec<Var> = self.places.iter().map(|place| arity.current_var(*place)).collect();
        // The values now as expressions of the path edge's variables: numbers where it fixes them.
        let mut state: Vec<LinearExpr> = now.iter().map(|var| fixed_value(path_edge, *var)).collect();
        let mut rounds = Int::ZERO;
        for _ in 0..PHASES {
            let Some((path, taken)) = self.path_from(&state)? else {
                return Some(RunEnd { rounds, path_edge: moved(path_edge, &now, &state, arity)? });
            };
            let Taken::Times(count) = taken else { return None };
            state = path.after(&state, &count);
            rounds += count;
        }
        None
    }

    /// The path that a round takes from the state, and for how many rounds; none if there is no round.
    fn path_from(&self, state: &[LinearExpr]) -> Option<Option<(&PathOfRound, Taken)>> {
        for path in &self.paths {
            let taken = path.taken_from(state)?;
            if taken != Taken::Times(Int::ZERO) {
                return Some(Some((path, taken)));
            }
        }
        Some(None)
    }
}

impl PathOfRound {
    fn of(round: &AffineRound) -> Option<PathOfRound> {
        let guard = round.guard().iter().map(|row| Some((row.kind().clone(), round.differences(row.expr())?)));
        let values = (0..round.map().len() as u32).map(|place| round.differences(&LinearExpr::var(Var(place))));
        let guard = guard.collect::<Option<Vec<_>>>()?;
        let polynomial = |(kind, differences): &(Kind, Vec<LinearExpr>)| match kind {
            Kind::Equal | Kind::AtLeast => true,
            Kind::Above => false,
            // Asked once for all rounds.
            Kind::Modulo { .. } => differences.len() == 1,
        };
        guard.iter().all(polynomial).then_some(())?;
        Some(PathOfRound { guard, values: values.collect::<Option<Vec<_>>>()? })
    }

    /// For how many rounds this path is taken from the state; nothing if the guard is not given by numbers.
    fn taken_from(&self, state: &[LinearExpr]) -> Option<Taken> {
        let mut least = Taken::Forever;
        for (kind, differences) in &self.guard {
            let numbers = differences.iter().map(|it| number(it, state)).collect::<Option<Vec<Int>>>()?;
            let fails = match kind {
                Kind::Equal => Polynomial::new(numbers).first_nonzero(),
                Kind::AtLeast | Kind::Above => Polynomial::new(numbers).first_negative(),
                Kind::Modulo { modulus, width } => {
                    numbers.iter().any(|value| value.mod_floor(modulus) > *width).then_some(Int::ZERO)
                }
            };
            if let Some(fails) = fails {
                least = least.min(Taken::Times(fails));
            }
        }
        Some(least)
    }

    /// The state after this many rounds.
    fn after(&self, state: &[LinearExpr], rounds: &Int) -> Vec<LinearExpr> {
        let longest = self.values.iter().map(Vec::len).max().unwrap_or(0);
        let binomials = binomials(rounds, longest.max(1));
        let value = |differences: &Vec<LinearExpr>| {
            differences.iter().zip(&binomials).fold(LinearExpr::zero(), |sum, (difference, binomial)| {
                sum.plus_scaled(binomial, &in_state(difference, state))
            })
        };
        self.values.iter().map(value).collect()
    }
}

fn in_state(expr: &LinearExpr, state: &[LinearExpr]) -> LinearExpr {
    expr.map_vars(|var| state[var.0 as usize].clone())
}

fn number(expr: &LinearExpr, state: &[LinearExpr]) -> Option<Int> {
    let value = in_state(expr, state);
    value.is_constant().then(|| value.constant().clone())
}

/// The number that a conjunction says a variable is, or the variable.
fn fixed_value(conjunction: &Conjunction, var: Var) -> LinearExpr {
    let says = |row: &&Row| {
        row.expr().terms().len() == 1 && row.expr().leading().is_some_and(|(it, factor)| *it == var && factor.is_one())
    };
    match conjunction.equalities().iter().find(says) {
        Some(row) => row.expr().without(var).negated(),
        None => LinearExpr::var(var),
    }
}

/// The path edge with new values now; nothing if it is not one conjunction.
fn moved(path_edge: &Conjunction, now: &[Var], state: &[LinearExpr], arity: Arity) -> Option<Conjunction> {
    // The old values get names above all others, and go.
    let old = |var: Var| if now.contains(&var) { Var(arity.end().0 + var.0) } else { var };
    let values =
        now.iter().zip(state).map(|(var, value)| (LinearExpr::var(*var).minus(&value.rename(old)), Kind::Equal));
    let moved = path_edge.rename(old).with_all(values).project(|var| var >= arity.end());
    match moved.disjuncts.as_slice() {
        [one] if moved.exact => Some(one.clone()),
        _ => None,
    }
}
