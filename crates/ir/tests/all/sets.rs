//! Finite sets: what the interpreter, the passes and the rules make of them.

use heureka_ir::interpret::{Certain, Ending, InputList, Interpreter, Limits, Numbers, Options, run_once};
use heureka_ir::passes::{Ranges, fold, simplify_by_ranges, slice};
use heureka_ir::story::{Plain, StoryOptions, render, tell};
use heureka_ir::text::{parse, print};
use heureka_ir::validate::validate;
use heureka_ir::*;

/// A program with two sets, a variable and these steps, which lead to the location after them unless they say where.
fn program(steps: &[&str]) -> Program {
    let mut text = "file \"t.c\" array s: u8[?] = zero array t: u8[?] = zero global x: i32 = 0 entry main\n\
                    proc main() { exit L0: L1: error assertion \"\" "
        .to_owned();
    for (at, step) in steps.iter().enumerate() {
        let (entry, next) = (if at == 0 { "entry " } else { "" }, if at + 1 == steps.len() { 0 } else { at + 3 });
        let step = step.replace("-> next", &format!("-> L{next}"));
        let step = if step.contains("->") { step } else { format!("{step} -> L{next}") };
        text.push_str(&format!("{entry}L{}: {step} @{}:1+1 ", at + 2, at + 1));
    }
    let program = parse(&(text.clone() + "}")).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(validate(&program), vec![], "{text}");
    program
}

/// A step that goes on if the condition holds, and fails if not.
fn assert(condition: &str) -> String {
    format!("assume {condition} -> next assume !({condition}) -> L1")
}

/// Runs the steps in all kinds of numbers; true if no assertion fails.
fn holds(steps: &[&str]) -> bool {
    let program = program(steps);
    let run = |numbers| {
        let options = Options { numbers, ..Options::default() };
        let ending = Interpreter::new(&program, options).run(&mut InputList::zeros(), &Limits::default()).ending;
        match ending {
            Ending::Finished(_) => true,
            Ending::Fault(failure) if failure.fault == Fault::Assertion => false,
            other => panic!("{other:?}"),
        }
    };
    let machine = run(Numbers::Machine);
    assert_eq!((machine, machine), (run(Numbers::Integer), run(Numbers::Real)));
    machine
}

#[test]
fn elements_come_and_go() {
    assert!(holds(&[&assert("!nonempty(s)"), "s[5] := 1", &assert("nonempty(s) && s[5] == 1 && s[4] == 0")]));
    assert!(holds(&["s[5] := 1", "s[5] := 1", "s[5] := 0", &assert("!nonempty(s)")]));
    assert!(holds(&["s[5] := 1", "s[6] := 1", "s[5] := 0", &assert("nonempty(s) && s[6] == 1")]));
    assert!(!holds(&["s[5] := 1", "s[6] := 1", "s[5] := 0", &assert("!nonempty(s)")]));
    assert!(holds(&["s[5] := 1", "fill s := 0", &assert("!nonempty(s) && s[5] == 0")]));
}

#[test]
fn every_number_has_a_place() {
    let far = i64::MIN;
    assert!(holds(&[
        &format!("s[{far}] := 1"),
        "s[-1] := 1",
        &assert(&format!("s[{far}] == 1 && s[-1] == 1 && s[1] == 0 && s[{}] == 0", i64::MAX)),
        "s[-1] := 0",
        &assert("nonempty(s)"),
        &format!("s[{far}] := 0"),
        &assert("!nonempty(s)"),
    ]));
}

#[test]
fn a_copy_is_a_set_of_its_own() {
    assert!(holds(&[
        "s[1] := 1",
        "set.copy t := s",
        "s[2] := 1",
        &assert("t[1] == 1 && t[2] == 0"),
        "fill s := 0",
        &assert("nonempty(t) && !nonempty(s)")
    ]));
    assert!(holds(&["s[1] := 1", "t[2] := 1", "set.copy t := s", &assert("t[2] == 0 && t[1] == 1")]));
    assert!(holds(&["s[1] := 1", "set.copy s := s", &assert("s[1] == 1")]));
}

#[test]
fn asking_for_emptiness_costs_the_same_for_large_sets() {
    // A scan of the elements at each test would take minutes.
    let text = "array s: u8[?] = zero global i: i64 = 0 entry main proc main() { exit L0: L1: error assertion \"\"
        entry L2: assume i < 300000 -> L3 assume 300000 <= i -> L0
        L3: s[i * 1000] := 1 -> L4
        L4: assume nonempty(s) -> L5 assume !nonempty(s) -> L1
        L5: i := i + 1 -> L2 }";
    let start = std::time::Instant::now();
    assert!(matches!(run_once(&parse(text).unwrap(), &mut InputList::zeros()), Ending::Finished(_)));
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn memory_for_elements_is_limited_and_given_back() {
    let run = |text: &str, memory| {
        let program = parse(text).unwrap();
        let limits = Limits { memory, ..Limits::default() };
        Interpreter::new(&program, Options::default()).run(&mut InputList::zeros(), &limits).ending
    };
    let text = "array s: u8[?] = zero global i: i64 = 0 entry main proc main() { exit L0:
        entry L2: assume i < 100000 -> L3 assume 100000 <= i -> L0
        L3: s[i] := 1 -> L4  L4: skip -> L5  L5: i := i + 1 -> L2 }";
    assert_eq!(run(text, 100_000), Ending::OutOfMemory);
    assert!(matches!(run(&text.replace("skip", "s[i] := 0"), 100_000), Ending::Finished(_)));
    assert!(matches!(run(&text.replace("skip", "fill s := 0"), 100_000), Ending::Finished(_)));
}

