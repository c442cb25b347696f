//! `heureka show --as boolean-program` prints the abstractions of the programs under `tests/boolean-programs` as the golden
//! files beside them say; the first is that of Figure 5 of paper 004. `HEUREKA_BLESS=1` writes the golden files anew.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn shown(program: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heureka"));
    command.args(["show", "--as", "boolean-program", program]).current_dir(root());
    let run = command.output().expect("heureka starts");
    assert_eq!(String::from_utf8_lossy(&run.stderr), "", "{program}");
    String::from_utf8(run.stdout).expect("the output is UTF-8")
}

#[test]
fn the_abstractions_are_those_of_the_golden_files() {
    let bless = std::env::var_os("HEUREKA_BLESS").is_some();
    let folder = std::fs::read_dir(root().join("tests/boolean-programs")).expect("the folder is there");
    let mut programs: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|end| end == "c"));
    programs.sort();
    assert!(programs.len() >= 3, "the programs are there");
    for program in programs {
        let name = program.file_name().and_then(|name| name.to_str()).expect("a name");
        let text = shown(&format!("tests/boolean-programs/{name}"));
        let golden = program.with_extension("abstractions");
        if bless {
            std::fs::write(&golden, &text).expect("the golden file can be written");
        }
        assert_eq!(text, std::fs::read_to_string(&golden).unwrap_or_default(), "{name}");
    }
}

/// The figure, whatever the layout: after no predicates, a path past line 8 gives the first one, a path past line 13 the
/// second, and then there is no error any more.
#[test]
fn the_abstractions_of_figure_5_are_found_in_its_order() {
    let text = shown("tests/boolean-programs/figure_5.c");
    let told: Vec<&str> = text
        .lines()
        .filter(|line| ["Abstraction", "An error", "Found", "SAFE"].iter().any(|start| line.starts_with(start)))
        .collect();
    let expected = [
        "Abstraction 0: no predicates",
        "An error is reached by lines 21, 22, 23, 24, 6, 7, 13, 14, 15, 16; the program cannot go there.",
        "Found: b1 = {numUnits == 0}",
        "Abstraction 1: 1 predicate",
        "An error is reached by lines 21, 22, 23, 24, 6, 7, 8, 14, 15, 16; the program cannot go there.",
        "Found: b2 = {canEnter == 1}",
        "Abstraction 2: 2 predicates",
        "SAFE: no error can be reached in the last of 3 abstractions.",
    ];
    assert_eq!(told, expected);
}
