//! Random well-sorted terms of every operator: simplifying keeps the value, text survives, and Z3 agrees with the
//! evaluator.

use heureka_logic::smtlib::{Script, parse_term, print_script, print_term};
use heureka_logic::{Assignment, EvaluateError, Simplifier, SortId, TermId, Terms, evaluate, simplify};
use heureka_testkit::terms::{Kind, TermGenerator, assignment};

/// A few terms over a pool of their own.
fn generate(kind: Kind, seed: u64, depth: usize) -> (Terms, TermGenerator, Vec<TermId>) {
    let mut terms = Terms::new();
    let mut generator = TermGenerator::new(&mut terms, kind, seed);
    let made = (0..4).map(|_| generator.sort()).collect::<Vec<_>>();
    let made = made.into_iter().map(|sort| generator.term(&mut terms, sort, depth)).collect();
    (terms, generator, made)
}

#[test]
fn simplifying_keeps_the_value() {
    for seed in 0..8_000 {
        let (mut terms, mut generator, made) = generate(Kind::EVALUABLE, seed, 1 + seed as usize % 5);
        let mut simplifier = Simplifier::new();
        let simple: Vec<TermId> = made.iter().map(|&term| simplifier.simplify(&mut terms, term)).collect();
        for _ in 0..4 {
            let assignment = assignment(&terms, &mut generator);
            for (&term, &simple) in made.iter().zip(&simple) {
                let (before, after) = (evaluate(&terms, term, &assignment), evaluate(&terms, simple, &assignment));
                assert!(
                    before == after || before == Err(EvaluateError::TooLarge),
                    "seed {seed}: {before:?} became {after:?}\n{}\n{}\n{assignment:?}",
                    print_term(&terms, term),
                    print_term(&terms, simple)
                );
            }
        }
    }
}

#[test]
fn a_simple_term_stays_as_it_is() {
    let mut unstable = 0;
    for seed in 0..2_000 {
        let (mut terms, _, made) = generate(Kind::ALL, seed, 3);
        for term in made {
            let once = simplify(&mut terms, term);
            let twice = simplify(&mut terms, once);
            unstable += usize::from(once != twice);
        }
    }
    // Rules that build new terms may leave something for the next time, but seldom.
    assert!(unstable <= 8_000 / 50, "{unstable} of 8000 terms were simplified further");
}

#[test]
fn text_reads_back_as_the_same_term() {
    for seed in 0..4_000 {
        let (mut terms, _, made) = generate(Kind::ALL, seed, 1 + seed as usize % 6);
        for term in made {
            let text = print_term(&terms, term);
            let back = parse_term(&mut terms, &text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            assert_eq!(back, term, "seed {seed}\n{text}\n{}", print_term(&terms, back));
        }
    }
}

/// A fresh Z3 solver that has read the assertion that one of these differs from its partner.
fn different(terms: &mut Terms, pairs: &[(TermId, TermId)]) -> (z3::Solver, String) {
    let differences: Vec<TermId> = pairs.iter().map(|&(a, b)| terms.ne(a, b)).collect();
    let any = terms.or(&differences);
    let script = Script::asserting(terms, &[any]);
    let text = print_script(terms, &script).replace("(check-sat)", "");
    let solver = z3::Solver::new();
    solver.from_string(text.clone());
    assert_eq!(solver.get_assertions().len(), 1, "Z3 does not read {text}");
    (solver, text)
}

/// Z3 finds no difference between ground terms and their values.
#[test]
fn z3_agrees_on_ground_terms() {
    for seed in 0..60 {
        let mut terms = Terms::new();
        let mut generator = TermGenerator::new(&mut terms, Kind::GROUND, seed);
        let mut pairs = Vec::new();
        for _ in 0..50 {
            let sort = generator.sort();
            let term = generator.term(&mut terms, sort, 3);
            let Ok(value) = evaluate(&terms, term, &Assignment::new()) else { continue };
            pairs.push((term, terms.value_term(&value)));
        }
        let (solver, text) = different(&mut terms, &pairs);
        assert_eq!(solver.check(), z3::SatResult::Unsat, "seed {seed}: {text}");
    }
}

/// Z3 finds no difference between terms with symbols and what they become.
#[test]
fn z3_agrees_with_the_simplifier() {
    let mut params = z3::Params::new();
    params.set_u32("timeout", 100);
    let mut decided = 0;
    for seed in 0..200 {
        let mut terms = Terms::new();
        let mut generator = TermGenerator::new(&mut terms, Kind::EVALUABLE, seed);
        let term = generator.term(&mut terms, SortId::BOOL, 2);
        let simple = simplify(&mut terms, term);
        let (solver, text) = different(&mut terms, &[(term, simple)]);
        solver.set_params(&params);
        match solver.check() {
            z3::SatResult::Unsat => decided += 1,
            z3::SatResult::Unknown => {}
            z3::SatResult::Sat => panic!("seed {seed}: {text}"),
        }
    }
    assert!(decided > 150, "Z3 decided only {decided} of 200");
}
