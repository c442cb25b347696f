//! The golden-file runner, judged with a stand-in for `heureka` that answers what each program tells it to.
#![cfg(unix)]

use heureka_testkit::golden::Golden;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A repository with some programs; each holds `OUT text` and `EXIT code` lines that the stand-in obeys.
struct Scene {
    root: PathBuf,
    /// One scene at a time: a script that is being written cannot be started, and another thread's child would hold
    /// it open.
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());

impl Scene {
    fn new(name: &str) -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let root = std::env::temp_dir().join(format!("heureka-scene-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(root.join("programs/some")).unwrap();
        let script = "#!/bin/sh\nfor file; do :; done\nsed -n 's/^OUT //p' \"$file\"\necho diagnostic >&2\n\
                      code=$(sed -n 's/^EXIT //p' \"$file\")\nexit \"$code\"\n";
        std::fs::write(root.join("heureka"), script).unwrap();
        std::fs::set_permissions(root.join("heureka"), std::fs::Permissions::from_mode(0o755)).unwrap();
        Scene { root, _alone: alone }
    }

    fn program(&self, name: &str, truth: &str, answer: &str, exit: i32) {
        let text = format!("// {truth}\nOUT some line\nOUT {answer}\nEXIT {exit}\n");
        std::fs::write(self.root.join(format!("programs/some/{name}.c")), text).unwrap();
    }

    fn golden(&self, bless: bool) -> Golden {
        Golden {
            binary: self.root.join("heureka"),
            root: self.root.clone(),
            bless,
            only: None,
            timeout: Duration::from_secs(10),
            threads: 2,
        }
    }

    /// Blesses, and returns the reasons of what fails even so.
    fn reasons(&self) -> Vec<String> {
        self.golden(true).run("programs").failures.into_iter().map(|failure| failure.reason).collect()
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

#[test]
fn blesses_and_then_compares_exactly() {
    let scene = Scene::new("bless");
    scene.program("a", "verdict: UNSAFE 3", "UNSAFE programs/some/a.c:3:5", 10);
    let report = scene.golden(false).run("programs");
    assert!(report.failures[0].reason.contains("no golden file"));
    assert_eq!(scene.golden(true).run("programs").blessed, 1);
    scene.golden(false).run("programs").expect_success();
    let file = scene.root.join("programs/some/a.expected");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "exit: 10\nsome line\nUNSAFE programs/some/a.c:3:5\n");
    std::fs::write(&file, "exit: 10\nanother line\nUNSAFE programs/some/a.c:3:5\n").unwrap();
    let report = scene.golden(false).run("programs");
    assert!(report.failures[0].reason.contains("- another line\n+ some line"), "{}", report.failures[0]);
}

#[test]
fn no_golden_file_excuses_a_wrong_answer() {
    let cases = [
        ("verdict: SAFE", "UNSAFE programs/some/a.c:3:5", 10, "WRONG VERDICT"),
        ("verdict: UNSAFE 3", "SAFE", 0, "WRONG VERDICT"),
        ("verdict: UNSAFE 3", "UNSAFE programs/some/a.c:4:5", 10, "the error is in line 3"),
        ("verdict: UNSAFE 3", "UNKNOWN: gave up", 5, "not found"),
        ("verdict: UNKNOWN", "SAFE", 0, "in silence"),
        ("verdict: SAFE", "SAFE", 10, "exit code"),
        ("verdict: SAFE", "hello", 0, "no verdict"),
        ("verdict: SAFE", "thread panicked", 6, "no verdict"),
        ("verdict: UNSAFE 3", "UNSAFE somewhere", 10, "FILE:LINE:COLUMN"),
        ("exit: 2", "SAFE", 0, "instead of 2"),
        ("verdikt: SAFE", "SAFE", 0, "not a line that the truth has"),
    ];
    for (truth, answer, exit, reason) in cases {
        let scene = Scene::new("wrong");
        scene.program("a", truth, answer, exit);
        let reasons = scene.reasons();
        assert!(reasons.len() == 1 && reasons[0].contains(reason), "{truth}, {answer}: {reasons:?}");
        assert!(!scene.root.join("programs/some/a.expected").exists(), "{truth}, {answer}: blessed");
    }
}

#[test]
fn accepts_what_the_truth_allows() {
    let scene = Scene::new("right");
    scene.program("a", "verdict: SAFE", "SAFE (certificate not checked: reason)", 0);
    scene.program("b", "verdict: SAFE", "UNKNOWN: gave up", 5);
    scene.program("c", "verdict: UNSAFE 3\n// simulate: unknown", "UNKNOWN: gave up", 5);
    scene.program("d", "exit: 2", "", 2);
    scene.program("e", "verdict: UNKNOWN", "UNKNOWN: inline assembly", 5);
    assert!(scene.reasons().is_empty());
}

#[test]
fn a_gap_that_is_closed_fails() {
    let scene = Scene::new("gaps");
    scene.program("wrong", "verdict: SAFE", "UNSAFE programs/some/wrong.c:3:5", 10);
    scene.program("undecided", "verdict: SAFE", "UNKNOWN: gave up", 5);
    assert!(scene.golden(false).run_known_gaps("programs").failures.is_empty());
    scene.program("closed", "verdict: SAFE", "SAFE", 0);
    let report = scene.golden(false).run_known_gaps("programs");
    assert_eq!(report.failures.len(), 1);
    assert!(report.failures[0].program.ends_with("closed.c"));
}

#[test]
fn a_run_without_end_is_ended() {
    let scene = Scene::new("slow");
    std::fs::write(scene.root.join("heureka"), "#!/bin/sh\nexec sleep 100\n").unwrap();
    scene.program("a", "verdict: SAFE", "SAFE", 0);
    let golden = Golden { timeout: Duration::from_millis(200), ..scene.golden(false) };
    assert!(golden.run("programs").failures[0].reason.contains("no verdict"));
}
