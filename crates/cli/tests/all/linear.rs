//! `heureka check --engine linear` on programs of a size that is made here and not stored: the papers' families, long
//! chains of procedures, and programs that are too much for the limits.

use std::fs;
use std::path::Path;
use std::process::Command;

use heureka_benchmarks::{Expected, LINEAR};
use heureka_testkit::stress::procedure_chain;

/// Checks the text; the exit code and standard output.
fn check(name: &str, text: &str, options: &[&str]) -> (Option<i32>, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linear");
    fs::create_dir_all(&folder).expect("the folder of a test can be made");
    let file = folder.join(format!("{name}.c"));
    fs::write(&file, text).expect("the file of a test can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_heureka"))
        .args(["check", "--engine", "linear", "--quiet"])
        .args(options)
        .arg(&file)
        .output()
        .expect("heureka starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn exit_code(expected: Expected) -> Option<i32> {
    Some(match expected {
        Expected::Safe => 0,
        Expected::Unsafe => 10,
    })
}

#[test]
fn the_families_have_their_verdicts() {
    for family in LINEAR {
        for expected in Expected::BOTH {
            for (n, options) in [
                (1, &[][..]),
                (20, &[]),
                (21, &["--numbers", "integer"]),
                (30, &["--no-accelerate", "--no-widen"]),
                (10, &["--no-accelerate", "--numbers", "integer"]),
            ] {
                let name = format!("{}_{n}_{}", family.name, expected.name());
                let (code, stdout) = check(&name, &family.program(n, expected), options);
                assert_eq!(code, exit_code(expected), "{name} {options:?}: {stdout}");
            }
        }
    }
}

#[test]
fn a_million_rounds_are_not_walked() {
    for name in ["delay_iter", "swap_iter", "sum"] {
        for expected in Expected::BOTH {
            let text = heureka_benchmarks::program(name, 1_000_000, expected).expect("a family of paper 002");
            let (code, stdout) = check(&format!("{name}_{}", expected.name()), &text, &["--timeout", "30"]);
            assert_eq!(code, exit_code(expected), "{name}: {stdout}");
        }
    }
}

#[test]
fn ten_thousand_procedures_do_not_overflow_the_stack() {
    for expected in Expected::BOTH {
        let text = procedure_chain(10_000, expected == Expected::Safe);
        let (code, stdout) = check(&format!("chain_{}", expected.name()), &text, &["--timeout", "60"]);
        assert_eq!(code, exit_code(expected), "{stdout}");
    }
}

/// A program that has no end without widening, and no closed form.
const ENDLESS: &str = "\
extern int __VERIFIER_nondet_int(void);
long long f(long long n) { if (__VERIFIER_nondet_int()) return n; return f(n + 1) + 1; }
int main(void) { if (f(0) == -5) { ERROR: ; } return 0; }
";

#[test]
fn limits_end_in_unknown_with_what_was_reached() {
    let options = ["--no-accelerate", "--no-widen", "--timeout", "1"];
    let (code, stdout) = check("endless", ENDLESS, &options);
    assert_eq!(code, Some(5), "{stdout}");
    assert!(stdout.contains("path edges"), "{stdout}");
    let options = ["--no-accelerate", "--no-widen", "--timeout", "60", "--memory", "50"];
    let (code, stdout) = check("endless_memory", ENDLESS, &options);
    assert_eq!(code, Some(5), "{stdout}");
    assert!(stdout.contains("memory"), "{stdout}");
}
