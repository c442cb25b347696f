//! SMT-LIB text: golden files, answers of solvers, and bad input.
//!
//! `tests/golden/NAME.smt2` is read, printed again and simplified; the result is `NAME.expected`, rewritten with
//! `HEUREKA_BLESS=1`.

use std::path::Path;

use heureka_logic::smtlib::{
    Command, Script, parse_model, parse_script, parse_term, parse_values, print_script, print_term,
};
use heureka_logic::{Assignment, SortId, Terms, Value, evaluate, simplify};
use heureka_number::{Int, Rational};

fn golden_text(text: &str) -> String {
    let mut terms = Terms::new();
    let mut script = match parse_script(&mut terms, text) {
        Ok(script) => script,
        Err(error) => return format!("error {error}\n"),
    };
    let printed = print_script(&terms, &script);
    for command in &mut script.commands {
        if let Command::Assert(term) = command {
            *term = simplify(&mut terms, *term);
        }
    }
    format!("; as read\n{printed}\n; simplified\n{}", print_script(&terms, &script))
}

#[test]
fn golden_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut inputs: Vec<_> = std::fs::read_dir(&folder).expect("the folder is there").flatten().collect();
    inputs.retain(|entry| entry.path().extension().is_some_and(|extension| extension == "smt2"));
    inputs.sort_by_key(|entry| entry.path());
    assert!(inputs.len() >= 5, "golden files are missing");
    let mut wrong = Vec::new();
    for input in inputs {
        let text = std::fs::read_to_string(input.path()).expect("the file can be read");
        let (expected_path, actual) = (input.path().with_extension("expected"), golden_text(&text));
        let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
        if expected == actual {
            continue;
        }
        if std::env::var_os("HEUREKA_BLESS").is_some() {
            std::fs::write(&expected_path, actual).expect("the file can be written");
        } else {
            wrong.push(format!("{}:\n{actual}", expected_path.display()));
        }
    }
    assert!(wrong.is_empty(), "golden files differ; the answers are\n{}", wrong.join("\n"));
}

#[test]
fn sharing_keeps_the_text_as_long_as_the_term() {
    let mut terms = Terms::new();
    let mut term = terms.constant("x", SortId::INT);
    for _ in 0..10_000 {
        term = terms.add(&[term, term]);
    }
    let text = print_term(&terms, term);
    assert!(text.len() < 400_000, "{} bytes", text.len());
    assert_eq!(parse_term(&mut terms, &text), Ok(term));
}

