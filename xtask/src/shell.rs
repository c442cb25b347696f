//! Running other programs: the command line is shown before it runs, and a failure keeps the program's exit code.

use std::env;
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// Why a task stops, and the exit code it stops with.
#[derive(Debug)]
pub struct Failure {
    pub message: String,
    pub code: u8,
}

impl Failure {
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), code: 1 }
    }

    /// A wrong argument, with the help text that would have prevented it.
    pub fn usage(message: impl std::fmt::Display, help: &str) -> Failure {
        Failure::new(format!("{message}\n\n{}", help.trim_end()))
    }
}

/// The folder of the checkout. Cargo sets the variable for `cargo run`, also where a target folder is shared between
/// checkouts; the compiled-in path serves a binary that is started by hand.
pub fn root() -> PathBuf {
    let xtask =
        env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    xtask.parent().expect("xtask is a folder of the checkout").to_owned()
}

/// A cargo command in the checkout.
pub fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Runs the command after showing it; anything but exit code 0 is a failure with that code.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    let status = run_any(command)?;
    if status.success() {
        return Ok(());
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Err(Failure { message: format!("`{}` failed ({status})", shown(command)), code })
}

/// Runs the command after showing it, whatever it answers.
pub fn run_any(command: &mut Command) -> Result<ExitStatus, Failure> {
    println!("{} {}", blue("$"), shown(command));
    command.status().map_err(|error| Failure::new(format!("`{}` does not start: {error}", shown(command))))
}

/// The command as one would type it in the checkout.
pub fn shown(command: &Command) -> String {
    let root = root();
    let word = |text: &OsStr| {
        let text =
            Path::new(text).strip_prefix(&root).map_or_else(|_| text.to_string_lossy(), |rest| rest.to_string_lossy());
        if text.contains([' ', '\'', ';', '(', '<', '>', '*']) { format!("'{text}'") } else { text.into_owned() }
    };
    let program = Path::new(command.get_program());
    let name = match program.strip_prefix(&root) {
        Ok(inside) => inside.as_os_str(),
        Err(_) => program.file_name().unwrap_or(program.as_os_str()),
    };
    std::iter::once(name).chain(command.get_args()).map(word).collect::<Vec<_>>().join(" ")
}

pub fn bold(text: &str) -> String {
    paint("1", text)
}

pub fn blue(text: &str) -> String {
    paint("1;34", text)
}

pub fn green(text: &str) -> String {
    paint("1;32", text)
}

pub fn red(text: &str) -> String {
    paint("1;31", text)
}

/// Colours only for a person at a terminal who has not asked for none.
pub fn colours() -> bool {
    std::io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn paint(code: &str, text: &str) -> String {
    if colours() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}
