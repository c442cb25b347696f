//! What the README shows is what the program prints.
//!
//! Each block `console` of the README holds command lines after `$ ` and their output; they are run in the checkout and
//! compared; `; echo $?` after a command shows its exit code. `HEUREKA_UPDATE_README=1` writes the README anew instead.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_outputs_are_real() {
    let readme = root().join("README.md");
    let written = std::fs::read_to_string(&readme).expect("there is a README");
    let real = with_real_outputs(&written);
    if std::env::var_os("HEUREKA_UPDATE_README").is_some() {
        std::fs::write(&readme, real).expect("the README can be written");
        return;
    }
    assert_eq!(written, real, "the README shows what heureka does not print: see CONTRIBUTING.md, Tests");
}

#[test]
fn there_are_outputs() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    for example in ["$ heureka check examples/proved.c; echo $?", "$ heureka check examples/unsafe.c; echo $?"] {
        assert!(readme.lines().any(|line| line == example), "{example}");
    }
}

fn with_real_outputs(readme: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in readme.lines() {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, Some(command)) => {
                text.push_str(&format!("{line}\n{}", output_of(command)));
                continue;
            }
            (true, None) if line == "```" => inside = false,
            (true, None) => continue,
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn output_of(command: &str) -> String {
    let (command, shows_exit) = match command.strip_suffix("; echo $?") {
        Some(command) => (command, true),
        None => (command, false),
    };
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("heureka"), "the README runs something else: {command}");
    let run = Command::new(env!("CARGO_BIN_EXE_heureka")).args(words).current_dir(root()).output();
    let run = run.expect("heureka starts");
    let mut text = String::from_utf8(run.stdout).expect("the output is UTF-8");
    if shows_exit {
        text.push_str(&format!("{}\n", run.status.code().expect("heureka ends by itself")));
    }
    text
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
