//! Fails early, with one sentence, where libz3 is missing; otherwise passes its place on to the linker.

use std::env;

#[path = "../../build/z3_rpath.rs"]
mod z3_rpath;

fn main() {
    link_cpp_runtime();
    if env::var_os("CARGO_FEATURE_VENDORED_Z3").is_some() {
        return;
    }
    let folder = z3_rpath::library_folder();
    let library = folder.join(format!("{}z3{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
    println!("cargo::rerun-if-changed={}", library.display());
    if !library.exists() {
        println!("cargo::error=Z3 is not set up ({} does not exist): run `cargo xtask setup`", library.display());
        return;
    }
    println!("cargo::rustc-link-search=native={}", folder.display());
    z3_rpath::main();
}

/// CaDiCaL is C++, and `.cargo/config.toml` keeps its build script from saying so (`CXXSTDLIB`, for the sake of libz3).
fn link_cpp_runtime() {
    let apple = env::var("CARGO_CFG_TARGET_VENDOR").is_ok_and(|vendor| vendor == "apple");
    println!("cargo::rustc-link-lib={}", if apple { "c++" } else { "stdc++" });
}
