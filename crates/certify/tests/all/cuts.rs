//! Formulas at cut points: right ones are accepted, damaged ones are not.

use heureka_certify::{Checked, Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::CutInvariants;
use heureka_ir::passes::inline_but_recursion;
use heureka_ir::{Certificate, LocId, Loops, Program, Property, text};
use heureka_logic::solver::{Limits, SolverFactory};

fn judge(program: &Program, at: Vec<(LocId, String)>) -> Result<Checked, Rejected> {
    let properties = [Property::Unreach].into();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    let at = at.into_iter().map(|(loc, text)| (loc, text.into())).collect();
    let certificate = Certificate::AtCuts(CutInvariants { at, through: Vec::new() });
    check_certificate(&question, &certificate, &SolverFactory::default(), Limits::NONE)
}

fn parse(text: &str) -> Program {
    text::parse(text).expect("the program is right")
}

/// The only head of a loop.
fn head(program: &Program) -> LocId {
    let inlined = inline_but_recursion(program).expect("it is small");
    let loops = Loops::of(&inlined);
    let mut heads = loops.ids().map(|id| loops.get(id).head);
    let head = heads.next().expect("a loop");
    assert!(heads.next().is_none());
    head
}

/// x and y grow together, and wrap together.
const TOGETHER: &str = "global x: u8 = 0 global y: u8 = 0 entry main
     proc main() { local more: u8
       entry L0: skip -> L2  exit L1:
       L2: havoc more from input \"nondet\" -> L3
       L3: assume more != 0 -> L4  assume more == 0 -> L1
       L4: x := x + 1, y := y + 1 -> L5
       L5: assume x == y -> L2  assume x != y -> L6
       L6: error assertion \"x == y\" }";

#[test]
fn what_is_kept_is_accepted_and_nothing_else() {
    let program = parse(TOGETHER);
    let head = head(&program);
    for right in ["(= v0 v1)", "(and (= v0 v1) (<= 0 v0))", "(and (<= v0 v1) (<= v1 v0) (<= v0 255))"] {
        let judged = judge(&program, vec![(head, right.to_owned())]);
        assert!(judged.is_ok(), "{right}: {judged:?}");
    }
    let wrong = [
        // Not kept by a round.
        "(= v0 0)",
        "(and (= v0 v1) (<= v0 254))",
        // Does not exclude the error.
        "true",
        "(<= v0 v1)",
        // Does not hold at the start.
        "(= v0 (+ v1 1))",
        "false",
    ];
    for text in wrong {
        let judged = judge(&program, vec![(head, text.to_owned())]);
        assert!(judged.as_ref().is_err_and(Rejected::is_definite), "{text}: {judged:?}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let program = parse(TOGETHER);
    let head = head(&program);
    let entry = inline_but_recursion(&program).expect("it is small").procs[0].entry;
    let malformed = [
        vec![(head, "(= v0".to_owned())],
        vec![(head, "v0".to_owned())],
        vec![(head, "(= v0 v7)".to_owned())],
        vec![(LocId(99), "true".to_owned())],
        // What holds at the start is not for a certificate to say.
        vec![(entry, "false".to_owned()), (head, "(= v0 v1)".to_owned())],
        // Nothing is said in the loop.
        vec![],
    ];
    for at in malformed {
        let judged = judge(&program, at.clone());
        assert!(matches!(judged, Err(Rejected::Malformed { .. })), "{at:?}: {judged:?}");
    }
}

/// down(n) gives 0 back and counts in g; it fails if it is called with a negative number.
const DOWN: &str = "global g: i32 = 0 entry main
     proc main() { local n: i32 local r: i32
       entry L0: havoc n from input \"nondet\" -> L2  exit L1:
       L2: assume n >= 0 && n <= 100 -> L3
       L3: r := call down(n) -> L4
       L4: assume r == 0 && g == n -> L1  assume !(r == 0 && g == n) -> L5
       L5: error assertion \"r == 0\" }
     proc down(k) -> (result) { local k: i32 local result: i32
       entry L6: assume k == 0 -> L7  assume k > 0 -> L8  assume k < 0 -> L9
       L7: return 0 -> L10
       L8: result := call down(k - 1) -> L11
       L11: g := g + 1 -> L12
       L12: return result -> L10
       L9: error assertion \"0 <= k\"
       exit L10: }";

#[test]
fn contracts_of_recursive_procedures_are_proved() {
    let program = match text::parse(DOWN) {
        Ok(program) => program,
        Err(error) => panic!("{error:?}"),
    };
    let inlined = inline_but_recursion(&program).expect("it is small");
    let (entry, exit) = (inlined.procs[1].entry, inlined.procs[1].exit);
    let var = |name: &str| inlined.vars.iter().position(|var| var.name == name).expect("a variable");
    let (g, k, result) = (var("g"), var("k"), var("result"));
    let promise = format!("(and (<= 0 w{k}) (<= w{k} 100))");
    let contract = format!("(and (= v{result} 0) (= v{g} (+ w{g} w{k})))");
    let certificate = |promise: &str, contract: &str| vec![(entry, promise.to_owned()), (exit, contract.to_owned())];
    let judged = judge(&program, certificate(&promise, &contract));
    assert!(judged.is_ok(), "{judged:?}");
    let wrong = [
        // Not promised by the caller.
        (format!("(and (<= 0 w{k}) (<= w{k} 99))"), contract.clone()),
        // Does not exclude the error within.
        ("true".to_owned(), contract.clone()),
        // Not kept.
        (promise.clone(), format!("(and (= v{result} 0) (= v{g} w{k}))")),
        (promise.clone(), "false".to_owned()),
        // Too little.
        (promise.clone(), format!("(= v{result} 0)")),
    ];
    for (promise, contract) in wrong {
        let judged = judge(&program, certificate(&promise, &contract));
        assert!(judged.as_ref().is_err_and(Rejected::is_definite), "{promise}, {contract}: {judged:?}");
    }
}

/// All cells become 7, then one of them is read.
const FILLED: &str = "array a: i32[100] = zero entry main
     proc main() { local i: i32 local k: i32
       entry L0: i := 0 -> L2  exit L1:
       L2: assume i < 100 -> L3  assume i >= 100 -> L4
       L3: a[i] := 7 -> L5
       L5: i := i + 1 -> L2
       L4: havoc k from input \"nondet\" -> L6
       L6: assume k >= 0 && k < 100 -> L7
       L7: assume a[k] == 7 -> L1  assume a[k] != 7 -> L8
       L8: error assertion \"a[k] == 7\" }";

#[test]
fn what_holds_of_all_cells_is_proved_at_those_that_matter() {
    let program = match text::parse(FILLED) {
        Ok(program) => program,
        Err(error) => panic!("{error:?}"),
    };
    let head = head(&program);
    let right = "(and (<= 0 v0) (<= v0 100) (forall ((k Int)) (or (< k 0) (<= v0 k) (= (select a0 k) 7))))";
    let judged = judge(&program, vec![(head, right.to_owned())]);
    assert!(judged.is_ok(), "{judged:?}");
    let wrong = [
        // One cell too many, one too few, another value, too little about the index.
        "(and (<= 0 v0) (<= v0 100) (forall ((k Int)) (or (< k 0) (< v0 k) (= (select a0 k) 7))))",
        "(and (<= 0 v0) (<= v0 100) (forall ((k Int)) (or (< k 1) (<= v0 k) (= (select a0 k) 7))))",
        "(and (<= 0 v0) (<= v0 100) (forall ((k Int)) (or (< k 0) (<= v0 k) (= (select a0 k) 8))))",
        "(and (<= v0 101) (forall ((k Int)) (or (< k 0) (<= v0 k) (<= 6 (select a0 k)))))",
    ];
    for text in wrong {
        assert!(judge(&program, vec![(head, text.to_owned())]).is_err(), "{text}");
    }
}
