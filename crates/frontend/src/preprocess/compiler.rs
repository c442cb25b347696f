//! The C compiler as a preprocessor: which one, with which options, and where it finds headers.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use heureka_ir::span::Span;

use super::{DataModel, PreprocessOptions};
use crate::diagnostic::Diagnostic;

/// The name and the text of the header for finite sets.
const SETS_HEADER: (&str, &str) = ("heureka_sets.h", include_str!("../../include/heureka_sets.h"));

/// What is to be preprocessed.
pub struct Task<'a> {
    pub path: &'a Path,
    /// The text to read instead of the file.
    pub text: Option<&'a [u8]>,
    pub keep_comments: bool,
}

/// Runs the first compiler that can be started.
pub fn run(task: &Task, options: &PreprocessOptions) -> Result<(OsString, Output), Diagnostic> {
    let named = options.compiler.clone().or_else(|| std::env::var_os("CC").filter(|name| !name.is_empty()));
    let candidates = match &named {
        Some(name) => vec![name.clone()],
        None => ["cc", "gcc", "clang"].map(OsString::from).to_vec(),
    };
    let headers = OwnHeaders::create().map_err(|error| {
        Diagnostic::error(Span::NONE, format!("cannot make a temporary folder for headers: {error}"))
    })?;
    let mut failure = None;
    for compiler in candidates {
        match output_of(command(&compiler, task, options, &headers), task) {
            Ok(mut output) => {
                headers.forget_folder(&mut output.stdout);
                return Ok((compiler, output));
            }
            Err(error) => {
                failure.get_or_insert((compiler, error));
            }
        }
    }
    let diagnostic = Diagnostic::error(Span::NONE, "no C compiler was found to preprocess the file");
    Err(match (named, failure) {
        (Some(name), Some((_, error))) => {
            diagnostic.with_note(format!("`{}`, which CC names, cannot be run: {error}", name.to_string_lossy()))
        }
        _ => diagnostic
            .with_note("tried cc, gcc and clang; set CC to the name of another one, or give a preprocessed `.i` file"),
    })
}

fn command(compiler: &OsString, task: &Task, options: &PreprocessOptions, headers: &OwnHeaders) -> Command {
    // CC may hold options after the name (`ccache gcc`), as make allows.
    let words: Vec<String> = compiler.to_string_lossy().split_whitespace().map(str::to_owned).collect();
    let whole_is_program = words.len() < 2 || Path::new(compiler).exists();
    let mut command = if whole_is_program { Command::new(compiler) } else { Command::new(&words[0]) };
    if !whole_is_program {
        command.args(&words[1..]);
    }
    // Without the last one, the macros of <ctype.h> look into tables of the C library.
    command.args(["-E", "-std=gnu11", "-D__NO_CTYPE"]);
    match options.data_model {
        DataModel::Ilp32 => {
            command.arg("-m32");
        }
        // Elsewhere 64 bits are the default and the option is not known.
        DataModel::Lp64 if cfg!(target_arch = "x86_64") => {
            command.arg("-m64");
        }
        DataModel::Lp64 => {}
    }
    // After all others, so that real 32-bit headers, and headers of the user, come first.
    if let (DataModel::Ilp32, Some(folder)) = (options.data_model, native_headers()) {
        command.arg("-idirafter").arg(folder);
    }
    command.arg("-idirafter").arg(&headers.folder);
    if task.keep_comments {
        // Specifications are comments, and use macros.
        command.args(["-C", "-dD"]);
    }
    for folder in &options.include_dirs {
        command.arg("-I").arg(folder);
    }
    for define in &options.defines {
        command.arg(format!("-D{define}"));
    }
    command.args(["-x", "c"]);
    match task.text {
        None => {
            command.arg(argument_of(task.path)).stdin(Stdio::null());
        }
        Some(_) => {
            // Headers beside the file are still found.
            let folder = task.path.parent().filter(|folder| !folder.as_os_str().is_empty());
            command.arg("-iquote").arg(folder.unwrap_or(Path::new("."))).arg("-").stdin(Stdio::piped());
        }
    }
    command.env("LC_ALL", "C").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end while it is given the text, if there is one.
fn output_of(mut command: Command, task: &Task) -> io::Result<Output> {
    let mut child = command.spawn()?;
    let (Some(text), Some(mut input)) = (task.text, child.stdin.take()) else { return child.wait_with_output() };
    let name = argument_of(task.path).to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    thread::scope(|scope| {
        scope.spawn(move || {
            // A compiler that stops reading says why itself.
            let _ = writeln!(input, "# 1 \"{name}\"").and_then(|()| input.write_all(text));
        });
        child.wait_with_output()
    })
}

/// The path as the compiler is to see it: never like an option.
pub fn argument_of(path: &Path) -> PathBuf {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(path) } else { path.to_owned() }
}

/// Debian keeps the headers that depend on the machine in a folder that `-m32` does not search. They serve both models.
fn native_headers() -> Option<PathBuf> {
    let folder = PathBuf::from(format!("/usr/include/{}-linux-gnu", std::env::consts::ARCH));
    folder.is_dir().then_some(folder)
}

/// The headers that come with Heureka, in a temporary folder:
/// - `heureka_sets.h`, finite sets;
/// - an empty `gnu/stubs-32.h`: on a 64-bit machine the C library's headers ask for it under `-m32`, and it is in a
///   package of its own. It lists functions that the library lacks, which does not matter here.
struct OwnHeaders {
    folder: PathBuf,
}

impl OwnHeaders {
    fn create() -> io::Result<OwnHeaders> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let folder = std::env::temp_dir().join(format!("heureka-headers-{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => {
                    let headers = OwnHeaders { folder };
                    fs::create_dir(headers.folder.join("gnu"))?;
                    fs::write(headers.folder.join("gnu/stubs-32.h"), "")?;
                    fs::write(headers.folder.join(SETS_HEADER.0), SETS_HEADER.1)?;
                    return Ok(headers);
                }
                // Left behind by a process of the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes the folder, which nobody knows and which is soon gone, out of the names in line markers.
    fn forget_folder(&self, text: &mut Vec<u8>) {
        let prefix = format!("\"{}/", self.folder.display()).into_bytes();
        let mut from = 0;
        while let Some(at) = text[from..].windows(prefix.len()).position(|window| window == prefix) {
            from += at + 1;
            text.drain(from..from + prefix.len() - 1);
        }
    }
}

impl Drop for OwnHeaders {
    fn drop(&mut self) {
        // Nothing can be done about a temporary folder that cannot be removed.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_like_an_option_is_a_file() {
        assert_eq!(argument_of(Path::new("-x.c")), Path::new("./-x.c"));
        assert_eq!(argument_of(Path::new("a/-x.c")), Path::new("a/-x.c"));
    }

    #[test]
    fn the_folder_of_own_headers_is_not_seen() {
        let headers = OwnHeaders { folder: PathBuf::from("/tmp/none") };
        let mut text = b"# 1 \"/tmp/none/heureka_sets.h\" 1 3\nint x;\n# 2 \"/tmp/none/gnu/stubs-32.h\"\n".to_vec();
        headers.forget_folder(&mut text);
        assert_eq!(text, b"# 1 \"heureka_sets.h\" 1 3\nint x;\n# 2 \"gnu/stubs-32.h\"\n");
    }
}
