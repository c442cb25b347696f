//! The Horn engine: what it decides, with which evidence, and its clauses as other solvers read them.

use std::path::{Path, PathBuf};
use std::process::Command;

use heureka_testkit::golden::Golden;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn heureka(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_heureka"))
        .current_dir(root())
        .args(arguments)
        .output()
        .expect("heureka can be started");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The programs of `tests/horn` are decided, and every proof is checked.
#[test]
fn loops_recursion_and_arrays_are_decided_with_evidence() {
    let entries = std::fs::read_dir(root().join("tests/horn")).expect("the folder is there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.sort();
    assert!(programs.len() >= 10);
    for program in programs {
        let is_safe = !program.to_string_lossy().ends_with("_bug.c");
        let name = program.to_string_lossy().into_owned();
        let (code, text) = heureka(&["check", "--quiet", "--engine", "horn", "--timeout", "60", &name]);
        let line = text.lines().last().unwrap_or_default();
        match is_safe {
            true => assert_eq!((code, line), (Some(0), "SAFE"), "{name}"),
            false => assert!(code == Some(10) && line.starts_with("UNSAFE"), "{name}: {line}"),
        }
    }
}

/// Spacer is interrupted in the middle of its work, and nothing of its own troubles gets out.
#[test]
fn what_z3_writes_when_it_is_interrupted_is_not_shown() {
    for task in ["arrays-fixed/table_of_squares.yml", "sorting/merge_sorted.yml"] {
        let output = Command::new(env!("CARGO_BIN_EXE_heureka"))
            .current_dir(root())
            .args(["check", "--engine", "horn", "--timeout", "2", &format!("benchmarks/suite/{task}")])
            .output()
            .expect("heureka can be started");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("ASSERTION VIOLATION") && !errors.contains("UNEXPECTED CODE"), "{task}: {errors}");
    }
}

#[test]
fn clauses_are_written_for_other_solvers() {
    let (code, text) = heureka(&["show", "tests/horn/even_odd.c", "--as", "horn"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("(set-logic HORN)\n") && text.ends_with("(check-sat)\n(exit)\n"), "{text}");
    // Both procedures have summaries, and a clause has two applications in its body at most.
    for name in ["even@exit", "odd@exit"] {
        assert!(text.contains(&format!("(declare-fun {name} ")), "{text}");
    }
    let z3 = root().join(".z3/bin/z3");
    if z3.exists() {
        let file = std::env::temp_dir().join(format!("heureka-horn-{}.smt2", std::process::id()));
        std::fs::write(&file, &text).expect("a file can be written");
        let said = Command::new(z3).arg("fp.spacer.global=true").arg("-T:60").arg(&file).output().expect("z3 starts");
        std::fs::remove_file(&file).expect("it was written");
        assert_eq!(String::from_utf8_lossy(&said.stdout).trim(), "sat");
    }
}

#[test]
fn the_horn_engine_contradicts_no_truth() {
    let golden = Golden::new(env!("CARGO_BIN_EXE_heureka"), root());
    for folder in ["functions", "k_induction", "properties", "initialisers"] {
        golden.run_engine(&format!("tests/programs/{folder}"), "horn").expect_success();
    }
}
