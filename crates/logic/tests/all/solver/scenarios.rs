//! What every backend must do, written once over the trait.

use heureka_logic::solver::{Answer, Limits, Solver, SolverError};
use heureka_logic::{SortId, TermId, Terms, Value, smtlib};
use heureka_number::Int;

use super::backends::factories;

/// Runs the scenario with each backend.
fn with_every_backend(scenario: impl Fn(&mut dyn Solver, &mut Terms)) {
    for factory in factories() {
        eprintln!("with {}", factory.choice());
        let mut solver = factory.create(Limits::NONE).unwrap();
        scenario(&mut *solver, &mut Terms::new());
    }
}

fn read(terms: &mut Terms, text: &str) -> TermId {
    smtlib::parse_term(terms, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn ints(terms: &mut Terms, names: &[&str]) {
    for name in names {
        terms.constant(name, SortId::INT);
    }
}

#[test]
fn push_and_pop_forget_and_remember() {
    with_every_backend(|solver, terms| {
        ints(terms, &["x", "y"]);
        let positive = read(terms, "(< 0 x)");
        let negative = read(terms, "(< x 0)");
        let sum = read(terms, "(= y (+ x 1))");
        solver.assert(terms, positive).unwrap();
        solver.push().unwrap();
        solver.assert(terms, sum).unwrap();
        solver.push().unwrap();
        solver.assert(terms, negative).unwrap();
        assert_eq!(solver.check(terms).unwrap(), Answer::Unsatisfiable);
        solver.pop().unwrap();
        assert_eq!(solver.check(terms).unwrap(), Answer::Satisfiable);
        assert_eq!(solver.value(terms, sum).unwrap(), Value::Bool(true));
        solver.pop().unwrap();
        // `y` was declared on a level that is gone.
        solver.assert(terms, sum).unwrap();
        assert_eq!(solver.check(terms).unwrap(), Answer::Satisfiable);
        let statistics = solver.statistics();
        assert_eq!((statistics.checks, statistics.satisfiable, statistics.unsatisfiable), (3, 2, 1));
        assert_eq!((statistics.pushes, statistics.assertions), (2, 4));
    });
}

#[test]
fn cores_are_unsatisfiable_assumptions() {
    with_every_backend(|solver, terms| {
        ints(terms, &["x", "y", "z"]);
        terms.constant("flag", SortId::BOOL);
        let texts = ["(< x y)", "(< y z)", "(not flag)", "(< z x)", "(= x 5)", "true"];
        let assumptions: Vec<TermId> = texts.iter().map(|text| read(terms, text)).collect();
        let rule = read(terms, "(or flag (< 0 x))");
        solver.assert(terms, rule).unwrap();
        for _ in 0..2 {
            assert_eq!(solver.check_assuming(terms, &assumptions).unwrap(), Answer::Unsatisfiable);
            let core = solver.unsat_core().unwrap();
            assert!([0, 1, 3].iter().all(|&place| core.contains(&assumptions[place])), "{core:?}");
            assert!(core.iter().all(|term| assumptions.contains(term)));
            assert_eq!(solver.check_assuming(terms, &core).unwrap(), Answer::Unsatisfiable);
            assert_eq!(solver.check_assuming(terms, &assumptions[..3]).unwrap(), Answer::Satisfiable);
            assert_eq!(solver.value(terms, assumptions[1]).unwrap(), Value::Bool(true));
            solver.push().unwrap();
        }
        solver.assert(terms, Terms::FALSE).unwrap();
        assert_eq!(solver.check_assuming(terms, &assumptions).unwrap(), Answer::Unsatisfiable);
        assert_eq!(solver.unsat_core().unwrap(), []);
    });
}

#[test]
fn what_is_not_there_is_an_error() {
    with_every_backend(|solver, terms| {
        let x = terms.constant("x", SortId::BOOL);
        assert_eq!(solver.model(terms), Err(SolverError::NotAvailable("model")));
        solver.assert(terms, x).unwrap();
        assert_eq!(solver.check(terms).unwrap(), Answer::Satisfiable);
        assert_eq!(solver.unsat_core(), Err(SolverError::NotAvailable("unsatisfiable core")));
        solver.model(terms).unwrap();
        solver.push().unwrap();
        assert_eq!(solver.model(terms), Err(SolverError::NotAvailable("model")));
        assert_eq!(solver.check(terms).unwrap(), Answer::Satisfiable);
    });
}

#[test]
fn big_numbers_survive() {
    with_every_backend(|solver, terms| {
        let digits: String = (0..300).map(|place| char::from(b'1' + (place * 7 % 9) as u8)).collect();
        let big: Int = digits.parse().unwrap();
        ints(terms, &["x", "y"]);
        terms.constant("r", SortId::REAL);
        let text = format!("(and (= x {digits}) (= y (- x)) (= r (/ {digits}.0 7.0)))");
        let formula = read(terms, &text);
        solver.assert(terms, formula).unwrap();
        assert_eq!(solver.check(terms).unwrap(), Answer::Satisfiable);
        let model = solver.model(terms).unwrap();
        let value = |name: &str| model.constants[&terms.find_symbol(name).unwrap()].clone();
        assert_eq!(value("x"), Value::Int(big.clone()));
        assert_eq!(value("y"), Value::Int(-&big));
        assert_eq!(value("r"), Value::Real(heureka_number::Rational::new(big, Int::from(7))));
    });
}

#[test]
fn wide_bit_vectors_survive() {
    with_every_backend(|solver, terms| {
        for width in [1, 64, 128, 256] {
            let sort = SortId::bit_vec(width);
            let (a, b) = (terms.constant(&format!("a{width}"), sort), terms.constant(&format!("b{width}"), sort));
            let value: Int = "123456789012345678901234567890123456789012345678901234567890".parse().unwrap();
            let value = terms.bits(width, value);
            let complement = terms.bv_not(value);
            let (first, second) = (terms.eq(a, value), terms.eq(b, complement));
            solver.assert(terms, first).unwrap();
            solver.assert(terms, second).unwrap();
            assert_eq!(solver.check(terms).unwrap(), Answer::Satisfiable);
            assert_eq!(solver.value(terms, a).unwrap().as_bits(), terms.as_bits(value));
            let both = terms.bv_or(&[a, b]);
            let Value::BitVec(ones) = solver.value(terms, both).unwrap() else { panic!("a bit-vector") };
            assert!(ones.is_ones());
        }
    });
}

#[test]
fn arrays_and_functions_have_values() {
    with_every_backend(|solver, terms| {
        let row = terms.array_sort(SortId::INT, SortId::INT);
        let table = terms.array_sort(SortId::INT, row);
        let bits = terms.array_sort(SortId::bit_vec(2), SortId::BOOL);
        terms.constant("t", table);
        terms.constant("a", row);
        terms.constant("s", bits);
        terms.declare("f", &[SortId::INT, SortId::BOOL], SortId::INT).unwrap();
        terms.declare("h", &[row], SortId::REAL).unwrap();
        ints(terms, &["i"]);
        for text in [
            "(= (select (select t 3) i) 7)",
            "(not (= (select t 4) (select t 3)))",
            "(= a (store (store ((as const (Array Int Int)) 1) 5 2) 6 i))",
            "(< (f i true) (f 5 false) (f i false))",
            "(distinct (select s #b00) (select s #b01))",
            "(< (h a) (h (store a 0 (+ 1 (select a 0)))))",
            "(= i 2)",
        ] {
            let assertion = read(terms, text);
            solver.assert(terms, assertion).unwrap();
            // The wrapper checks the model.
            assert_eq!(solver.check(terms).unwrap(), Answer::Satisfiable, "{text}");
        }
        let entry = read(terms, "(select (select t 3) 2)");
        assert_eq!(solver.value(terms, entry).unwrap(), Value::Int(Int::from(7)));
    });
}

#[test]
fn quantifiers_are_understood() {
    with_every_backend(|solver, terms| {
        ints(terms, &["x", "n"]);
        let row = terms.array_sort(SortId::INT, SortId::INT);
        terms.constant("a", row);
        // The bound `x` is another one than the free `x`.
        let all = read(terms, "(forall ((x Int)) (=> (and (<= 0 x) (< x n)) (= (select a x) 0)))");
        let one = read(terms, "(and (= x 4) (< x n) (= (select a x) 1))");
        solver.assert(terms, all).unwrap();
        solver.push().unwrap();
        solver.assert(terms, one).unwrap();
        assert_eq!(solver.check(terms).unwrap(), Answer::Unsatisfiable);
        solver.pop().unwrap();
        let some = read(terms, "(exists ((y Int)) (and (< y n) (<= 0 y) (= (select a y) x) (< 0 x)))");
        solver.assert(terms, some).unwrap();
        assert_eq!(solver.check(terms).unwrap(), Answer::Unsatisfiable);
    });
}

#[test]
fn names_do_not_matter() {
    with_every_backend(|solver, terms| {
        let names =
            ["select", "let", "a b", "", "|", "\0", "é", "k!0", "assume!1", "%assume0", "bv5", "?1", "Int", "0"];
        let all: Vec<TermId> = names.iter().map(|name| terms.constant(name, SortId::INT)).collect();
        let different = terms.distinct(&all);
        assert_eq!(solver.check_assuming(terms, &[different]).unwrap(), Answer::Satisfiable);
        assert_eq!(solver.model(terms).unwrap().constants.len(), names.len());
    });
}

/// Neither the translation nor the text may recurse on the depth of a term.
#[test]
fn deep_terms_are_fine() {
    let mut terms = Terms::new();
    let x = terms.constant("x", SortId::INT);
    let one = terms.int(1);
    let mut deep = x;
    for _ in 0..20_000 {
        let sum = terms.add(&[deep, one]);
        deep = terms.sub(one, sum);
    }
    let is_x = terms.eq(deep, x);
    let is_not = terms.not(is_x);
    let mut solver = heureka_logic::solver::Z3Solver::new(Limits::NONE);
    solver.assert(&terms, is_not).unwrap();
    assert_eq!(solver.check(&terms).unwrap(), Answer::Unsatisfiable);
    assert!(solver.statistics().terms > 40_000);
}
