//! Every program under `tests/` is what its first lines say, by compiled C under the sanitizers. Slow (some minutes):
//! `cargo test -p heureka-testkit --test all corpus_truth -- --ignored`, with `HEUREKA_ONLY=text` for paths that hold it.

use heureka_testkit::{reference, truth::Truth};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder of tests").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            out.push(path);
        }
    }
}

#[test]
#[ignore = "compiles every program with the sanitizers: some minutes"]
fn programs_are_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut programs = Vec::new();
    for folder in ["programs", "known-gaps"] {
        if root.join(folder).is_dir() {
            collect(&root.join(folder), &mut programs);
        }
    }
    let only = std::env::var("HEUREKA_ONLY").unwrap_or_default();
    programs.retain(|path| path.to_string_lossy().contains(&only));
    let queue = Mutex::new(programs.into_iter());
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(path) = queue.lock().expect("no thread panics").next() else { break };
                    let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a readable file")).into_owned();
                    let outcome = Truth::parse(&text).and_then(|truth| reference::confirm(&text, &truth));
                    if let Err(complaint) = outcome {
                        failures.lock().expect("no thread panics").push(format!("{}: {complaint}", path.display()));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no thread panics");
    failures.sort();
    assert!(failures.is_empty(), "{} programs are not what they say:\n{}", failures.len(), failures.join("\n"));
}
