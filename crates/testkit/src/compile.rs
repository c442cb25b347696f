//! Compiled C as the reference: compiles programs with the system's compiler, runs them, reads what they print.
//! Invariant: a run that does not end normally (a sanitizer's report, a signal, the time limit) is an error, never an
//! output. Works on text only and knows nothing of Heureka.

use crate::process::{TemporaryFolder, run_with_limit};
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `-O0`: quickest to compile.
    Plain,
    /// `-O2`: an optimiser that makes use of undefined behaviour.
    Optimised,
    /// With the sanitizers for addresses and undefined behaviour, which stop at the first report.
    Sanitized,
    /// `-O2`, refusing what the sanitizers do not see or what is hardly C: uninitialised values, missing returns,
    /// implicit declarations. May refuse a program that is fine.
    Strict,
}

impl Mode {
    /// The modes under which a well-defined program prints the same.
    pub const COMPARED: [Mode; 3] = [Mode::Plain, Mode::Optimised, Mode::Sanitized];

    fn flags(self) -> &'static [&'static str] {
        match self {
            Mode::Plain => &["-w", "-O0"],
            Mode::Optimised => &["-w", "-O2"],
            Mode::Sanitized => &["-w", "-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"],
            // Without `-w`, which would silence these too.
            Mode::Strict => &[
                "-O2",
                "-Wall",
                "-Werror=uninitialized",
                "-Werror=maybe-uninitialized",
                "-Werror=return-type",
                "-Werror=implicit-int",
                "-Werror=implicit-function-declaration",
                "-Werror=int-conversion",
                "-Werror=incompatible-pointer-types",
            ],
        }
    }
}

/// Why there is no output.
#[derive(Clone, Debug)]
pub enum CompileError {
    /// The compiler cannot be started, or files cannot be written.
    Setup(String),
    /// The compiler refused the text.
    Rejected(String),
    /// The program did not end normally: what it printed, what it reported.
    Crashed { stdout: String, report: String },
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Setup(message) => write!(f, "cannot compile: {message}"),
            CompileError::Rejected(message) => write!(f, "the compiler refuses the program:\n{message}"),
            CompileError::Crashed { report, .. } => write!(f, "the compiled program fails:\n{report}"),
        }
    }
}

impl std::error::Error for CompileError {}

impl From<std::io::Error> for CompileError {
    fn from(error: std::io::Error) -> Self {
        CompileError::Setup(error.to_string())
    }
}

/// Beyond the processor time that `SUPPORT` allows: a machine may be busy with other things.
const LIMIT: Duration = Duration::from_secs(300);

/// What the programs call to show their state, for compiled C; and a guard against programs that do not end.
pub const SUPPORT: &str = "\
#include <stdio.h>
#include <sys/resource.h>
void __heureka_print(long long value) { printf(\"%lld\\n\", value); }
__attribute__((constructor)) static void limit_time(void) { setrlimit(RLIMIT_CPU, &(struct rlimit){ 10, 12 }); }
";

/// Compiles the text and returns what the program prints. The text defines `main` and declares what it uses.
pub fn run_c(text: &str, mode: Mode) -> Result<String, CompileError> {
    let folder = TemporaryFolder::new()?;
    let (source, support, binary) =
        (folder.path.join("program.c"), folder.path.join("support.c"), folder.path.join("program"));
    write(&source, text)?;
    write(&support, SUPPORT)?;
    let mut command = compiler();
    command.args(mode.flags()).arg("-o").arg(&binary).arg(&source).arg(&support);
    compile(command)?;
    run_binary(&binary)
}

/// The C compiler, as `CC` or by its usual name.
pub(crate) fn compiler() -> Command {
    let mut command = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".into()));
    command.stdin(Stdio::null());
    command
}

pub(crate) fn compile(mut command: Command) -> Result<(), CompileError> {
    let output =
        command.output().map_err(|error| CompileError::Setup(format!("{:?}: {error}", command.get_program())))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(CompileError::Rejected(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

fn run_binary(binary: &Path) -> Result<String, CompileError> {
    let mut command = Command::new(binary);
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    let finished = run_with_limit(&mut command, LIMIT)?;
    match finished.exit {
        Some(0) => Ok(finished.stdout),
        exit => Err(CompileError::Crashed {
            report: format!("exit code {exit:?}\n{}", finished.stderr),
            stdout: finished.stdout,
        }),
    }
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), CompileError> {
    std::fs::write(path, text).map_err(|error| CompileError::Setup(format!("{}: {error}", path.display())))
}
