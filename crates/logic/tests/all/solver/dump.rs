//! Queries in a folder: complete, repeatable by other solvers, and the same from run to run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use heureka_logic::solver::{Answer, Limits, SolverError, SolverFactory};
use heureka_logic::{Terms, smtlib};

use super::backends::{cvc5_program, z3_program};
use super::generate::{Flavour, Generator};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("heureka-dump-{}-{name}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Some random queries; the answers in the order of the files.
fn ask(folder: &Path) -> Vec<Answer> {
    let factory = SolverFactory::default().dumping(folder);
    let mut answers = Vec::new();
    for seed in 0..2 {
        let mut terms = Terms::new();
        let mut generator = Generator::new(&mut terms, 70 + seed, Flavour::NoZeroDivision);
        let mut solver = factory.create(Limits::NONE).unwrap();
        for _ in 0..6 {
            let (first, second) = (generator.formula(&mut terms, 3), generator.formula(&mut terms, 3));
            solver.push().unwrap();
            solver.assert(&terms, first).unwrap();
            answers.push(solver.check_assuming(&terms, &[second]).unwrap());
        }
    }
    answers
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect()
}

#[test]
fn other_solvers_repeat_the_queries() {
    let folder = Folder::new("repeat");
    let answers = ask(&folder.0);
    let files = files(&folder.0);
    let names: Vec<&String> = files.keys().collect();
    assert_eq!(names.len(), 12);
    assert_eq!((names[0].as_str(), names[11].as_str()), ("001-000001.smt2", "002-000006.smt2"));
    assert!(answers.contains(&Answer::Satisfiable) && answers.contains(&Answer::Unsatisfiable));
    for ((name, text), answer) in files.iter().zip(&answers) {
        assert!(text.contains(&format!("(set-info :status {answer})")), "{text}");
        smtlib::parse_script(&mut Terms::new(), text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        for program in [z3_program(), cvc5_program()].into_iter().flatten() {
            let output = Command::new(&program.path).arg(folder.0.join(name)).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(said.trim(), answer.to_string(), "{} on {name}:\n{text}", program.name());
        }
    }
}

#[test]
fn the_same_run_writes_the_same_files() {
    let (first, second) = (Folder::new("first"), Folder::new("second"));
    ask(&first.0);
    ask(&second.0);
    assert_eq!(files(&first.0), files(&second.0));
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let file = Folder::new("file");
    fs::write(&file.0, "").unwrap();
    let error = SolverFactory::default().dumping(&file.0.join("inside")).create(Limits::NONE).err();
    assert!(matches!(error, Some(SolverError::CannotDump { .. })));
    fs::remove_file(&file.0).unwrap();
}
