//! `heureka check` on every program under `tests/`. Needs the binary, which this crate does not build:
//! `HEUREKA_BIN=target/debug/heureka cargo test -p heureka-testkit --test golden -- --ignored`, with `HEUREKA_BLESS=1`
//! to write golden files and `HEUREKA_ONLY=text` for some programs only.

use heureka_testkit::golden::Golden;
use std::path::Path;

fn golden() -> Golden {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the repository");
    let binary = std::env::var("HEUREKA_BIN").expect("HEUREKA_BIN names the heureka binary");
    // Relative to the root, whatever folder the test runs in.
    Golden::new(root.join(binary), root)
}

#[test]
#[ignore = "needs HEUREKA_BIN"]
fn programs_answer_truly_and_as_recorded() {
    golden().run("tests/programs").expect_success();
}

#[test]
#[ignore = "needs HEUREKA_BIN"]
fn known_gaps_are_still_gaps() {
    let report = golden().run_known_gaps("tests/known-gaps");
    assert!(report.failures.is_empty(), "{:#?}", report.failures);
}
