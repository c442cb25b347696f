//! The contract of the command line: exit codes, last lines, where text goes, and when it is coloured.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn heureka(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heureka"));
    command.args(args).env_remove("NO_COLOR");
    command
}

/// Exit code, standard output, standard error.
fn answer(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = heureka(args).output().expect("heureka starts");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (status.code().expect("heureka ends by itself"), text(stdout), text(stderr))
}

fn example(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    path.to_str().expect("the path is UTF-8").to_owned()
}

/// A folder for the files of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("heureka-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a temporary file can be written");
        path.to_str().expect("the path is UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_version_names_the_solver() {
    let (code, out, _) = answer(&["--version"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("heureka 0.") && out.contains("(Z3 5."), "{out}");
}

#[test]
fn help_is_no_error() {
    for args in [&["--help"][..], &["check", "--help"], &["help", "run"], &["-h"]] {
        let (code, out, _) = answer(args);
        assert_eq!(code, 0, "{args:?}");
        assert!(out.contains("Usage: heureka"), "{out}");
    }
}

#[test]
fn wrong_usage_exits_with_1() {
    for args in [&[][..], &["chekc"], &["check"], &["check", "a.c", "--engine", "magic"], &["check", "a.c", "b.c"]] {
        let (code, out, err) = answer(args);
        assert_eq!((code, out.as_str()), (1, ""), "{args:?}");
        assert!(err.contains("--help"), "{err}");
    }
}

#[test]
fn what_is_not_built_says_so() {
    let file = example("safe.c");
    for args in [&["validate", &file, "--witness", "w.yml"][..], &["bench", "--all", "x"]] {
        let (code, out, err) = answer(args);
        assert_eq!((code, out.as_str()), (1, ""), "{args:?}");
        assert!(err.contains("is not built yet"), "{err}");
    }
}

#[test]
fn an_engine_that_does_not_know_real_numbers_says_so() {
    let (code, out, _) = answer(&["check", "--engine", "bmc", "--numbers", "real", &example("safe.c")]);
    let reason = "UNKNOWN: engine bmc does not compute with real numbers";
    assert_eq!((code, out.lines().last()), (5, Some(reason)));
}

#[test]
fn an_option_that_does_nothing_yet_is_named() {
    let (_, _, err) = answer(&["check", "--html", "report.html", "--engine", "sil", &example("safe.c")]);
    assert!(err.contains("warning: --html has no effect yet"), "{err}");
    assert!(!Path::new("report.html").exists());
}

#[test]
fn a_solver_that_cannot_run_is_wrong_usage() {
    let file = example("safe.c");
    for (solver, problem) in [("/no/such/solver", "there is no such program"), (&file, "it may not be executed")] {
        let (code, out, err) = answer(&["check", "--solver", solver, &file]);
        assert_eq!((code, out.as_str()), (1, ""), "{solver}");
        assert!(err.contains(&format!("the solver `{solver}` cannot start: {problem}")), "{err}");
    }
}

/// `simulate` asks no solver, so which one and where its queries go does not matter.
#[test]
fn solver_options_without_effect_are_named() {
    let (_, _, err) =
        answer(&["check", "--engine", "simulate", "--solver", "/bin/sh", "--dump-smt2", "queries", &example("safe.c")]);
    for option in ["--solver", "--dump-smt2"] {
        assert!(err.contains(&format!("warning: {option} has no effect yet")), "{err}");
    }
    assert!(!Path::new("queries").exists());
}

#[test]
fn a_file_that_is_not_there_exits_with_2() {
    let folder = example("");
    for file in ["no/such/file.c", &folder] {
        let (code, out, err) = answer(&["check", file]);
        assert_eq!((code, out.as_str()), (2, ""), "{file}");
        assert!(err.starts_with("error: ") && err.contains(file), "{err}");
    }
}

#[test]
fn a_task_definition_stands_for_its_program() {
    let folder = Folder::new("task");
    std::fs::copy(example("safe.c"), folder.0.join("safe.c")).expect("it can be copied");
    let good = folder.write("good.yml", "format_version: '2.0'\ninput_files: safe.c\n");
    let (code, out, err) = answer(&["check", "--engine", "horn", "--numbers", "integer", &good]);
    let reason = "UNKNOWN: the Horn engine computes with machine integers only";
    assert_eq!((code, out.lines().last(), err.as_str()), (5, Some(reason), ""));
    let gone = folder.write("gone.yml", "format_version: '2.0'\ninput_files: gone.c\n");
    let (code, _, err) = answer(&["check", &gone]);
    assert!(code == 2 && err.contains("gone.c"), "{err}");
}

#[test]
fn a_bad_task_definition_is_shown_with_its_line() {
    let folder = Folder::new("bad-task");
    let bad = folder.write("bad.yml", "format_version: '2.0'\ninput_files: a.c\noptions:\n  data_model: LP46\n");
    let (code, out, err) = answer(&["check", &bad]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("bad.yml:4:15") && err.contains("data_model: LP46") && err.contains('^'), "{err}");
    for (name, text) in [("empty.yml", String::new()), ("deep.yml", "[".repeat(1_000_000) + &"]".repeat(1_000_000))] {
        let (code, out, err) = answer(&["check", &folder.write(name, &text)]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.starts_with("error: ") && err.len() < 1000, "{err}");
    }
    let (code, _, err) = answer(&["check", "no/such/task.yml"]);
    assert!(code == 2 && err.contains("no/such/task.yml"), "{err}");
}

#[test]
fn colours_only_when_asked_for_or_on_a_terminal() {
    let file = example("safe.c");
    let (_, plain, _) = answer(&["check", "--engine", "horn", "--numbers", "integer", &file]);
    let (_, coloured, _) = answer(&["check", "--engine", "horn", "--numbers", "integer", &file, "--color", "always"]);
    let (_, never, err) = answer(&["check", "--engine", "horn", "no such file", "--color", "never"]);
    assert!(!plain.contains('\x1b') && !never.contains('\x1b') && !err.contains('\x1b'));
    assert!(coloured.contains("\x1b[1;33mUNKNOWN\x1b[0m: "), "{coloured}");
}

#[test]
fn a_reader_that_goes_away_changes_nothing() {
    let mut child = heureka(&["check", "--engine", "horn", "--numbers", "integer", &example("safe.c")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("heureka starts");
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut err).expect("it is UTF-8");
    assert_eq!((child.wait().expect("it ends").code(), err.as_str()), (Some(5), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = heureka(&["check", "--engine", "horn", "--numbers", "integer", &example("safe.c")])
        .stdout(full)
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"));
}
