//! `heureka check --engine arrays` on programs that are made here and not stored: the papers' families over arrays.

use std::fs;
use std::path::Path;
use std::process::Command;

use heureka_benchmarks::{ANY_LENGTH, ARRAYS, Expected, FIGURES, Family, REGRESSION};

/// Checks the program; the exit code and standard output.
fn check(family: &Family, n: u64, expected: Expected) -> (Option<i32>, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arrays");
    fs::create_dir_all(&folder).expect("the folder of a test can be made");
    let file = folder.join(format!("{}_{n}_{}.c", family.name, expected.name()));
    fs::write(&file, family.program(n, expected)).expect("the file of a test can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_heureka"))
        .args(["check", "--engine", "arrays", "--timeout", "20", "--quiet"])
        .arg(&file)
        .output()
        .expect("heureka starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The programs that do not get their verdicts, each with what was said.
fn failures(families: &[Family], n: u64) -> Vec<String> {
    let mut failures = Vec::new();
    for family in families.iter().filter(|family| family.range().contains(&n)) {
        for expected in Expected::BOTH {
            let (code, stdout) = check(family, n, expected);
            let right = match expected {
                Expected::Safe => Some(0),
                Expected::Unsafe => Some(10),
            };
            if code != right {
                failures.push(format!("{} {n} {}: {code:?} {stdout}", family.name, expected.name()));
            }
        }
    }
    failures
}

#[test]
fn the_families_have_their_verdicts() {
    let failures: Vec<String> =
        [ARRAYS, FIGURES, REGRESSION].into_iter().flat_map(|families| failures(families, 4)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn any_length_is_one_proof() {
    let failures = failures(ANY_LENGTH, 1000);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
