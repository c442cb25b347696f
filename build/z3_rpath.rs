//! Build script of every crate whose programs or tests link Z3: it tells the linker where libz3 will be at run time.
//!
//! A link argument reaches only the package whose build script prints it, and cargo passes no library path outside
//! the target folder to tests, so each such crate has the line `build = "../../build/z3_rpath.rs"` in its manifest
//! (`xtask/tests/layering.rs` checks that none forgets it). The path is absolute and computed here; nothing of it is
//! written into the sources.

use std::env;
use std::path::PathBuf;

/// The folder that holds libz3: `.z3/lib`, unless the user's environment names another.
pub fn library_folder() -> PathBuf {
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    match env::var_os("Z3_LIBRARY_PATH_OVERRIDE") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../.z3/lib"),
    }
}

pub fn main() {
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", library_folder().display());
}