#[test]
fn depth_costs_no_stack() {
    let mut terms = Terms::new();
    let x = terms.constant("x", SortId::BOOL);
    let mut term = x;
    for _ in 0..300_000 {
        term = terms.not(term);
    }
    let text = print_term(&terms, term);
    assert_eq!(parse_term(&mut terms, &text), Ok(term));
    assert_eq!(simplify(&mut terms, term), x);
    let symbol = terms.as_constant(x).expect("a symbol");
    let mut assignment = Assignment::new();
    assignment.set(&terms, symbol, Value::Bool(true));
    assert_eq!(evaluate(&terms, term, &assignment), Ok(Value::Bool(true)));
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let deep = "(".repeat(100_000);
    let deep_term = format!("(assert {}x{})", "(not ".repeat(100_000), ")".repeat(100_000));
    let deep_sort = format!("(declare-const a {}Int{})", "(Array Int ".repeat(100_000), ")".repeat(100_000));
    let cases = [
        ("(assert true", "1:1: this parenthesis is not closed"),
        ("(check-sat))", "1:12: a closing parenthesis without its opening one"),
        ("(check-sat)\n  |abc", "2:3: a quoted symbol is not closed"),
        ("(set-info :a \"x", "1:14: a string is not closed"),
        ("(assert |a\\b|)", "1:11: a quoted symbol cannot contain a backslash"),
        ("(assert \u{1}x)", "1:9: unexpected character '\\u{1}'"),
        ("(assert é)", "1:9: unexpected character 'é'"),
        ("(assert 12ab)", "1:9: `12ab` is neither a number nor a symbol"),
        ("(assert #b012)", "1:9: a bit-vector constant with wrong digits"),
        ("(assert #)", "1:9: `#` must be followed by `x` or `b`"),
        ("(assert y)", "1:9: unknown symbol `y`"),
        ("(assert (f 1))", "1:9: unknown symbol `f`"),
        ("(assert 1)", "1:9: a formula must be Bool, not Int"),
        ("(assert (+ 1 true))", "1:9: operand 2 of `+` must be Int, not Bool"),
        ("(assert ())", "1:9: an empty list is not a term"),
        ("(declare-const x (_ BitVec 0))", "1:28: a bit-vector has 1 to 65535 bits, not 0"),
        ("(declare-const x Word)", "1:18: unknown sort `Word`"),
        ("(declare-const x Int)\n(declare-const x Real)", "2:16: `x` is declared twice"),
        ("(declare-const and Int)", "1:16: `and` has a meaning of its own"),
        ("(pop 1)", "1:1: more levels are popped than were pushed"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "1:1: `define-fun-rec` is not supported in this form"),
        ("(assert (= ((_ extract 9 0) #xff) #xff))", "1:12: `extract`: there are no bits 9 down to 0 in 8"),
        ("(assert (= (_ bv9 3) #b000))", "1:12: 9 does not fit 3 bits"),
        ("x", "1:1: a command was expected here"),
        (&deep, "1:100000: this parenthesis is not closed"),
        (&deep_term, "1:500009: unknown symbol `x`"),
        (&deep_sort, "1:729: sorts nested deeper than 64"),
    ];
    for (text, wanted) in cases {
        let error = parse_script(&mut Terms::new(), text).expect_err(text);
        assert_eq!(error.to_string(), wanted);
    }
    assert!(parse_script(&mut Terms::new(), "(assert").expect_err("cut off").incomplete);
}

#[test]
fn variables_do_not_capture_what_comes_from_outside() {
    let mut terms = Terms::new();
    let text = "(declare-const x Int)\n(define-fun g () Int x)\n(define-fun f ((x Int)) Int (+ g x))\n\
                (assert (let ((y x)) (exists ((x Int)) (< (+ y (f x)) x))))\n";
    let script = parse_script(&mut terms, text).expect("a good script");
    let printed = print_script(&terms, &script);
    assert_eq!(printed, "(declare-const x Int)\n(assert (exists ((x!2 Int)) (< (+ x (+ x x!2)) x!2)))\n");
}

fn symbols(terms: &mut Terms) -> [heureka_logic::SymbolId; 6] {
    let array = terms.array_sort(SortId::INT, SortId::INT);
    let mut declare = |name, arguments: &[SortId], result| terms.declare(name, arguments, result).expect("a new name");
    [
        declare("x", &[], SortId::INT),
        declare("r", &[], SortId::REAL),
        declare("v", &[], SortId::bit_vec(32)),
        declare("a", &[], array),
        declare("f", &[SortId::INT, SortId::BOOL], SortId::INT),
        declare("main::y", &[], SortId::BOOL),
    ]
}

