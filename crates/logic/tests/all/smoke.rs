//! The linked Z3 is there, is new enough, and its two ways of solving that the engines need do answer.

use z3::ast::Int;
use z3::{Fixedpoint, Params, SatResult, Solver, Sort};

#[test]
fn the_version_is_the_one_set_up() {
    let version = heureka_logic::z3_version();
    let major: u32 = version.split('.').next().and_then(|part| part.parse().ok()).expect("a number before the dot");
    assert!(major >= 5, "Z3 {version} is too old");
}

#[test]
fn a_small_query_has_a_model() {
    let (x, y) = (Int::new_const("x"), Int::new_const("y"));
    let solver = Solver::new();
    solver.assert((&x + &y).eq(Int::from_i64(7)));
    solver.assert((&x - &y).eq(Int::from_i64(1)));
    assert_eq!(solver.check(), SatResult::Sat);
    let model = solver.get_model().expect("a satisfiable query has a model");
    let value = |v: &Int| model.eval(v, true).and_then(|value| value.as_i64());
    assert_eq!((value(&x), value(&y)), (Some(4), Some(3)));
}

/// `x = 0; while (*) x += 2;` never reaches an odd number, and does reach 6.
#[test]
fn spacer_solves_a_horn_system() {
    assert_eq!(counts_by_two(|x| x.modulo(Int::from_i64(2)).eq(Int::from_i64(1))), SatResult::Unsat);
    assert_eq!(counts_by_two(|x| x.eq(Int::from_i64(6))), SatResult::Sat);
}

/// Whether the counter reaches a bad value: `Sat` is reachable.
fn counts_by_two(bad: impl Fn(&Int) -> z3::ast::Bool) -> SatResult {
    let horn = Fixedpoint::new();
    let mut params = Params::new();
    params.set_symbol("engine", "spacer");
    params.set_bool("spacer.global", true);
    horn.set_params(&params);
    assert!(horn.get_help().contains("spacer.global"), "this Z3 has no global guidance");

    let loop_head = z3::FuncDecl::new("loop_head", &[&Sort::int()], &Sort::bool());
    let error = z3::FuncDecl::new("error", &[], &Sort::bool());
    horn.register_relation(&loop_head);
    horn.register_relation(&error);

    let x = Int::new_const("x");
    let at = |value: &Int| loop_head.apply(&[value]).as_bool().expect("a relation is Boolean");
    let failed = error.apply(&[]).as_bool().expect("a relation is Boolean");
    let all = |rule: z3::ast::Bool| z3::ast::forall_const(&[&x], &[], &rule);
    horn.add_rule(&at(&Int::from_i64(0)), Some("start"));
    horn.add_rule(&all(at(&x).implies(at(&(&x + 2)))), Some("step"));
    horn.add_rule(&all((at(&x) & bad(&x)).implies(&failed)), Some("check"));
    horn.query(&failed)
}
