//! A file of the user to preprocessed text: `cc -E` for C, nothing for `.i`.
//!
//! The C compiler is the one named by the environment variable `CC`, else the first of `cc`, `gcc` and `clang` that
//! can be run. Everything that can be wrong with the file itself is found before the compiler is asked.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use heureka_ir::span::{Files, Span};

use crate::ctype::DataModel;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::origin::main_file;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PreprocessOptions {
    pub data_model: DataModel,
    /// Folders to search for headers, as with `-I`.
    pub include_dirs: Vec<PathBuf>,
    /// `NAME` or `NAME=VALUE`, as with `-D`.
    pub defines: Vec<String>,
    /// The C compiler to use instead of looking for one.
    pub compiler: Option<OsString>,
}

/// Preprocessed text. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: Arc<[u8]>,
}

impl Source {
    /// Text that is already preprocessed. `name` is the user's file; what line markers in the text say goes before it.
    pub fn from_text(name: &str, text: impl Into<Vec<u8>>) -> Source {
        let text: Vec<u8> = text.into();
        Source { name: name.to_owned(), text: text.into() }
    }

    /// The user's file, which is `FileId(0)`.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &[u8] {
        &self.text
    }
}

/// Reads and preprocesses the file at `path`. A name that ends in `.i` is taken to be preprocessed already.
pub fn preprocess(path: &Path, options: &PreprocessOptions) -> Result<Source, Diagnostics> {
    let name = path.display().to_string();
    let fail = |diagnostic| Diagnostics::one(files_of(&name), diagnostic);
    let bytes = read(path, &name).map_err(fail)?;
    if path.extension().is_some_and(|extension| extension == "i") {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").map_or(bytes.as_slice(), |rest| rest);
        let name = main_file(text).unwrap_or(name);
        return Ok(Source { name, text: text.into() });
    }
    // Comments are dropped by the preprocessor unless told, and kept only where they may say something.
    let annotated = bytes.windows(3).any(|three| three == b"/*@" || three == b"//@");
    let (compiler, output) = run_preprocessor(path, options, annotated).map_err(fail)?;
    if !output.status.success() {
        return Err(complaints(&name, &compiler, &output));
    }
    check_size(output.stdout.len() as u64, &name).map_err(fail)?;
    Ok(Source { name: argument_of(path).to_string_lossy().into_owned(), text: output.stdout.into() })
}

fn files_of(name: &str) -> Files {
    let mut files = Files::default();
    files.intern(name);
    files
}

/// The bytes of a file that can be a program.
fn read(path: &Path, name: &str) -> Result<Vec<u8>, Diagnostic> {
    let cannot = |error: io::Error| {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        Diagnostic::error(Span::NONE, format!("cannot read `{name}`: {reason}"))
    };
    let about = fs::metadata(path).map_err(cannot)?;
    if about.is_dir() {
        return Err(Diagnostic::error(Span::NONE, format!("cannot read `{name}`: it is a directory")));
    }
    check_size(about.len(), name)?;
    let bytes = fs::read(path).map_err(cannot)?;
    if bytes.is_empty() {
        return Err(Diagnostic::error(Span::NONE, format!("`{name}` is empty")));
    }
    match bytes.iter().position(|&byte| byte == 0) {
        Some(at) => Err(Diagnostic::error(Span::NONE, format!("`{name}` is not a text file"))
            .with_note(format!("the byte at offset {at} is zero"))),
        None => Ok(bytes),
    }
}

/// Offsets in the text are kept in 32 bits.
fn check_size(len: u64, name: &str) -> Result<(), Diagnostic> {
    if len < u64::from(u32::MAX) {
        return Ok(());
    }
    Err(Diagnostic::error(Span::NONE, format!("`{name}` is too large: {len} bytes when 4 GiB is the limit")))
}

