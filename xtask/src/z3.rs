//! What is in `.z3/`: whether the library there can be used, and how a wheel is turned into that folder.
//!
//! Layout: `lib/libz3.so` (or `.dylib`), `include/z3*.h`, `bin/z3`, and `stamp`, which names the wheel and is absent
//! when somebody else put the library there. A new folder is made beside `.z3/` and takes its place only when it is
//! complete, so an interrupted set-up leaves nothing half done.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::Failure;

/// The wheel that set-up gets; `.cargo/config.toml` names the same version.
pub const WHEEL: &str = "z3-solver==5.4.0.0";
/// The bindings number Z3's operators as this version and later do.
pub const OLDEST: (u32, u32) = (5, 3);

/// A libz3 that links, loads and is new enough.
pub struct Usable {
    pub version: String,
    /// The wheel it came from, if set-up put it there.
    pub stamp: Option<String>,
}

pub fn folder(root: &Path) -> PathBuf {
    root.join(".z3")
}

/// Looks at a folder of the layout above; the error says what is wrong with it.
pub fn inspect(folder: &Path) -> Result<Usable, String> {
    let library = folder.join("lib").join(library_name());
    if !library.exists() {
        return Err(format!("{} does not exist", library.display()));
    }
    let version = ask_version(&folder.join("lib"))?;
    let mut numbers = version.split('.').map_while(|part| part.parse::<u32>().ok());
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST {
        return Err(format!("it is Z3 {version}, and at least {}.{} is needed", OLDEST.0, OLDEST.1));
    }
    let stamp = fs::read_to_string(folder.join("stamp")).ok().map(|text| text.trim().to_owned());
    Ok(Usable { version, stamp })
}

/// Links and runs the smallest program that uses the library: it notices a truncated, foreign or missing one.
fn ask_version(lib: &Path) -> Result<String, String> {
    const PROGRAM: &str = "#include <stdio.h>\n\
        void Z3_get_version(unsigned *, unsigned *, unsigned *, unsigned *);\n\
        int main(void) { unsigned a, b, c, d; Z3_get_version(&a, &b, &c, &d);\n\
        printf(\"%u.%u.%u.%u\\n\", a, b, c, d); return 0; }\n";
    let scratch = Scratch::new(&std::env::temp_dir(), "heureka-z3").map_err(|error| error.to_string())?;
    let (source, program) = (scratch.0.join("version.c"), scratch.0.join("version"));
    fs::write(&source, PROGRAM).map_err(|error| error.to_string())?;
    let linked = Command::new("cc")
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(lib)
        .arg("-lz3")
        .arg(format!("-Wl,-rpath,{}", lib.display()))
        .output()
        .map_err(|error| format!("the C compiler `cc`, which Rust needs as well, does not start: {error}"))?;
    if !linked.status.success() {
        return Err(format!("it does not link: {}", first_line(&linked.stderr)));
    }
    let ran = Command::new(&program).output().map_err(|error| error.to_string())?;
    if !ran.status.success() {
        return Err(format!("it does not load: {}", last_line(&ran.stderr)));
    }
    Ok(String::from_utf8_lossy(&ran.stdout).trim().to_owned())
}

/// Unpacks a wheel and puts its library, headers and executable in the place of whatever `target` was.
pub fn install(wheel: &Path, target: &Path) -> Result<Usable, Failure> {
    let beside = target.parent().expect("the target is a folder of the checkout");
    let scratch = Scratch::new(beside, ".z3.new").map_err(|error| failed("make a folder beside .z3", error))?;
    let (raw, new) = (scratch.0.join("wheel"), scratch.0.join("z3"));
    let unpacked = Command::new("python3")
        .args(["-m", "zipfile", "-e"])
        .arg(wheel)
        .arg(&raw)
        .output()
        .map_err(|error| failed("start python3", error))?;
    if !unpacked.status.success() {
        let why = last_line(&unpacked.stderr);
        return Err(Failure::new(format!("{} cannot be unpacked: {why}", wheel.display())));
    }
    arrange(&raw, &new).map_err(|error| failed("arrange the wheel's files", error))?;
    let mut usable =
        inspect(&new).map_err(|why| Failure::new(format!("the library of {} is of no use: {why}", wheel.display())))?;
    let stamp = format!("z3-solver=={}", usable.version);
    fs::write(new.join("stamp"), format!("{stamp}\n")).map_err(|error| failed("write the stamp", error))?;
    if target.symlink_metadata().is_ok() {
        fs::rename(target, scratch.0.join("old")).map_err(|error| failed("move the old .z3 away", error))?;
    }
    fs::rename(&new, target).map_err(|error| failed("put .z3 in its place", error))?;
    usable.stamp = Some(stamp);
    Ok(usable)
}

/// From the wheel's layout to ours.
fn arrange(raw: &Path, new: &Path) -> io::Result<()> {
    fs::create_dir_all(new.join("bin"))?;
    fs::rename(raw.join("z3/lib"), new.join("lib"))?;
    fs::rename(raw.join("z3/include"), new.join("include"))?;
    share_copies(&new.join("lib"))?;
    for entry in fs::read_dir(raw)? {
        let executable = entry?.path().join("data/bin/z3");
        if executable.is_file() {
            let kept = new.join("bin/z3");
            fs::rename(&executable, &kept)?;
            #[cfg(unix)]
            fs::set_permissions(&kept, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        }
    }
    Ok(())
}

/// A wheel cannot hold links and so has the library twice, as `libz3.so` and as `libz3.so.5.4`: keep one.
#[cfg(unix)]
fn share_copies(lib: &Path) -> io::Result<()> {
    let plain = lib.join(library_name());
    for entry in fs::read_dir(lib)? {
        let entry = entry?;
        let versioned = entry.file_name().to_string_lossy().starts_with("libz3.so.");
        if versioned && fs::read(entry.path())? == fs::read(&plain)? {
            fs::remove_file(&plain)?;
            std::os::unix::fs::symlink(entry.file_name(), &plain)?;
            break;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn share_copies(_lib: &Path) -> io::Result<()> {
    Ok(())
}

fn library_name() -> String {
    format!("{}z3{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

fn failed(step: &str, error: io::Error) -> Failure {
    Failure::new(format!("cannot {step}: {error}"))
}

/// Where the linker says what is wrong.
fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or("no message").trim().to_owned()
}

/// Where Python and the loader do.
fn last_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message").trim().to_owned()
}

/// A folder of our own that goes away with the value.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(parent: &Path, name: &str) -> io::Result<Scratch> {
        let path = parent.join(format!("{name}.{}", std::process::id()));
        if path.exists() {
            fs::remove_dir_all(&path)?;
        }
        fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What stays behind is git-ignored or in the system's temporary folder, and harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}
