//! A file of the user to preprocessed text: `cc -E` for C, nothing for `.i`.
//!
//! The C compiler is the one named by the environment variable `CC`, else the first of `cc`, `gcc` and `clang` that
//! can be run. Everything that can be wrong with the file itself is found before the compiler is asked.

mod compiler;
mod complaint;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
///
/// Places are in files that can be shown. Line markers of a `.i` count only if the file that was preprocessed can be
/// read, else places are in the `.i` itself. Likewise the `#line` directives of a C file (tools that generate C leave
/// many) count only if all the files that they name can be read.
pub fn preprocess(path: &Path, options: &PreprocessOptions) -> Result<Source, Diagnostics> {
    let name = path.display().to_string();
    let fail = |diagnostic| Diagnostics::one(files_of(&name), diagnostic);
    let mut bytes = read(path, &name).map_err(fail)?;
    if path.extension().is_some_and(|extension| extension == "i") {
        return Ok(read_preprocessed(name, bytes));
    }
    // Comments are dropped by the preprocessor unless told, and kept only where they may say something.
    let keep_comments = bytes.windows(3).any(|three| three == b"/*@" || three == b"//@");
    let shown = compiler::argument_of(path).to_string_lossy().into_owned();
    let changed = crate::origin::forget_unreadable_files(&mut bytes, &shown);
    let task = compiler::Task { path, text: changed.then_some(bytes.as_slice()), keep_comments };
    let (compiler, output) = compiler::run(&task, options).map_err(fail)?;
    if !output.status.success() {
        return Err(complaint::complaints(&name, &compiler, &output));
    }
    check_size(output.stdout.len() as u64, &name).map_err(fail)?;
    Ok(Source { name: shown, text: output.stdout.into() })
}

fn read_preprocessed(name: String, mut bytes: Vec<u8>) -> Source {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    let name = match main_file(&bytes) {
        Some(original) if crate::origin::is_readable(&original) => original,
        _ => {
            crate::origin::forget_markers(&mut bytes, &name);
            name
        }
    };
    Source { name, text: bytes.into() }
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
