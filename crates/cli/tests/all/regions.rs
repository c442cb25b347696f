//! `heureka check --engine predicates --verbose` prints the tree with its regions; those of the programs under `tests/regions`
//! are as the golden files beside them say. `HEUREKA_BLESS=1` writes the golden files anew.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_regions_are_those_of_the_golden_files() {
    let bless = std::env::var_os("HEUREKA_BLESS").is_some();
    for name in ["lock", "turns", "set_of_one", "set_with_owner"] {
        let program = format!("tests/regions/{name}.c");
        let mut command = Command::new(env!("CARGO_BIN_EXE_heureka"));
        command.args(["check", "--engine", "predicates", "--verbose", &program]).current_dir(root());
        let run = command.output().expect("heureka starts");
        let text = String::from_utf8(run.stdout).expect("the output is UTF-8");
        assert_eq!(run.status.code(), Some(0), "{name}: {text}");
        let golden = root().join(format!("tests/regions/{name}.regions"));
        if bless {
            std::fs::write(&golden, &text).expect("the golden file can be written");
        }
        assert_eq!(text, std::fs::read_to_string(&golden).unwrap_or_default(), "{name}");
    }
}
