//! Which program is run, and with what arguments.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::solver::SolverError;

/// A solver that reads SMT-LIB 2 from standard input and answers on standard output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// As the user gave it.
    pub path: PathBuf,
    pub arguments: Vec<String>,
}

impl Program {
    /// A path, or a path with arguments after it. Without arguments, the ones that make a known solver read commands
    /// from standard input.
    pub fn parse(text: &str) -> Program {
        let mut words = text.split_whitespace();
        let (path, arguments): (&str, Vec<String>) = if Path::new(text).is_file() {
            (text, Vec::new())
        } else {
            (words.next().unwrap_or_default(), words.map(str::to_owned).collect())
        };
        let path = PathBuf::from(path);
        let arguments = if arguments.is_empty() { usual_arguments(&path) } else { arguments };
        Program { path, arguments }
    }

    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// An error if there is no such program or it may not be executed, without running it.
    pub fn look(&self) -> Result<(), SolverError> {
        let refuse =
            |problem: &str| Err(SolverError::CannotStart { program: self.name(), problem: problem.to_owned() });
        if self.path.as_os_str().is_empty() {
            return refuse("no program is named");
        }
        if self.path.components().count() > 1 {
            return match fs::metadata(&self.path) {
                Err(error) => refuse(&describe(&error)),
                Ok(data) if data.is_dir() => refuse("it is a folder"),
                Ok(data) if !may_execute(&data) => refuse("it may not be executed"),
                Ok(_) => Ok(()),
            };
        }
        let folders = env::var_os("PATH").unwrap_or_default();
        let is_there = |folder: PathBuf| {
            fs::metadata(folder.join(&self.path)).is_ok_and(|data| data.is_file() && may_execute(&data))
        };
        if env::split_paths(&folders).any(is_there) { Ok(()) } else { refuse("there is no such program in PATH") }
    }
}

pub(super) fn describe(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such program".to_owned(),
        std::io::ErrorKind::PermissionDenied => "it may not be executed".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(unix)]
fn may_execute(data: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    data.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn may_execute(_: &fs::Metadata) -> bool {
    true
}

fn usual_arguments(path: &Path) -> Vec<String> {
    let name = path.file_stem().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let known: [(&str, &[&str]); 6] = [
        ("z3", &["-in", "-smt2"]),
        ("cvc5", &["--incremental", "--lang=smt2", "-q", "-"]),
        ("cvc4", &["--incremental", "--lang=smt2", "-q", "-"]),
        ("yices", &["--incremental"]),
        ("bitwuzla", &["--lang", "smt2"]),
        ("opensmt", &["-p"]),
    ];
    let arguments = known.iter().find(|(solver, _)| name.starts_with(solver)).map_or(&[][..], |(_, usual)| usual);
    arguments.iter().map(|&argument| argument.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_solvers_read_standard_input() {
        assert_eq!(Program::parse("/opt/z3-4.8/bin/z3").arguments, ["-in", "-smt2"]);
        assert_eq!(Program::parse("cvc5 --seed=7 -").arguments, ["--seed=7", "-"]);
        assert_eq!(Program::parse("./mine").arguments, [""; 0]);
        assert_eq!(Program::parse("./mine a b").path, Path::new("./mine"));
    }

    #[test]
    fn what_cannot_run_is_named() {
        let problem = |text: &str| Program::parse(text).look().unwrap_err().to_string();
        assert_eq!(problem("/no/such/solver"), "the solver `/no/such/solver` cannot start: there is no such program");
        assert_eq!(problem("/tmp"), "the solver `/tmp` cannot start: it is a folder");
        assert!(problem(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).ends_with("it may not be executed"));
        assert!(problem("no-such-solver").contains("no such program in PATH"));
        assert!(problem("").contains("no program is named"));
        assert_eq!(Program::parse("sh").look(), Ok(()));
    }
}
