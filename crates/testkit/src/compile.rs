//! Compiled C as the reference: compiles programs with the system's compiler, runs them, reads what they print.
//! Invariant: a run that does not end normally (a sanitizer's report, a signal, the time limit) is an error, never an
//! output. Works on text only and knows nothing of Heureka.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `-O0`: quickest to compile.
    Plain,
    /// `-O2`: an optimiser that makes use of undefined behaviour.
    Optimised,
    /// With the sanitizers for addresses and undefined behaviour, which stop at the first report.
    Sanitized,
}

impl Mode {
    pub const ALL: [Mode; 3] = [Mode::Plain, Mode::Optimised, Mode::Sanitized];

    fn flags(self) -> &'static [&'static str] {
        match self {
            Mode::Plain => &["-w", "-O0"],
            Mode::Optimised => &["-w", "-O2"],
            Mode::Sanitized => &[
                "-w",
                "-O0",
                "-fsanitize=undefined,address",
                "-fno-sanitize-recover=all",
                "-Werror=return-type",
                "-Werror=uninitialized",
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

/// What the programs call to show their state, for compiled C; and a guard against programs that do not end.
pub const SUPPORT: &str = "\
#include <stdio.h>
#include <unistd.h>
void __heureka_print(long long value) { printf(\"%lld\\n\", value); }
__attribute__((constructor)) static void limit_time(void) { alarm(20); }
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
    run_binary(&binary, &folder.path)
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

fn run_binary(binary: &Path, folder: &Path) -> Result<String, CompileError> {
    // Output goes through files: a pipe that fills up would need a thread to drain it.
    let setup = |error: std::io::Error| CompileError::Setup(error.to_string());
    let (stdout, stderr) = (folder.join("stdout"), folder.join("stderr"));
    let mut child = Command::new(binary)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&stdout).map_err(setup)?)
        .stderr(std::fs::File::create(&stderr).map_err(setup)?)
        .spawn()
        .map_err(setup)?;
    let deadline = Instant::now() + Duration::from_secs(30);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(setup)? {
            break status;
        }
        if Instant::now() > deadline {
            child.kill().map_err(setup)?;
            break child.wait().map_err(setup)?;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let read =
        |path: &Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).map_err(setup);
    let stdout = read(&stdout)?;
    if status.success() {
        return Ok(stdout);
    }
    Err(CompileError::Crashed { stdout, report: format!("{status}\n{}", read(&stderr)?) })
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), CompileError> {
    std::fs::write(path, text).map_err(|error| CompileError::Setup(format!("{}: {error}", path.display())))
}

/// A folder that goes away with its owner.
pub(crate) struct TemporaryFolder {
    pub(crate) path: PathBuf,
}

impl TemporaryFolder {
    pub(crate) fn new() -> Result<Self, CompileError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("heureka-testkit-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| CompileError::Setup(error.to_string()))?;
        Ok(TemporaryFolder { path })
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A folder left behind in the system's temporary place harms nobody.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
