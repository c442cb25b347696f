//! Random programs with an array of a few cells, and random formulas at the heads of their loops and as contracts: what is
//! accepted holds in every state that is reached, and no certificate of a program that fails is accepted.

use std::time::{Duration, Instant};

use heureka_certify::{Checked, Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::{Contract, HeadInvariants, HeadSubject};
use heureka_ir::formula::{BoundId, Formula, Number};
use heureka_ir::invariant::{Relation, Value};
use heureka_ir::*;
use heureka_logic::solver::{Limits, SolverFactory};

use crate::array_oracle::{ArrayOracle, State};
use crate::expressions::Maker;
use crate::random_arrays::{self, BIT};

const ARRAY: ArrayId = ArrayId(0);
const INDEX: IntTy = IntTy::unsigned(2);

/// Whether a formula holds. Quantifiers look at the indices of the array: ours say so themselves.
fn holds(oracle: &ArrayOracle, state: &State, bound: &[(BoundId, i128)], formula: &Formula) -> bool {
    match formula {
        Formula::Bool(value) => *value,
        Formula::Not(a) => !holds(oracle, state, bound, a),
        Formula::And(all) => all.iter().all(|a| holds(oracle, state, bound, a)),
        Formula::Or(all) => all.iter().any(|a| holds(oracle, state, bound, a)),
        Formula::Compare(number, relation) => {
            let value = value(oracle, state, bound, number);
            match relation {
                Relation::Zero => value == 0,
                Relation::NonZero => value != 0,
                Relation::AtLeastZero => value >= 0,
                Relation::AboveZero => value > 0,
                Relation::Modulo { modulus, width } => value.rem_euclid(*modulus) <= *width,
            }
        }
        Formula::ForAll(ids, body) | Formula::Exists(ids, body) => {
            let is_universal = matches!(formula, Formula::ForAll(..));
            let mut ways = vec![bound.to_vec()];
            for id in ids {
                let longer = |way: &Vec<(BoundId, i128)>| -> Vec<Vec<(BoundId, i128)>> {
                    (0..=INDEX.max()).map(|value| [&way[..], &[(*id, value)]].concat()).collect()
                };
                ways = ways.iter().flat_map(longer).collect();
            }
            match is_universal {
                true => ways.iter().all(|way| holds(oracle, state, way, body)),
                false => ways.iter().any(|way| holds(oracle, state, way, body)),
            }
        }
    }
}

fn value(oracle: &ArrayOracle, state: &State, bound: &[(BoundId, i128)], number: &Number) -> i128 {
    let of = |number: &Number| value(oracle, state, bound, number);
    match number {
        Number::Const(value) => *value,
        Number::Value(Value::Now(var)) => state.now.vars[var.index()],
        Number::Value(Value::AtEntry(var)) => state.entry.vars[var.index()],
        Number::Bound(id) => bound.iter().find(|(other, _)| other == id).expect("it is bound").1,
        Number::Read(array, indices) => oracle.contents(&state.now, *array, of(&indices[0])),
        Number::Sum(terms, constant) => constant + terms.iter().map(|(term, factor)| factor * of(term)).sum::<i128>(),
        Number::Product(a, b) => of(a) * of(b),
        Number::Quotient(a, by) => of(a).div_euclid(*by),
        Number::Remainder(a, by) => of(a).rem_euclid(*by),
        Number::Choice(condition, a, b) => {
            if holds(oracle, state, bound, condition) {
                of(a)
            } else {
                of(b)
            }
        }
    }
}

/// Makes formulas over some variables and the array; `count` numbers the bound variables.
struct Sayer<'a> {
    maker: &'a mut Maker,
    /// An index or a bit, each.
    values: Vec<Value>,
    count: u32,
}

