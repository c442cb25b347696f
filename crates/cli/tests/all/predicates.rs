//! The predicate engine on protocol handlers of some hundred lines, and what it says of programs under `tests/`.

use std::path::{Path, PathBuf};
use std::process::Command;

use heureka_testkit::golden::Golden;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The exit code, and the last line.
fn check(file: &Path, options: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heureka"));
    command.args(["check", "--quiet", "--engine", "predicates", "--timeout", "100"]).args(options).arg(file);
    let output = command.output().expect("heureka can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    (output.status.code(), text.lines().last().unwrap_or_default().to_owned())
}

fn protocol(name: &str, is_safe: bool) {
    let verdict = if is_safe { "safe" } else { "unsafe" };
    let file = root().join("tests/protocols").join(format!("{name}_{verdict}.c"));
    let (code, line) = check(&file, &[]);
    let expected = if is_safe { (Some(0), "SAFE") } else { (Some(10), "UNSAFE") };
    assert!(code == expected.0 && line.starts_with(expected.1), "{name}, {verdict}: {line}");
    // A proof that is not confirmed would be an error, one that is not checked says so.
    assert!(!line.contains("not checked"), "{name}, {verdict}: {line}");
}

#[test]
fn bugs_of_protocol_handlers_are_found() {
    for name in ["atm_terminal", "disk_driver", "firmware_update", "ssh_client", "tcp_conn", "tls_server"] {
        protocol(name, false);
    }
}

#[test]
fn protocol_handlers_are_proved() {
    for name in ["atm_terminal", "ssh_client", "tls_server"] {
        protocol(name, true);
    }
}

#[test]
#[ignore = "half a minute"]
fn larger_protocol_handlers_are_proved() {
    for name in ["firmware_update", "tcp_conn"] {
        protocol(name, true);
    }
}

/// Each abstraction by itself.
#[test]
fn the_abstraction_can_be_chosen() {
    let file = root().join("tests/programs/predicates/lag_five_safe.c");
    for abstraction in ["auto", "cartesian", "boolean", "slam"] {
        assert_eq!(check(&file, &["--abstraction", abstraction]), (Some(0), "SAFE".to_owned()), "{abstraction}");
    }
}

/// What boolean programs decide of the programs that are made for this engine; they do not keep many locks apart.
#[test]
fn boolean_programs_decide_most_programs() {
    let decided = [
        ("descent_lock_unsafe", 10),
        ("diamonds_safe", 0),
        ("lag_five_safe", 0),
        ("lag_nested_safe", 0),
        ("lag_nested_unsafe", 10),
        ("lock_retry_safe", 0),
        ("lock_retry_unsafe", 10),
        ("two_callers_safe", 0),
        ("two_callers_unsafe", 10),
    ];
    for (name, exit) in decided {
        let file = root().join("tests/programs/predicates").join(format!("{name}.c"));
        let (code, line) = check(&file, &["--abstraction", "slam"]);
        assert!(code == Some(exit) && !line.contains("not checked"), "{name}: {line}");
    }
    for (verdict, exit) in [("safe", 0), ("unsafe", 10)] {
        let file = root().join(format!("tests/protocols/atm_terminal_{verdict}.c"));
        let (code, line) = check(&file, &["--abstraction", "slam"]);
        assert!(code == Some(exit) && !line.contains("not checked"), "{line}");
    }
}

#[test]
fn boolean_programs_contradict_no_truth() {
    let golden = Golden::new(env!("CARGO_BIN_EXE_heureka"), root());
    for folder in ["functions", "integers", "k_induction", "properties", "sets", "statements", "unsupported"] {
        golden.run_engine(&format!("tests/programs/{folder}"), "predicates --abstraction slam").expect_success();
    }
}

#[test]
fn the_predicate_engine_contradicts_no_truth() {
    // Loops over arrays are not for this engine: each would take its whole second.
    let folders = [
        "competition",
        "functions",
        "gnu",
        "heap",
        "initialisers",
        "integers",
        "k_induction",
        "operators",
        "pointers",
        "properties",
        "sets",
        "statements",
        "structs",
        "unsupported",
    ];
    let golden = Golden::new(env!("CARGO_BIN_EXE_heureka"), root());
    for folder in folders {
        golden.run_engine(&format!("tests/programs/{folder}"), "predicates").expect_success();
    }
}