/// Runs the first compiler that can be started.
fn run_preprocessor(
    path: &Path,
    options: &PreprocessOptions,
    keep_comments: bool,
) -> Result<(OsString, Output), Diagnostic> {
    let named = options.compiler.clone().or_else(|| std::env::var_os("CC").filter(|name| !name.is_empty()));
    let candidates = match &named {
        Some(name) => vec![name.clone()],
        None => ["cc", "gcc", "clang"].map(OsString::from).to_vec(),
    };
    let headers = match options.data_model {
        DataModel::Ilp32 => Some(StubHeaders::create().map_err(|error| {
            Diagnostic::error(Span::NONE, format!("cannot make a temporary folder for headers: {error}"))
        })?),
        DataModel::Lp64 => None,
    };
    let mut failure = None;
    for compiler in candidates {
        match command(&compiler, path, options, headers.as_ref(), keep_comments).output() {
            Ok(output) => return Ok((compiler, output)),
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

fn command(
    compiler: &OsString,
    path: &Path,
    options: &PreprocessOptions,
    headers: Option<&StubHeaders>,
    keep_comments: bool,
) -> Command {
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
    if let Some(headers) = headers {
        // After all others, so that real 32-bit headers come first where they are installed.
        if let Some(folder) = native_headers() {
            command.arg("-idirafter").arg(folder);
        }
        command.arg("-idirafter").arg(&headers.folder);
    }
    if keep_comments {
        command.arg("-C");
    }
    for folder in &options.include_dirs {
        command.arg("-I").arg(folder);
    }
    for define in &options.defines {
        command.arg(format!("-D{define}"));
    }
    command.args(["-x", "c"]).arg(argument_of(path));
    command.env("LC_ALL", "C").stdin(Stdio::null());
    command
}

/// The path as the compiler is to see it: never like an option.
fn argument_of(path: &Path) -> PathBuf {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(path) } else { path.to_owned() }
}

/// Debian keeps the headers that depend on the machine in a folder that `-m32` does not search. They serve both models.
fn native_headers() -> Option<PathBuf> {
    let folder = PathBuf::from(format!("/usr/include/{}-linux-gnu", std::env::consts::ARCH));
    folder.is_dir().then_some(folder)
}

/// An empty `gnu/stubs-32.h` in a temporary folder: on a 64-bit machine the C library's headers ask for it under
/// `-m32`, and it is in a package of its own. It lists functions that the library lacks, which does not matter here.
struct StubHeaders {
    folder: PathBuf,
}

impl StubHeaders {
    fn create() -> io::Result<StubHeaders> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let folder = std::env::temp_dir().join(format!("heureka-headers-{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => {
                    let headers = StubHeaders { folder };
                    fs::create_dir(headers.folder.join("gnu"))?;
                    fs::write(headers.folder.join("gnu/stubs-32.h"), "")?;
                    return Ok(headers);
                }
                // Left behind by a process of the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for StubHeaders {
    fn drop(&mut self) {
        // Nothing can be done about a temporary folder that cannot be removed.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The preprocessor's own error messages as diagnostics.
fn complaints(name: &str, compiler: &OsString, output: &Output) -> Diagnostics {
    let messages = String::from_utf8_lossy(&output.stderr);
    let mut files = files_of(name);
    let mut list = Vec::new();
    let mut context: Vec<String> = Vec::new();
    for line in messages.lines() {
        if let Some((file, row, column, message)) = parse_complaint(line) {
            let span = Span { file: files.intern(file), line: row, column, len: 0 };
            let diagnostic = Diagnostic::error(span, message);
            list.push(context.drain(..).fold(diagnostic, Diagnostic::with_note));
        } else if line.starts_with("In file included from") || line.trim_start().starts_with("from ") {
            context.push(line.trim().trim_end_matches([':', ',']).to_owned());
        }
    }
    if list.is_empty() {
        let message = format!("the preprocessor failed (`{} -E`, {})", compiler.to_string_lossy(), output.status);
        let notes = messages.lines().map(str::trim_end).filter(|line| !line.is_empty()).take(20);
        list.push(notes.fold(Diagnostic::error(Span::NONE, message), Diagnostic::with_note));
    }
    Diagnostics { files, list }
}

/// `FILE:LINE:COLUMN: error: MESSAGE` (or `fatal error`).
fn parse_complaint(line: &str) -> Option<(&str, u32, u32, &str)> {
    let (place, message) = line.split_once(": fatal error: ").or_else(|| line.split_once(": error: "))?;
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match rest.rsplit_once(':').and_then(|(file, row)| Some((file, row.parse::<u32>().ok()?))) {
        Some((file, row)) => Some((file, row, last, message)),
        None => Some((rest, last, 1, message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_gcc_and_clang() {
        assert_eq!(
            parse_complaint("a:b.c:2:10: fatal error: x.h: No such file"),
            Some(("a:b.c", 2, 10, "x.h: No such file"))
        );
        assert_eq!(parse_complaint("t.c:3:2: error: #error no"), Some(("t.c", 3, 2, "#error no")));
        assert_eq!(parse_complaint("t.c:3: error: x"), Some(("t.c", 3, 1, "x")));
        assert_eq!(parse_complaint("cc1: error: unrecognized"), None);
        assert_eq!(parse_complaint("compilation terminated."), None);
    }

    #[test]
    fn a_name_like_an_option_is_a_file() {
        assert_eq!(argument_of(Path::new("-x.c")), Path::new("./-x.c"));
        assert_eq!(argument_of(Path::new("a/-x.c")), Path::new("a/-x.c"));
    }
}
