//! `heureka explain` prints exactly what the golden file beside each program of `tests/explain` says, and for the slides'
//! examples what the slides say.
//!
//! `HEUREKA_BLESS=1` writes the golden files anew. A comment `explain: OPTIONS` in a program gives its options.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn explain(arguments: &[&str]) -> (String, Option<i32>) {
    let run = Command::new(env!("CARGO_BIN_EXE_heureka")).arg("explain").args(arguments).current_dir(root()).output();
    let run = run.expect("heureka starts");
    assert_eq!(String::from_utf8_lossy(&run.stderr), "", "{arguments:?}");
    (String::from_utf8(run.stdout).expect("the output is UTF-8"), run.status.code())
}

#[test]
fn the_text_is_that_of_the_golden_files() {
    let bless = std::env::var_os("HEUREKA_BLESS").is_some();
    let folder = std::fs::read_dir(root().join("tests/explain")).expect("the folder is there");
    let mut programs: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|end| end == "c"));
    programs.sort();
    assert!(programs.len() >= 6, "the programs are there");
    for program in programs {
        let source = std::fs::read_to_string(&program).expect("a program");
        let options = source.lines().find_map(|line| line.trim_start_matches("/* ").strip_prefix("explain: "));
        let mut arguments: Vec<&str> = options.unwrap_or_default().trim_end_matches("*/").split_whitespace().collect();
        let name = format!("tests/explain/{}", program.file_name().and_then(|name| name.to_str()).expect("a name"));
        arguments.push(&name);
        let (text, exit) = explain(&arguments);
        assert_eq!(exit, Some(0), "{name}");
        let golden = program.with_extension("explained");
        if bless {
            std::fs::write(&golden, &text).expect("the golden file can be written");
        }
        let expected = std::fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(text, expected, "{name}");
    }
}

/// The notes below a line of the source, without their marks.
fn notes<'t>(text: &'t str, source: &str) -> Vec<&'t str> {
    let lines =
        text.lines().skip_while(|line| line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ') != source);
    lines.skip(1).map_while(|line| line.trim_start().strip_prefix("│ ")).map(str::trim).collect()
}

#[test]
fn the_first_example_of_the_slides() {
    let (text, _) = explain(&["tests/explain/slides_1.c"]);
    assert_eq!(notes(&text, "x = 0;"), ["x' = 0 & y' = y"]);
    assert_eq!(notes(&text, "y = 0;"), ["x' = 0 & y' = 0"]);
    assert_eq!(
        notes(&text, "while (x < 1) {"),
        [
            "invariant:     x' = 0 & y' = 0",
            "or x' = 1 & y' = 0",
            "inside:        x' = 0 & y' = 0",
            "afterwards:    x' = 1 & y' = 0",
        ]
    );
    assert_eq!(notes(&text, "b = b + a;"), ["a = 1 & b = 0 & a' = 1 & b' = 1"]);
    let (text, _) = explain(&["tests/explain/slides_1_global.c"]);
    assert_eq!(notes(&text, "p(x, y);"), ["x' = 1 & y' = 1"]);
    assert!(text.contains("summary: y = 0 & a = 1 & b = 0 & y' = 1\n"), "{text}");
    let (text, _) = explain(&["tests/explain/slides_1_shared.c"]);
    assert!(text.contains("summary: x = 1 & y = 0 & x' = 1 & y' = 1\n"), "{text}");
}

#[test]
fn the_second_example_of_the_slides() {
    for options in [&["tests/explain/slides_2.c"][..], &["--no-accelerate", "--no-widen", "tests/explain/slides_2.c"]] {
        let (text, _) = explain(options);
        let summary: Vec<&str> = text.lines().skip_while(|line| !line.contains("summary:")).take(3).collect();
        assert!(summary[0].ends_with("x = 10 & y = 20 & x' = 20 & y' = 10"), "{text}");
        assert!(summary[1].ends_with("or x = 20 & y = 10 & x' = 10 & y' = 20"), "{text}");
        assert!(!summary[2].contains('│'), "{text}");
    }
}

#[test]
fn a_search_that_does_not_end_says_so() {
    let (text, exit) = explain(&["--no-accelerate", "--no-widen", "--timeout", "0.5", "tests/explain/widening.c"]);
    assert_eq!(exit, Some(5));
    assert!(text.contains("NOT COMPLETE"), "{text}");
}

#[test]
fn json_has_the_same() {
    let (text, exit) = explain(&["--json", "tests/explain/slides_2.c"]);
    assert_eq!(exit, Some(0));
    assert!(text.contains("\"x = 10 & y = 20 & x' = 20 & y' = 10\""), "{text}");
    assert!(text.contains("\"complete\": true"), "{text}");
}