#[test]
fn arbitrary_elements_decide_only_where_somebody_looks() {
    let certain = |steps: &[&str]| {
        let program = program(steps);
        let found =
            Interpreter::new(&program, Options::default()).run_certain(&Limits::default(), &[Property::Unreach].into());
        matches!(found, Certain::OneWay { .. })
    };
    let havoc = "havoc x from input \"f\"";
    assert!(certain(&[havoc, "s[i64(x)] := 1", "t[3] := 1", &assert("nonempty(t)")]));
    assert!(!certain(&[havoc, "s[i64(x)] := 1", &assert("nonempty(s)")]));
    assert!(!certain(&[havoc, "s[i64(x)] := 1", "set.copy t := s", &assert("t[3] == 0")]));
    assert!(!certain(&[havoc, &assert("s[i64(x)] == 1")]));
    assert!(certain(&[havoc, "s[i64(x)] := 1", "fill s := 0", &assert("!nonempty(s)")]));
}

#[test]
fn text_is_printed_as_it_is_read() {
    let program = program(&["s[-1] := 1", "set.copy t := s", "fill t := 0", &assert("nonempty(s) && !nonempty(t)")]);
    let text = print(&program);
    for part in ["array s: u8[?] = zero", "s[-1] := 1", "set.copy t := s", "nonempty(s) && !nonempty(t)"] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    assert_eq!(print(&parse(&text).unwrap()), text);
}

#[test]
fn the_story_tells_the_elements() {
    let program = program(&[
        "s[3] := 1",
        "s[-2] := 1",
        "t[9] := 1",
        "set.copy t := s",
        "s[3] := 0",
        &assert("nonempty(t) && !nonempty(s)"),
    ]);
    let choices = Default::default();
    let story = tell(&program, &choices, Options::default(), StoryOptions::default());
    let text = render(&story, &program.files, |_, line| Some(format!("line {line}")), &Plain);
    for part in ["s = {-2, 3}", "t = {-2, 3}", "s = {-2}"] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    // What is overwritten does not matter.
    assert!(!text.contains("{9}"), "{text}");
}

fn by_ranges(program: &Program) -> (Program, heureka_ir::passes::Back) {
    simplify_by_ranges(program, &Ranges::of(program))
}

#[test]
fn passes_keep_what_copies_and_tests_need() {
    let source = program(&["s[3] := 1", "set.copy t := s", "fill s := 0", &assert("nonempty(t)")]);
    for (name, (result, _)) in
        [("fold", fold(&source)), ("ranges", by_ranges(&source)), ("slice", slice(&source, &[Property::Unreach]))]
    {
        assert_eq!(validate(&result), vec![], "{name}");
        let text = print(&result);
        assert!(text.contains("s[3] := 1") && text.contains("set.copy t := s"), "{name}\n{text}");
        assert!(matches!(run_once(&result, &mut InputList::zeros()), Ending::Finished(_)), "{name}\n{text}");
    }
    // A set into which nothing is ever put is empty.
    let (result, _) = by_ranges(&program(&["fill s := 0", "set.copy t := s", &assert("!nonempty(t)")]));
    assert!(!print(&result).contains("nonempty"), "{}", print(&result));
}

#[track_caller]
fn refused(message: &str, text: &str) {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let found = validate(&program);
    assert!(found.iter().any(|found| found.to_string().contains(message)), "expected `{message}`, found {found:#?}");
}

#[test]
fn sets_stay_finite_and_of_one_kind() {
    let head = "global x: u8 = 0 array a: u8[10] = zero array s: u8[?] = zero entry f proc f() { entry L0: ";
    let step = |step: &str| format!("{head}{step} -> L1 exit L1: }}");
    refused("is not the constant 0 or 1", &step("s[1] := 2"));
    refused("is not the constant 0 or 1", &step("s[1] := x"));
    refused("is not the constant 0", &step("fill s := 1"));
    refused("makes the set s arbitrary", &step("havoc s from input \"f\""));
    refused("copies a, which is not a set", &step("set.copy s := a"));
    refused("copies a, which is not a set", &step("set.copy a := s"));
    refused("whether a is empty, which is not a set", &step("assume nonempty(a)"));
    refused("has an element of type i32", &step("s[1i32] := 1"));
    refused("has an element of type u8", &step("x := s[x]"));
    let declared = |array: &str| format!("array {array} entry f proc f() {{ entry L0: skip -> L1 exit L1: }}");
    refused("are of type i32, not u8", &declared("s: i32[?] = zero"));
    refused("does not start empty", &declared("s: u8[?] = undefined"));
    refused("more than one dimension", &declared("s: u8[?][3] = zero"));
}