impl Sayer<'_> {
    fn cell(index: Number) -> Number {
        Number::Read(ARRAY, vec![index])
    }

    fn value(&mut self) -> Number {
        Number::Value(self.values[self.maker.below(self.values.len())])
    }

    fn compare(&mut self, left: Number, right: Number) -> Formula {
        match self.maker.below(4) {
            0 => Formula::at_most(left, right),
            1 => Formula::below(left, right),
            2 => Formula::equal(left, right).not(),
            _ => Formula::equal(left, right),
        }
    }

    fn bound(&mut self) -> (BoundId, Number) {
        self.count += 1;
        (BoundId(self.count), Number::Bound(BoundId(self.count)))
    }

    fn atom(&mut self) -> Formula {
        let constant = Number::Const(self.maker.below(4) as i128);
        let bit = Number::Const(self.maker.below(2) as i128);
        match self.maker.below(9) {
            0 => {
                let value = self.value();
                self.compare(value, constant)
            }
            1 => {
                let (left, right) = (self.value(), self.value());
                self.compare(left, right)
            }
            2 => Formula::equal(Self::cell(constant), bit),
            3 => {
                let value = self.value();
                Formula::equal(Self::cell(value), bit)
            }
            4 => {
                let value = self.value();
                Formula::equal(value, constant.clone()).implies(Formula::equal(Self::cell(constant), bit))
            }
            5 | 6 => {
                let ((id, k), value) = (self.bound(), self.value());
                let last = if self.maker.below(2) == 0 { value } else { constant };
                let claim = match self.maker.below(3) {
                    0 => Formula::at_most(Self::cell(k.clone()), Self::cell(k.clone().plus(1))),
                    1 => Formula::equal(Self::cell(k.clone()), Self::cell(Number::Const(INDEX.max()).minus(k.clone()))),
                    _ => Formula::equal(Self::cell(k.clone()), bit),
                };
                let (low, high) = (Formula::at_most(Number::Const(0), k.clone()), Formula::below(k, last));
                // A value may be as large as an index, and never larger.
                let within = Formula::And(vec![low, high]);
                Formula::ForAll(vec![id], Box::new(within.implies(claim)))
            }
            7 => {
                let (id, k) = self.bound();
                let (low, high) =
                    (Formula::at_most(Number::Const(0), k.clone()), Formula::at_most(k.clone(), constant));
                let all = vec![low, high, Formula::equal(Self::cell(k), bit)];
                Formula::Exists(vec![id], Box::new(Formula::And(all)))
            }
            _ => {
                let ((j, first), (k, second)) = (self.bound(), self.bound());
                let order = Formula::And(vec![
                    Formula::at_most(Number::Const(0), first.clone()),
                    Formula::at_most(first.clone(), second.clone()),
                    Formula::at_most(second.clone(), constant),
                ]);
                let claim = Formula::at_most(Self::cell(first), Self::cell(second));
                Formula::ForAll(vec![j, k], Box::new(order.implies(claim)))
            }
        }
    }

    /// A conjunction of things that hold in all the states, and now and then of something that does not.
    fn claim(&mut self, oracle: &ArrayOracle, states: &[&State]) -> Formula {
        let mut all = Vec::new();
        for _ in 0..12 {
            let mut atom = self.atom();
            if self.maker.below(4) == 0 {
                atom = Formula::Or(vec![atom, self.atom()]);
            }
            if self.maker.below(40) == 0 || states.iter().all(|state| holds(oracle, state, &[], &atom)) {
                all.push(atom);
            }
        }
        if states.is_empty() && self.maker.below(2) == 0 {
            all.push(Formula::Bool(false));
        }
        Formula::And(all)
    }

    /// Exactly the states, but for their entries.
    fn exactly(&self, oracle: &ArrayOracle, states: &[&State]) -> Formula {
        let one = |state: &&State| {
            let values = self.values.iter().map(|of| {
                let number = Number::Value(*of);
                Formula::equal(number.clone(), Number::Const(value(oracle, state, &[], &number)))
            });
            let cells = (0..=INDEX.max()).map(|at| {
                let cell = oracle.contents(&state.now, ARRAY, at);
                Formula::equal(Self::cell(Number::Const(at)), Number::Const(cell))
            });
            Formula::And(values.chain(cells).collect())
        };
        Formula::Or(states.iter().map(one).collect())
    }
}

