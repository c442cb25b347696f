//! Formulas at cut points: right ones are accepted, damaged ones are not.

use heureka_certify::{Checked, Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::CutInvariants;
use heureka_ir::passes::inline_but_recursion;
use heureka_ir::{Certificate, LocId, Loops, Program, Property, text};
use heureka_logic::solver::{Limits, SolverFactory};

fn judge(program: &Program, at: Vec<(LocId, String)>) -> Result<Checked, Rejected> {
    judge_both(program, at, Vec::new())
}

fn judge_both(program: &Program, at: Vec<(LocId, String)>, through: Vec<(LocId, String)>) -> Result<Checked, Rejected> {
    let properties = [Property::Unreach].into();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    let [at, through] = [at, through].map(|said| said.into_iter().map(|(loc, text)| (loc, text.into())).collect());
    let certificate = Certificate::AtCuts(CutInvariants { at, through });
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

/// From where it is, x goes up to 9 while y goes down; then they have the sum that they had, and a has ones below x.
const THROUGH: &str = "global x: i32 = 3 global y: i32 = 40 array a: i32[9] = {0} entry main
     proc main() {
       entry L0: skip -> L2  exit L1:
       L2: assume x < 9 -> L3  assume x >= 9 -> L4
       L3: x := x + 1, y := y - 1 -> L7
       L7: a[i64(x - 1)] := 1 -> L2
       L4: assume x + y == 43 -> L5  assume x + y != 43 -> L6
       L5: assume a[8] == 1 && a[3] == 1 && a[2] == 0 -> L1  assume !(a[8] == 1 && a[3] == 1 && a[2] == 0) -> L6
       L6: error assertion \"the sum is kept\" }";

#[test]
fn a_loop_is_gone_through_by_what_its_rounds_keep() {
    let program = parse(THROUGH);
    let head = head(&program);
    let cells = "(forall ((k Int)) (= (select a0 k) (ite (and (<= x0 k) (< k v0)) 1 (select c0 k))))";
    let numbers = "(= (+ v0 v1) (+ x0 x1)) (<= x0 v0) (<= v0 9)";
    let right = format!("(and {numbers} {cells})");
    let judged = judge_both(&program, Vec::new(), vec![(head, right.clone())]);
    assert!(judged.is_ok(), "{judged:?}");
    let wrong = [
        // Does not hold before the first round.
        format!("(and {numbers} {cells} (< x0 v0))"),
        // Is not kept by a round.
        format!("(and {numbers} {cells} (= v1 x1))"),
        format!("(and {numbers} (forall ((k Int)) (= (select a0 k) (select c0 k))))"),
        format!("(and {numbers} {cells} (<= v0 8))"),
        // Does not exclude the error: what a round may change is arbitrary where nothing is said of it.
        "true".to_owned(),
        format!("(and {numbers})"),
        format!("(and (<= x0 v0) (<= v0 9) {cells})"),
        format!("(and {numbers} (forall ((k Int)) (=> (and (<= x0 k) (< k v0)) (= (select a0 k) 1))))"),
        // Never holds.
        "false".to_owned(),
    ];
    for text in wrong {
        let judged = judge_both(&program, Vec::new(), vec![(head, text.clone())]);
        assert!(judged.is_err(), "{text}");
    }
    // A head is a cut point or gone through; names of values when the loop was entered are for the latter only.
    let both = judge_both(&program, vec![(head, "true".to_owned())], vec![(head, right.clone())]);
    assert!(matches!(both, Err(Rejected::Malformed { .. })), "{both:?}");
    let at_cut = judge(&program, vec![(head, right.clone())]);
    assert!(matches!(at_cut, Err(Rejected::Malformed { .. })), "{at_cut:?}");
    let entry = inline_but_recursion(&program).expect("it is small").procs[0].entry;
    let at_entry = judge_both(&program, Vec::new(), vec![(entry, "true".to_owned()), (head, right)]);
    assert!(matches!(at_entry, Err(Rejected::Malformed { .. })), "{at_entry:?}");
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
