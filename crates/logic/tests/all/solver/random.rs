//! Random terms: a model makes true what was asserted, a core is unsatisfiable, and push and pop change nothing.

use std::time::{Duration, Instant};

use heureka_logic::solver::{Answer, Limits, Solver, SolverError, SolverFactory, Z3Solver};
use heureka_logic::{EvaluateError, SortId, TermId, Terms, Value, evaluate, smtlib};
use heureka_testkit::terms::{Kind, TermGenerator};

use super::backends::factories;

use super::generate::{Flavour, Generator};

#[test]
fn models_of_z3_are_models() {
    let mut terms = Terms::new();
    let mut generator = Generator::new(&mut terms, 1, Flavour::Everything);
    let mut solver = Z3Solver::new(Limits::NONE);
    let mut counts = [0; 3];
    for round in 0..1500 {
        let formula = generator.formula(&mut terms, 2 + round % 3);
        solver.push().unwrap();
        solver.assert(&terms, formula).unwrap();
        let answer = solver.check(&terms).unwrap();
        match answer {
            Answer::Satisfiable => {
                counts[0] += 1;
                let model = solver.model(&terms).unwrap();
                let value = evaluate(&terms, formula, &model).unwrap();
                let text = smtlib::print_term(&terms, formula);
                assert_eq!(value, Value::Bool(true), "round {round}: {text} under {model:?}");
            }
            Answer::Unsatisfiable => counts[1] += 1,
            Answer::Unknown(_) => counts[2] += 1,
        }
        solver.pop().unwrap();
    }
    assert!(counts[0] > 700 && counts[1] > 50 && counts[2] < 20, "{counts:?}");
}

/// The test kit's terms, with products of variables, wide bit-vectors and extreme numbers. Some are too hard.
#[test]
fn models_of_wild_terms_are_models() {
    let mut decided = 0;
    for seed in 0..250 {
        let mut terms = Terms::new();
        let mut generator = TermGenerator::new(&mut terms, Kind::EVALUABLE, seed);
        let mut solver = Z3Solver::new(Limits::NONE);
        for _ in 0..2 {
            let formula = generator.term(&mut terms, SortId::BOOL, 2);
            solver.assert(&terms, formula).unwrap();
            solver.set_deadline(Some(Instant::now() + Duration::from_millis(50)));
            match solver.check(&terms) {
                Ok(Answer::Satisfiable) => {}
                Ok(_) | Err(SolverError::TimedOut) => break,
                Err(error) => panic!("seed {seed}: {error}"),
            }
            let model = match solver.model(&terms) {
                Ok(model) => model,
                // Roots of polynomials are not rational.
                Err(SolverError::Unsupported(value)) if value.contains("root-obj") => break,
                Err(error) => panic!("seed {seed}: {error}"),
            };
            match evaluate(&terms, formula, &model) {
                Err(EvaluateError::TooLarge) => {}
                value => {
                    let text = smtlib::print_term(&terms, formula);
                    assert_eq!(value, Ok(Value::Bool(true)), "seed {seed}: {text} under {model:?}");
                    decided += 1;
                }
            }
        }
    }
    assert!(decided > 150, "{decided}");
}

/// The same queries to every backend: the answers agree, and the models, which the wrapper checks, are models.
#[test]
fn backends_agree() {
    let mut terms = Terms::new();
    let mut generator = Generator::new(&mut terms, 2, Flavour::NoZeroDivision);
    let queries: Vec<(TermId, TermId)> = (0..60)
        .map(|round| {
            let depth = 2 + round % 2;
            (generator.formula(&mut terms, depth), generator.formula(&mut terms, depth))
        })
        .collect();
    let mut all: Vec<Vec<Answer>> = Vec::new();
    for factory in factories() {
        let mut solver = factory.create(Limits::NONE).unwrap();
        let mut answers = Vec::new();
        for &(assertion, assumption) in &queries {
            solver.push().unwrap();
            solver.assert(&terms, assertion).unwrap();
            answers.push(solver.check_assuming(&terms, &[assumption]).unwrap());
            solver.pop().unwrap();
        }
        all.push(answers);
    }
    for (place, answer) in all[0].iter().enumerate() {
        for other in &all[1..] {
            let is_unknown = matches!((answer, &other[place]), (Answer::Unknown(_), _) | (_, Answer::Unknown(_)));
            assert!(is_unknown || *answer == other[place], "query {place}: {answer} or {}", other[place]);
        }
    }
}

#[test]
fn cores_are_unsatisfiable_again() {
    let mut terms = Terms::new();
    let mut generator = Generator::new(&mut terms, 3, Flavour::NoZeroDivision);
    let mut solver = SolverFactory::default().validating(true).create(Limits::NONE).unwrap();
    let mut cores = 0;
    for _ in 0..150 {
        let assumptions: Vec<TermId> = (0..8).map(|_| generator.formula(&mut terms, 2)).collect();
        if solver.check_assuming(&terms, &assumptions).unwrap() == Answer::Unsatisfiable {
            let core = solver.unsat_core().unwrap();
            assert!(core.iter().all(|term| assumptions.contains(term)));
            assert_eq!(solver.check_assuming(&terms, &core).unwrap(), Answer::Unsatisfiable);
            // From scratch, too: what was learnt before may not matter.
            let mut fresh = Z3Solver::new(Limits::NONE);
            for &term in &core {
                fresh.assert(&terms, term).unwrap();
            }
            assert_eq!(fresh.check(&terms).unwrap(), Answer::Unsatisfiable);
            cores += 1;
        }
    }
    assert!(cores > 20, "{cores}");
}

#[test]
fn a_used_solver_answers_as_a_fresh_one() {
    let mut terms = Terms::new();
    let mut generator = Generator::new(&mut terms, 4, Flavour::Everything);
    let mut solver = SolverFactory::default().validating(true).create(Limits::NONE).unwrap();
    let mut levels: Vec<Vec<TermId>> = vec![Vec::new()];
    for _ in 0..300 {
        match generator.rng.below(4) {
            0 if levels.len() < 6 => {
                solver.push().unwrap();
                levels.push(Vec::new());
            }
            1 if levels.len() > 1 => {
                solver.pop().unwrap();
                levels.pop();
            }
            _ if levels.len() > 1 => {
                let formula = generator.formula(&mut terms, 2);
                solver.assert(&terms, formula).unwrap();
                levels.last_mut().unwrap().push(formula);
            }
            _ => {}
        }
        let mut fresh = Z3Solver::new(Limits::NONE);
        for &term in levels.iter().flatten() {
            fresh.assert(&terms, term).unwrap();
        }
        let (used, fresh) = (solver.check(&terms).unwrap(), fresh.check(&terms).unwrap());
        let is_unknown = matches!((&used, &fresh), (Answer::Unknown(_), _) | (_, Answer::Unknown(_)));
        assert!(is_unknown || used == fresh, "{used} but {fresh}");
    }
}
