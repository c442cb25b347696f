//! `heureka check --engine sil` on functions with contracts that are made here and not stored, `heureka sil`, and what
//! `show` and `explain` say of loops over arrays.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use heureka_benchmarks::{CONTRACTS, Expected};

fn written(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sil");
    fs::create_dir_all(&folder).expect("the folder of a test can be made");
    let file = folder.join(name);
    fs::write(&file, text).expect("the file of a test can be written");
    file
}

/// Runs heureka; the exit code, standard output and standard error.
fn heureka(arguments: &[&str], file: &Path) -> (Option<i32>, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_heureka")).args(arguments).arg(file).output().expect("heureka starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Programs that are decided in a moment.
const QUICK: &[&str] = &[
    "init",
    "partition",
    "insert",
    "rotate",
    "copy",
    "compare",
    "clip",
    "rises",
    "running_difference",
    "shift_right",
    "two_bounds",
];

/// The programs that do not get their verdicts, each with what was said.
fn failures(is_asked: impl Fn(&str) -> bool) -> Vec<String> {
    let mut failures = Vec::new();
    for program in CONTRACTS.iter().filter(|program| is_asked(program.name)) {
        for expected in Expected::BOTH {
            let name = format!("{}_{}.c", program.name, expected.name());
            let file = written(&name, &program.program(expected));
            let (code, stdout, _) = heureka(&["check", "--engine", "sil", "--timeout", "20", "--quiet"], &file);
            // SAFE with evidence that was checked, and nothing less.
            let is_right = match expected {
                Expected::Safe => code == Some(0) && stdout.trim_end() == "SAFE",
                Expected::Unsafe => code == Some(10),
            };
            if !is_right {
                failures.push(format!("{name}: {code:?} {stdout}"));
            }
        }
    }
    failures
}

#[test]
fn contracts_have_their_verdicts() {
    let failures = failures(|name| QUICK.contains(&name));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[ignore = "takes minutes"]
fn all_contracts_have_their_verdicts() {
    let failures = failures(|_| true);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_length_of_an_array_costs_nothing() {
    for length in [10, 1_000_000_000] {
        let text = format!(
            "int a[{length}];\nint main(void) {{\n  int i;\n  for (i = 0; i < {length}; i++) a[i] = 3;\n  \
             //@ assert \\forall integer k; 0 <= k < {length} ==> a[k] == 3;\n  return 0;\n}}\n"
        );
        let file = written(&format!("long_{length}.c"), &text);
        let (code, stdout, _) = heureka(&["check", "--engine", "sil", "--timeout", "20", "--quiet"], &file);
        assert_eq!((code, stdout.as_str()), (Some(0), "SAFE\n"));
    }
}

#[test]
fn formulas_alone_are_decided() {
    let sorted = r"(\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]) && n >= 3 && n <= \length(a)";
    let file = written("sat.sil", &format!("// a sorted array\n{sorted} && a[0] == 5 && a[2] <= 5\n"));
    let (code, stdout, stderr) = heureka(&["sil", "sat"], &file);
    assert_eq!((code, stdout.lines().last()), (Some(0), Some("SATISFIABLE")), "{stderr}");
    assert!(stdout.contains("a = {5, 5, 5"), "{stdout}");
    let file = written("unsat.sil", &format!("{sorted} && a[0] == 5 && a[2] <= 4\n"));
    assert_eq!(heureka(&["sil", "sat"], &file).1, "UNSATISFIABLE\n");
    let file = written("entails.sil", &format!("{sorted}\nentails\na[0] <= a[2]\n"));
    assert_eq!(heureka(&["sil", "entails"], &file).1, "ENTAILED\n");
    let file = written("not.sil", &format!("{sorted}\nentails\na[0] < a[2]\n"));
    let (_, stdout, _) = heureka(&["sil", "entails"], &file);
    assert_eq!(stdout.lines().last(), Some("NOT ENTAILED"));
}

#[test]
fn what_is_outside_the_logic_is_named_with_its_place() {
    let file = written("outside.sil", "// two lines\n\\forall integer i; 0 <= i < n ==> a[2 * i] == 0\n");
    let (code, _, stderr) = heureka(&["sil", "sat"], &file);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("outside the logic SIL") && stderr.contains("outside.sil:2:"), "{stderr}");
    let file = written("one.sil", "n == 1\n");
    assert_eq!(heureka(&["sil", "entails"], &file).0, Some(2));
}

const FILL: &str = "/*@ requires n >= 0 && n <= \\length(a); */\nvoid fill(int *a, int n)\n{\n    int i;\n    \
                    for (i = 0; i < n; i++)\n        a[i] = 8;\n}\n";

#[test]
fn explain_shows_post_conditions_in_acsl() {
    let file = written("fill.c", FILL);
    let (code, stdout, stderr) = heureka(&["explain"], &file);
    assert_eq!(code, Some(0), "{stderr}");
    let line = stdout.lines().find(|line| line.contains("//@")).unwrap_or_default();
    assert!(line.contains("a[") && line.contains("== 8"), "{stdout}");
}

/// What people read has no names that the front end or the engine made up.
#[test]
fn helpers_are_not_shown() {
    for name in ["rotate", "insert", "max_so_far"] {
        let program = CONTRACTS.iter().find(|program| program.name == name).expect("a contract");
        let file = written(&format!("shown_{name}.c"), &program.program(Expected::Safe));
        let (_, stdout, _) = heureka(&["show", "--as", "sil"], &file);
        assert!(stdout.contains("afterwards: ") && !stdout.contains("__") && !stdout.contains("\\true"), "{stdout}");
        assert!(!stdout.contains("\\exists"), "{stdout}");
    }
    let file = written(
        "left.c",
        &FILL
            .replace("i = 0; i < n; i++", "i = n - 1; i >= 0; i--")
            .replace("\\length(a);", "\\length(a); ensures \\forall integer k; 0 <= k < n ==> a[k] == 8;"),
    );
    let (code, stdout, _) = heureka(&["check", "--engine", "sil", "--timeout", "90"], &file);
    assert_eq!(code, Some(5), "{stdout}");
    assert!(stdout.contains("the index `i` moves to the left") && !stdout.contains("__length"), "{stdout}");
    assert!(!stdout.contains("t1"), "{stdout}");
}

#[test]
fn arithmetic_that_is_no_difference_is_named() {
    let text = "/*@ requires n >= 0 && n <= \\length(a);\n    ensures \\forall integer i; 0 <= i < n ==> b[i] >= 0; */\n\
                void square(int *a, int *b, int n)\n{\n    int i;\n    for (i = 0; i < n; i++)\n        b[i] = a[i] * a[i];\n}\n";
    let file = written("square.c", text);
    let (code, stdout, _) = heureka(&["check", "--engine", "sil", "--timeout", "90", "--quiet"], &file);
    assert_eq!(code, Some(5), "{stdout}");
    assert!(stdout.contains("a stored value that is not linear at") && stdout.contains("square.c:7:"), "{stdout}");
}

#[test]
fn contradictory_quantified_assumptions_are_told_of() {
    let text = "/*@ requires n >= 1 && n <= \\length(a);\n    requires \\forall integer i; 0 <= i < n ==> a[i] > 3;\n\
                    requires \\forall integer i; 0 <= i < n ==> a[i] < 2;\n    ensures a[0] == 1; */\n\
                void f(int *a, int n) { a[0] = 2; }\n";
    let file = written("contradictory.c", text);
    let (code, stdout, _) = heureka(&["check", "--engine", "sil", "--timeout", "20"], &file);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("cannot hold, so everything behind it does"), "{stdout}");
}

#[test]
fn show_prints_loops_in_the_form_of_the_paper() {
    let file = written("show.c", FILL);
    let (code, stdout, stderr) = heureka(&["show", "--as", "sil"], &file);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("while (") && stdout.contains("= 8;") && stdout.contains("afterwards:"), "{stdout}");
}

#[test]
fn a_contract_is_not_dropped_in_silence() {
    let text = "/*@ ensures \\result == 1; */\nint one(void) { return 2; }\nint main(void) { return one() - 2; }\n";
    let file = written("dropped.c", text);
    let (code, _, stderr) = heureka(&["check", "--engine", "sil"], &file);
    assert_eq!(code, Some(0));
    assert!(stderr.contains("the contract of `one` is not checked"), "{stderr}");
    let (code, stdout, _) = heureka(&["check", "--engine", "sil", "--quiet", "--entry", "one"], &file);
    assert_eq!(code, Some(10), "{stdout}");
}

#[test]
fn every_engine_understands_contracts() {
    let claim = "\\length(a); ensures \\forall integer k; 0 <= k < n ==> a[k] == 9;";
    let buggy = FILL.replace("\\length(a);", claim);
    let file = written("nine.c", &buggy);
    for engine in ["sil", "arrays", "bmc", "auto"] {
        let (code, stdout, _) = heureka(&["check", "--engine", engine, "--timeout", "20", "--quiet"], &file);
        assert_eq!(code, Some(10), "{engine}: {stdout}");
    }
}
