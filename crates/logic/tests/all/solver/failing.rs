//! Programs that are no solvers: each way to fail is an error with a sentence, and no process stays behind.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use heureka_logic::solver::{Answer, Limits, ProcessSolver, Program, Solver, SolverError};
use heureka_logic::{SortId, Terms};

/// A script that plays a solver, in a folder that goes with it.
struct Fake {
    folder: PathBuf,
    program: Program,
}

impl Fake {
    fn new(name: &str, body: &str) -> Fake {
        let folder = std::env::temp_dir().join(format!("heureka-fake-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Fake { folder, program: Program { path, arguments: Vec::new() } }
    }

    fn start<'c>(&self, limits: Limits<'c>) -> ProcessSolver<'c> {
        // Another test may be forking while the script is still open for writing there.
        for _ in 0..50 {
            match ProcessSolver::start(&self.program, limits) {
                Err(SolverError::CannotStart { problem, .. }) if problem.contains("busy") => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                result => return result.unwrap(),
            }
        }
        panic!("the script stays busy")
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn in_five_seconds() -> Limits<'static> {
    Limits { deadline: Some(Instant::now() + Duration::from_secs(5)), cancel: None }
}

/// The error of one check of `x`; afterwards the solver repeats it to every call.
fn error_of(name: &str, body: &str) -> SolverError {
    let fake = Fake::new(name, body);
    let mut terms = Terms::new();
    let x = terms.constant("x", SortId::BOOL);
    let mut solver = fake.start(in_five_seconds());
    let first = solver.assert(&terms, x).and_then(|()| solver.check(&terms));
    let error = match first {
        Ok(answer) => {
            assert_eq!(answer, Answer::Satisfiable);
            solver.model(&terms).unwrap_err()
        }
        Err(error) => error,
    };
    assert_eq!(solver.check(&terms), Err(error.clone()));
    assert_eq!(solver.push(), Err(error.clone()));
    assert_eq!(solver.model(&terms), Err(error.clone()));
    assert_eq!(solver.unsat_core(), Err(error.clone()));
    assert!(!is_running(&fake.program.path), "{name} is still there");
    error
}

/// Whether a process runs the script, or is its zombie, for longer than a moment: what the script has started belongs to the
/// system once the script is ended, which takes its time to bury it.
fn is_running(script: &Path) -> bool {
    (0..100).all(|_| {
        let found = is_listed(script);
        if found {
            std::thread::sleep(Duration::from_millis(20));
        }
        found
    })
}

fn is_listed(script: &Path) -> bool {
    let list = Command::new("ps").args(["-eo", "args"]).output().expect("ps runs");
    let name = script.file_name().unwrap().to_string_lossy().into_owned();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    list.lines().any(|line| line.contains(&*script.to_string_lossy()) || line.contains(&format!("[{name}] <defunct>")))
}

const UNTIL_CHECK: &str = "while read line; do case \"$line\" in *check-sat*) break;; esac; done";

#[test]
fn garbage_is_no_answer() {
    let error = error_of("garbage", "echo 'segmentation (fault) {'; sleep 100");
    let SolverError::Nonsense { answer, .. } = &error else { panic!("{error}") };
    assert!(answer.starts_with("segmentation"), "{error}");
    let error = error_of("polite", &format!("{UNTIL_CHECK}; echo maybe; sleep 100"));
    assert!(error.to_string().contains("answered \"maybe\" to `(check-sat)`"), "{error}");
    let error = error_of("bytes", &format!("{UNTIL_CHECK}; printf '\\377\\376\\000\\n'; sleep 100"));
    assert!(matches!(error, SolverError::Nonsense { .. }), "{error}");
    let error = error_of("closing", &format!("{UNTIL_CHECK}; echo ')'; sleep 100"));
    assert!(matches!(error, SolverError::Nonsense { .. }), "{error}");
}

#[test]
fn an_error_message_is_passed_on() {
    let error =
        error_of("refusing", &format!("{UNTIL_CHECK}; echo '(error \"line 5: no \"\"theory\"\"\")'; sleep 100"));
    assert!(matches!(&error, SolverError::Unsupported(text) if text.contains("line 5: no")), "{error}");
    let error = error_of("early", "echo '(error \"bad option\")'; cat > /dev/null");
    assert!(error.to_string().contains("bad option"), "{error}");
}

#[test]
fn a_program_that_ends_is_noticed() {
    let error = error_of("leaving", "echo 'no licence' >&2; exit 3");
    assert!(matches!(&error, SolverError::Died { .. }), "{error}");
    assert!(error.to_string().ends_with("ended without an answer (exit status: 3): no licence"), "{error}");
    let error = error_of("quiet", &format!("{UNTIL_CHECK}; exit 0"));
    assert!(matches!(&error, SolverError::Died { status: Some(status), .. } if status.success()), "{error}");
    let error = error_of("broken", &format!("{UNTIL_CHECK}; printf '((half'"));
    assert!(matches!(&error, SolverError::Died { .. }), "{error}");
    let error = error_of("killed", &format!("{UNTIL_CHECK}; kill -9 $$"));
    assert!(error.to_string().contains("(signal: 9 (SIGKILL))"), "{error}");
}

#[test]
fn an_answer_at_the_very_end_counts() {
    let fake = Fake::new("brief", &format!("{UNTIL_CHECK}; printf unsat"));
    let mut solver = fake.start(in_five_seconds());
    assert_eq!(solver.check(&Terms::new()), Ok(Answer::Unsatisfiable));
    assert!(matches!(solver.check(&Terms::new()), Err(SolverError::Died { .. })));
}

#[test]
fn a_nonsense_model_is_an_error() {
    for (number, model) in ["(model", "((define-fun x () Int 5))", "((define-fun x () Bool (maybe)))", "42", "(1 2)"]
        .into_iter()
        .enumerate()
    {
        let body = format!("{UNTIL_CHECK}; echo sat; read line; echo '{model}'; exec cat > /dev/null");
        // The model without an end ends with the program.
        let body = if number == 0 { body.replace("exec cat > /dev/null", "exit") } else { body };
        let error = error_of(&format!("model{number}"), &body);
        assert!(matches!(error, SolverError::Nonsense { .. } | SolverError::Died { .. }), "{error}");
    }
}

#[test]
fn a_hanging_program_meets_the_deadline() {
    for (name, body) in [
        ("hanging", "exec sleep 1000"),
        ("deaf", "exec sleep 1000 < /dev/null"),
        ("endless", &format!("{UNTIL_CHECK}; while :; do printf '((((((((((((((((((((('; sleep 0.01; done")),
    ] {
        let fake = Fake::new(name, body);
        let start = Instant::now();
        let deadline = start + Duration::from_millis(300);
        let mut solver = fake.start(Limits { deadline: Some(deadline), cancel: None });
        let mut terms = Terms::new();
        // More than a pipe holds, which a program that does not read would block.
        let parts: Vec<_> = (0..20_000).map(|number| terms.constant(&format!("x{number}"), SortId::BOOL)).collect();
        let all = terms.and(&parts);
        solver.assert(&terms, all).unwrap();
        assert_eq!(solver.check(&terms), Err(SolverError::TimedOut), "{name}");
        let time = start.elapsed();
        assert!(time < Duration::from_millis(800), "{name}: {time:?}");
        assert!(!is_running(&fake.program.path), "{name} is still there");
        assert_eq!(solver.check(&terms), Err(SolverError::TimedOut), "{name}");
    }
}

#[test]
fn a_flood_is_no_answer() {
    let error = error_of("flood", "exec yes 'sat sat sat'");
    assert!(matches!(&error, SolverError::Nonsense { answer, .. } if answer.starts_with("sat sat")), "{error}");
}

#[test]
fn what_cannot_start_says_why() {
    let problem = |path: &str| match ProcessSolver::start(&Program::parse(path), Limits::NONE) {
        Ok(_) => panic!("{path} started"),
        Err(error) => error.to_string(),
    };
    assert_eq!(problem("/no/such/solver"), "the solver `/no/such/solver` cannot start: there is no such program");
    let fake = Fake::new("locked", "echo sat");
    fs::set_permissions(&fake.program.path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(problem(&fake.program.name()).ends_with("it may not be executed"));
    assert!(problem("/").contains("cannot start"));
}

#[test]
fn a_dropped_solver_leaves_no_process() {
    let fake = Fake::new("dropped", "exec cat > /dev/null");
    let solver = fake.start(Limits::NONE);
    drop(solver);
    assert!(!is_running(&fake.program.path));
}
