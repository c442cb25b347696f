//! `cargo xtask setup`: brings Z3 into `.z3/`, or says exactly how to.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Failure};
use crate::z3;

pub const HELP: &str = "\
Usage: cargo xtask setup [--wheel FILE] [--force] [--features vendored-z3]

Gets Z3 as the Python wheel z3-solver with pip and unpacks it into .z3/ in this checkout. Nothing is installed
anywhere else. A usable library that is already there is kept; a damaged one is replaced.

Options:
  --wheel FILE             Unpack this wheel; needs neither pip nor a network
  --force                  Get it again even if it is there
  --features vendored-z3   Do nothing: cargo will build Z3 from source with the same option
";

pub fn run(args: &[String]) -> Result<(), Failure> {
    let (mut wheel, mut force) = (None, false);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--force" => force = true,
            "--wheel" => match rest.next() {
                Some(file) => wheel = Some(PathBuf::from(file)),
                None => return Err(Failure::usage("--wheel needs a file", HELP)),
            },
            "--features" if rest.next().is_some_and(|name| name == "vendored-z3") => return vendored(),
            "--features=vendored-z3" => return vendored(),
            other => return Err(Failure::usage(format!("setup does not know `{other}`"), HELP)),
        }
    }
    match wheel {
        Some(file) => unpack(&file),
        None => ensure(force),
    }
}

/// Makes `.z3/` usable; quick when it is already.
pub fn ensure(force: bool) -> Result<(), Failure> {
    let folder = z3::folder(&shell::root());
    if !force {
        match z3::inspect(&folder) {
            // A stamp of another wheel means that the pinned version has changed since.
            Ok(found) if found.stamp.as_deref().is_none_or(|stamp| stamp == z3::WHEEL) => {
                println!("Z3 {} is ready in .z3/", found.version);
                return Ok(());
            }
            Ok(found) => println!("Z3 {} in .z3/ is not the version this checkout wants; replacing it", found.version),
            Err(why) if folder.exists() => println!(".z3/ is there but of no use ({why}); replacing it"),
            Err(_) => {}
        }
    }
    let download = z3::Scratch::new(&std::env::temp_dir(), "heureka-wheel")
        .map_err(|error| Failure::new(format!("cannot make a temporary folder: {error}")))?;
    unpack(&download_wheel(&download.0)?)
}

fn unpack(wheel: &Path) -> Result<(), Failure> {
    if !wheel.is_file() {
        return Err(Failure::new(format!("{} is not a file", wheel.display())));
    }
    let found = z3::install(wheel, &z3::folder(&shell::root()))?;
    println!("Z3 {} is ready in .z3/", found.version);
    Ok(())
}

/// Asks pip for the pinned wheel of this machine's platform.
fn download_wheel(into: &Path) -> Result<PathBuf, Failure> {
    if !starts(Command::new("python3").arg("--version")) {
        return Err(by_hand("python3 does not start"));
    }
    if !starts(Command::new("python3").args(["-m", "pip", "--version"])) {
        return Err(by_hand("python3 has no pip (on Debian: apt install python3-pip)"));
    }
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--only-binary", ":all:", "--dest"]).arg(into).arg(z3::WHEEL);
    if !shell::run_any(&mut pip)?.success() {
        return Err(by_hand("pip could not get the wheel; its message is above"));
    }
    let files = std::fs::read_dir(into).map_err(|error| Failure::new(format!("cannot read pip's folder: {error}")))?;
    let wheel = files.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "whl"));
    wheel.ok_or_else(|| by_hand("pip saved no wheel"))
}

fn starts(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// The failure that tells the user the ways that are left.
fn by_hand(why: &str) -> Failure {
    Failure::new(format!(
        "{why}.\n\
         Z3 is needed in .z3/. Any one of these does it:\n\
         \n\
         1. On a machine with a network and the same system, get the wheel, copy it here and unpack it\n\
         \x20  (the last step needs python3, but no pip and no network):\n\
         \x20    python3 -m pip download --no-deps --only-binary :all: {wheel}\n\
         \x20    cargo xtask setup --wheel z3_solver-*.whl\n\
         2. Put a Z3 {major}.{minor} or later that you have into .z3/lib yourself:\n\
         \x20    mkdir -p .z3/lib && cp -P /path/to/libz3.so* .z3/lib/\n\
         3. Build Z3 from its sources (needs cmake and a C++ compiler, and takes long):\n\
         \x20    CXXSTDLIB=stdc++ cargo build --features vendored-z3",
        wheel = z3::WHEEL,
        major = z3::OLDEST.0,
        minor = z3::OLDEST.1,
    ))
}

fn vendored() -> Result<(), Failure> {
    println!("Nothing to get: Z3 is built from source, with cmake and a C++ compiler, by\n");
    println!("    CXXSTDLIB=stdc++ cargo build --features vendored-z3");
    Ok(())
}
