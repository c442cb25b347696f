//! Every program under `tests/` gets the answer that is true of it, with exactly the output of its golden file.

use std::path::Path;

use heureka_testkit::golden::Golden;

fn golden() -> Golden {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Golden::new(env!("CARGO_BIN_EXE_heureka"), root)
}

#[test]
fn programs_get_their_golden_answers() {
    golden().run("tests/programs").expect_success();
}

#[test]
fn known_gaps_are_still_gaps() {
    let report = golden().run_known_gaps("tests/known-gaps");
    let passing: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(passing.is_empty(), "{}", passing.join("\n"));
}
