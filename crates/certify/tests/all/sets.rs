//! Programs with finite sets, unwound: a certificate is accepted exactly if no execution fails.

use heureka_certify::{Checked, Numbers, Question, Rejected, check_certificate};
use heureka_ir::certificate::{ByLemmas, Unwound};
use heureka_ir::interpret::{Ending, InputList, WhenExhausted, run_once};
use heureka_ir::passes::lemmas::{self, Lemma, LemmaValue};
use heureka_ir::{Certificate, EdgeId, Invariant, Invariants, LocId, LocKind, Op, Program, Property, text};
use heureka_logic::solver::{Limits, SolverFactory};

use heureka_ir::interpret::Random;

fn judge(program: &Program) -> Result<Checked, Rejected> {
    let properties = [Property::Unreach].into();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    let certificate = Certificate::Unwound(Unwound { rounds: 4, by_induction: [].into(), invariants: None });
    check_certificate(&question, &certificate, &SolverFactory::default(), Limits::NONE)
}

/// Steps over two sets and three inputs of two bits, one of them signed, and an assertion at the end.
fn random_program(random: &mut Random) -> Program {
    let inputs = ["x", "y", "z"];
    let element = |random: &mut Random| match random.below(4) {
        0 => format!("{}", random.below(4) as i64 - 2),
        _ => format!("i64({})", inputs[random.below(3) as usize]),
    };
    let set = |random: &mut Random| ["s", "t"][random.below(2) as usize];
    let test = |random: &mut Random| match random.below(3) {
        0 => format!("nonempty({})", set(random)),
        1 => format!("{}[{}] != 0", set(random), element(random)),
        _ => format!("i64(x) == {}", element(random)),
    };
    let mut steps: Vec<String> = inputs.iter().map(|input| format!("havoc {input} from input \"f\" -> next")).collect();
    for _ in 0..3 + random.below(5) {
        let change = match random.below(8) {
            0 => format!("fill {} := 0", set(random)),
            1 | 2 => format!("set.copy {} := {}", set(random), set(random)),
            _ => format!("{}[{}] := {}", set(random), element(random), random.below(2)),
        };
        if random.below(3) == 0 {
            let test = test(random);
            steps.push(format!("assume {test} -> next assume !({test}) -> after"));
        }
        steps.push(format!("{change} -> next"));
    }
    let (first, second) = (test(random), test(random));
    let claim = if random.below(2) == 0 { format!("{first} || {second}") } else { format!("!({first}) || {second}") };
    steps.push(format!("assume {claim} -> next assume !({claim}) -> L1"));
    let mut program =
        "array s: u8[?] = zero array t: u8[?] = zero global x: i2 = 0 global y: u2 = 0 global z: i2 = 0\n\
                       entry main proc main() { L1: error assertion \"\"\n"
            .to_owned();
    for (at, step) in steps.iter().enumerate() {
        let here = at + 2;
        let step = step.replace("next", &format!("L{}", here + 1)).replace("after", &format!("L{}", here + 2));
        program += &format!("{}L{here}: {step}\n", if at == 0 { "entry " } else { "" });
    }
    program += &format!("exit L{}: }}", steps.len() + 2);
    text::parse(&program).unwrap_or_else(|error| panic!("{error}\n{program}"))
}

/// Tries all inputs.
fn can_fail(program: &Program) -> bool {
    (0..64).any(|all: i128| {
        let inputs = [all % 4 - 2, all / 4 % 4, all / 16 - 2];
        let ending = run_once(program, &mut InputList::new(inputs, WhenExhausted::Stop));
        assert!(matches!(ending, Ending::Finished(_) | Ending::Fault(_)), "{ending:?}");
        matches!(ending, Ending::Fault(_))
    })
}

#[test]
fn exactly_the_certificates_of_safe_programs_are_accepted() {
    let mut counts = [0; 2];
    for seed in 0..400 {
        let program = random_program(&mut Random::new(seed));
        let (fails, judged) = (can_fail(&program), judge(&program));
        let agrees = match judged {
            Ok(_) => !fails,
            Err(Rejected::ErrorReached { .. }) => fails,
            Err(_) => false,
        };
        assert!(agrees, "seed {seed}: {judged:?}\n{}", text::print(&program));
        counts[usize::from(fails)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

/// Anything may come anywhere but to an error.
fn no_errors(program: &Program) -> Invariants {
    let at = |kind: &LocKind| match kind {
        LocKind::Error { .. } => Invariant::unreachable(),
        _ => Invariant::anything(),
    };
    Invariants::new(program.locs.iter().map(|loc| at(&loc.kind)).collect())
}

fn is_accepted(program: &Program, certificate: &Certificate) -> bool {
    let properties = [Property::Unreach].into();
    let question = Question { program, properties: &properties, numbers: Numbers::Machine };
    check_certificate(&question, certificate, &SolverFactory::default(), Limits::NONE).is_ok()
}

#[test]
fn a_guess_that_may_hit_is_no_proof() {
    for (element, is_safe) in [("5", false), ("x", false)] {
        let program = format!(
            "array s: u8[?] = zero global x: i64 = 0 entry main proc main() {{
               entry L0: s[{element}] := 1 -> L1
               L1: assume nonempty(s) -> L2 assume !nonempty(s) -> L3
               L2: error assertion \"\"
               exit L3: }}"
        );
        let program = text::parse(&program).unwrap();
        let guessed = heureka_ir::passes::guess_elements(&program);
        assert_eq!(is_accepted(&program, &Certificate::Guessed(no_errors(&guessed))), is_safe);
    }
}

#[test]
fn lemmas_that_are_not_proved_are_not_used() {
    let program = text::parse(
        "array r: i32[4] = zero global x: i32 = 0 entry main proc main() {
           entry L0: r[x] := 7 -> L1
           L1: x := r[0] -> L2
           L2: assume x == 7 -> L3 assume x != 7 -> L4
           L3: error assertion \"\"
           exit L4: }",
    )
    .unwrap();
    let Op::Assign(pairs) = &program.edge(EdgeId(1)).op else { panic!("the second step assigns") };
    let lemma = |value| vec![Lemma { at: LocId(1), read: pairs[0].1, value }];
    // Were it true that 0 is read, the error would be out of reach.
    let lemmas = lemma(LemmaValue::Index(0));
    let proof = no_errors(&lemmas::checked(&program, &lemmas).unwrap());
    let rest = no_errors(&lemmas::used(&program, &lemmas).unwrap());
    assert!(!is_accepted(&program, &Certificate::ByLemmas(Box::new(ByLemmas { lemmas, proof, rest }))));
    // Not a store.
    let lemmas = lemma(LemmaValue::Stored(EdgeId(1)));
    let (proof, rest) = (no_errors(&program), no_errors(&program));
    assert!(!is_accepted(&program, &Certificate::ByLemmas(Box::new(ByLemmas { lemmas, proof, rest }))));
}