#[test]
fn models_of_z3_and_cvc5_are_read() {
    let z3 = "(\n  ;; a comment\n  (define-fun x () Int (- 5))\n  (define-fun r () Real (- (/ 1.0 2.0)))\n  (define-fun |main::y| () Bool true)\n\
              (define-fun v () (_ BitVec 32) #x00000005)\n  (define-fun a () (Array Int Int) (_ as-array k!0))\n\
              (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 7 0))\n\
              (define-fun f ((x!0 Int) (x!1 Bool)) Int (ite (and (= x!0 1) (= x!1 true)) 4 (ite (and (= x!0 2) (not x!1)) 9 (- 1))))\n\
              (define-fun div0 ((x!0 Int)) Int 17))";
    let cvc5 = "(\n(define-fun x () Int (- 5))\n(define-fun r () Real (/ (- 1) 2))\n(define-fun |main::y| () Bool true)\n\
                (define-fun v () (_ BitVec 32) (_ bv5 32))\n\
                (define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 3 7))\n\
                (define-fun f ((_arg_1 Int) (_arg_2 Bool)) Int (ite (and (= 1 _arg_1) _arg_2) 4 (ite (and (= 2 _arg_1) (= false _arg_2)) 9 (- 1)))))";
    let mut terms = Terms::new();
    let [x, r, v, a, f, y] = symbols(&mut terms);
    let (first, second) = (parse_model(&mut terms, z3).expect("z3"), parse_model(&mut terms, cvc5).expect("cvc5"));
    assert_eq!((&first.constants, &first.functions), (&second.constants, &second.functions));
    assert_eq!(first.constants[&x], Value::Int(Int::from(-5)));
    assert_eq!(first.constants[&r], Value::Real(Rational::new(Int::from(-1), Int::from(2))));
    assert_eq!(first.constants[&y], Value::Bool(true));
    assert_eq!(first.constants[&v].as_bits().expect("bits").unsigned(), &Int::from(5));
    let array = first.constants[&a].as_array().expect("an array").clone();
    assert_eq!(
        (array.get(&Value::Int(Int::from(3))), array.default_value()),
        (&Value::Int(Int::from(7)), &Value::Int(Int::ZERO))
    );
    let call = |a: i64, b| first.functions[&f].get(&[Value::Int(Int::from(a)), Value::Bool(b)]).clone();
    assert_eq!(
        (call(1, true), call(2, false), call(2, true)),
        (Value::Int(Int::from(4)), Value::Int(Int::from(9)), Value::Int(Int::from(-1)))
    );
    let term = parse_term(&mut terms, "(div x 0)").expect("a term");
    assert_eq!(evaluate(&terms, term, &first), Ok(Value::Int(Int::from(17))));
    assert_eq!(evaluate(&terms, term, &second), Ok(Value::Int(Int::ZERO)));
}

#[test]
fn values_are_read_in_the_order_asked_for() {
    let mut terms = Terms::new();
    symbols(&mut terms);
    let asked: Vec<_> = ["x", "r", "a"].map(|name| parse_term(&mut terms, name).expect("a name")).into();
    let lambda = "((x 3) (r 2) (a (lambda ((i Int)) (ite (= i 4) 1 2))))";
    let values = parse_values(&mut terms, lambda, &asked).expect("values");
    assert_eq!(values[1], Value::Real(Rational::from(2)));
    assert_eq!(values[2].as_array().expect("an array").get(&Value::Int(Int::from(4))), &Value::Int(Int::ONE));
    let refused = |terms: &mut Terms, text| parse_values(terms, text, &asked).expect_err(text).to_string();
    assert_eq!(refused(&mut terms, "((x 3))"), "1:1: 1 values instead of 3");
    assert_eq!(refused(&mut terms, "((x true) (r 1.0) (a a))"), "1:5: a value must be Int, not Bool");
    assert_eq!(refused(&mut terms, "((x 1) (r 1.0) (a a))"), "1:19: `a` has no value");
    let unclear = "((x 1) (r 1.0) (a (lambda ((i Int)) (ite (< i 4) 1 2))))";
    assert_eq!(refused(&mut terms, unclear), "1:19: only tables of constants are understood as functions");
}

#[test]
fn the_end_of_a_script_has_what_was_not_popped() {
    let mut terms = Terms::new();
    let text = "(assert true)(push 2)(assert false)(pop 1)(assert (not true))(pop)(assert (or true false))";
    let script: Script = parse_script(&mut terms, text).expect("a good script");
    assert_eq!(script.assertions().len(), 2);
}
