//! No engine says something about a program under `tests/` that is not true of it.

use std::path::Path;

use heureka_testkit::golden::Golden;

fn contradicts_no_truth(engine: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Golden::new(env!("CARGO_BIN_EXE_heureka"), root).run_engine("tests/programs", engine).expect_success();
}

#[test]
fn the_linear_engine_contradicts_no_truth() {
    contradicts_no_truth("linear");
}

#[test]
fn the_bounded_engine_contradicts_no_truth() {
    contradicts_no_truth("bmc");
}