fn judge(program: &Program, invariants: &HeadInvariants) -> Result<Checked, Rejected> {
    let properties = [Property::Unreach].into();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    let certificate = Certificate::AtHeads(invariants.clone());
    let deadline = Some(Instant::now() + Duration::from_millis(1500));
    check_certificate(&question, &certificate, &SolverFactory::default(), Limits { deadline, cancel: None })
}

#[test]
fn what_is_accepted_holds() {
    let (mut accepted, mut rejected, mut failing, mut exact) = (0, 0, 0, 0);
    for seed in 0..60 {
        let mut maker = Maker::new(seed, vec![BIT]);
        let program = random_arrays::program(&mut maker, INDEX, seed % 2 == 0);
        let oracle = ArrayOracle::new(&program, &[Property::Unreach], &[], INDEX);
        let reachable = oracle.reachable();
        let is_error = |loc: &LocId| matches!(program.loc(*loc).kind, LocKind::Error { .. });
        let fails = program.loc_ids().filter(is_error).any(|loc| !reachable[loc.index()].is_empty());
        let at_loc = |loc: LocId| -> Vec<&State> { reachable[loc.index()].iter().collect() };
        let loops = Loops::of(&program);
        let heads: Vec<LocId> = loops.ids().map(|id| loops.get(id).head).collect();
        for round in 0..4 {
            let values_at = |loc: LocId| {
                let vars = program.var_ids().filter(|var| program.var(*var).owner == Some(program.loc(loc).proc));
                vars.map(Value::Now).collect::<Vec<_>>()
            };
            let mut at = Vec::new();
            for &head in &heads {
                let states = at_loc(head);
                let mut sayer = Sayer { maker: &mut maker, values: values_at(head), count: 0 };
                let is_exact = round == 0 && states.len() < 60;
                at.push((head, if is_exact { sayer.exactly(&oracle, &states) } else { sayer.claim(&oracle, &states) }));
            }
            let mut contracts = Vec::new();
            if seed % 2 == 0 && round > 0 {
                let (procedure, proc) = (ProcId(1), program.proc(ProcId(1)));
                let given = proc.params.iter().copied();
                let values = given.clone().map(Value::Now).collect();
                let before = Sayer { maker: &mut maker, values, count: 0 }.claim(&oracle, &at_loc(proc.entry));
                let results = proc.results.iter().copied().map(Value::Now);
                let values = results.chain(given.map(Value::AtEntry)).collect();
                let after = Sayer { maker: &mut maker, values, count: 0 }.claim(&oracle, &at_loc(proc.exit));
                contracts.push(Contract { procedure, before, after });
            }
            let invariants = HeadInvariants { subject: HeadSubject::AsRead, at, contracts };
            let judged = judge(&program, &invariants);
            let shown = || format!("seed {seed}, round {round}: {}\n{invariants:?}", heureka_ir::text::print(&program));
            match judged {
                Ok(_) => {
                    assert!(!fails, "a program that fails: {}", shown());
                    let promised = invariants.contracts.iter().flat_map(|contract| {
                        let proc = program.proc(contract.procedure);
                        [(proc.entry, &contract.before), (proc.exit, &contract.after)]
                    });
                    for (loc, formula) in invariants.at.iter().map(|(loc, formula)| (*loc, formula)).chain(promised) {
                        let all = at_loc(loc);
                        assert!(all.iter().all(|state| holds(&oracle, state, &[], formula)), "at {loc}: {}", shown());
                    }
                    accepted += 1;
                    exact += usize::from(round == 0);
                }
                Err(Rejected::Malformed { reason }) => panic!("{reason}: {}", shown()),
                Err(_) => rejected += 1,
            }
            failing += usize::from(fails);
        }
    }
    println!("{accepted} accepted ({exact} exact), {rejected} rejected, {failing} of programs that fail");
    assert!(accepted > 40 && rejected > 40 && failing > 40 && exact > 10, "{accepted} {rejected} {failing} {exact}");
}
