//! `heureka show` prints the stages of the bounded engine as the golden files beside the programs of `tests/stages` say, the
//! first of which is that of Figures 1 and 2 of paper 004; and its scripts have the answers that `check` gives.
//!
//! `HEUREKA_BLESS=1` writes the golden files anew. A comment `show: OPTIONS` in a program gives its options.

use std::path::{Path, PathBuf};
use std::process::Command;

use heureka_logic::solver::{Answer, Limits, Solver, Z3Solver};
use heureka_logic::{Terms, smtlib};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn heureka(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_heureka")).args(arguments).current_dir(root()).output();
    let run = run.expect("heureka starts");
    assert_eq!(String::from_utf8_lossy(&run.stderr), "", "{arguments:?}");
    String::from_utf8(run.stdout).expect("the output is UTF-8")
}

/// The programs, with their options.
fn programs() -> Vec<(String, Vec<String>)> {
    let folder = std::fs::read_dir(root().join("tests/stages")).expect("the folder is there");
    let mut programs: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|end| end == "c"));
    programs.sort();
    let with_options = |path: PathBuf| {
        let source = std::fs::read_to_string(&path).expect("a program");
        let options = source.lines().find_map(|line| line.trim_start_matches("/* ").strip_prefix("show: "));
        let options = options.unwrap_or_default().trim_end_matches("*/").split_whitespace();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        (format!("tests/stages/{name}"), options.map(str::to_owned).collect())
    };
    let programs: Vec<_> = programs.into_iter().map(with_options).collect();
    assert!(programs.len() >= 3, "the programs are there");
    programs
}

#[test]
fn the_text_is_that_of_the_golden_files() {
    let bless = std::env::var_os("HEUREKA_BLESS").is_some();
    for (program, options) in programs() {
        for (form, extension) in [("ssa", "ssa"), ("cnf-form", "cnf")] {
            let mut arguments = vec!["show", "--as", form, &program];
            arguments.extend(options.iter().map(String::as_str));
            let text = heureka(&arguments);
            let golden = root().join(&program).with_extension(extension);
            if bless {
                std::fs::write(&golden, &text).expect("the golden file can be written");
            }
            let expected = std::fs::read_to_string(&golden).unwrap_or_default();
            assert_eq!(text, expected, "{program} as {form}");
        }
    }
}

#[test]
fn scripts_have_the_answers_of_check() {
    for (program, options) in programs() {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        for encoding in ["auto", "int", "bv"] {
            let show = [&["show", "--as", "smt2", "--encoding", encoding, &program], &options[..]].concat();
            let mut terms = Terms::new();
            let script = smtlib::parse_script(&mut terms, &heureka(&show)).expect("a script that can be read");
            let mut solver = Z3Solver::new(Limits::NONE);
            for assertion in script.assertions() {
                solver.assert(&terms, assertion).expect("an assertion");
            }
            let found = solver.check(&terms).expect("an answer");
            let check = [&["check", "--engine", "bmc", "--encoding", encoding, &program], &options[..]].concat();
            let verdict = heureka(&check);
            let is_unsafe = verdict.lines().last().is_some_and(|line| line.starts_with("UNSAFE"));
            assert_eq!(found == Answer::Satisfiable, is_unsafe, "{program} with {encoding}: {found}\n{verdict}");
        }
        let show = [&["show", "--as", "smt2", "--encoding", "sat", &program], &options[..]].concat();
        assert!(heureka(&show).starts_with("p cnf "), "{program}");
    }
}
