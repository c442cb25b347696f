//! Which crate may use which: the layering of the design, read off `cargo metadata`.
//!
//! A crate that is not in the table fails the test, so that its place is decided when it appears; a crate in the table
//! that does not exist yet is fine. Tests may use more (dev-dependencies are not looked at here).

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Each crate and the crates of this workspace that it may depend on.
const MAY_USE: &[(&str, &[&str])] = &[
    // What time it is, for whoever gives himself a time.
    ("heureka-clock", &[]),
    ("heureka-ir", &["heureka-clock"]),
    ("heureka-frontend", &["heureka-ir"]),
    // Arithmetic and nothing else; constraints, terms and interpolants are made of its numbers.
    ("heureka-number", &[]),
    ("heureka-linear", &["heureka-clock", "heureka-number"]),
    ("heureka-logic", &["heureka-clock", "heureka-number"]),
    ("heureka-interpolate", &["heureka-clock", "heureka-linear", "heureka-logic", "heureka-number"]),
    // Formulas, automata and loops over arrays: it knows nothing of C.
    ("heureka-sil", &["heureka-linear", "heureka-logic", "heureka-number"]),
    // What an engine guesses it may have checked by the checker, which is what every proof rests on in the end; never the other way.
    (
        "heureka-engines",
        &[
            "heureka-certify",
            "heureka-clock",
            "heureka-interpolate",
            "heureka-ir",
            "heureka-linear",
            "heureka-logic",
            "heureka-number",
            "heureka-sil",
        ],
    ),
    // A checker that shares code with what it checks would share its mistakes.
    ("heureka-certify", &["heureka-clock", "heureka-ir", "heureka-logic", "heureka-number"]),
    (
        "heureka-cli",
        &[
            "heureka-certify",
            "heureka-clock",
            "heureka-engines",
            "heureka-frontend",
            "heureka-ir",
            "heureka-logic",
            "heureka-sil",
        ],
    ),
    // For tests only: nobody else may name it outside dev-dependencies.
    (
        "heureka-testkit",
        &[
            "heureka-benchmarks",
            "heureka-certify",
            "heureka-engines",
            "heureka-frontend",
            "heureka-interpolate",
            "heureka-ir",
            "heureka-linear",
            "heureka-logic",
            "heureka-number",
            "heureka-sil",
        ],
    ),
    // C text for any checker: it must not know ours.
    ("heureka-benchmarks", &[]),
    ("xtask", &["heureka-benchmarks"]),
];

/// The crate that speaks to Z3; whoever uses it, even in tests, links the library.
const LINKS_Z3: &str = "heureka-logic";

#[test]
fn every_crate_uses_only_what_the_design_allows() {
    let packages = workspace();
    for package in packages.values() {
        let name = &package.name;
        let Some((_, allowed)) = MAY_USE.iter().find(|(known, _)| known == name) else {
            panic!("{name} has no place in the layering: add it to MAY_USE as the design says");
        };
        for used in package.uses.iter().filter(|used| packages.contains_key(*used)) {
            assert!(allowed.contains(&used.as_str()), "{name} must not depend on {used}");
        }
    }
}

#[test]
fn only_logic_speaks_to_z3() {
    for package in workspace().values().filter(|package| package.name != LINKS_Z3) {
        for binding in ["z3", "z3-sys"] {
            assert!(!package.uses.contains(binding), "{} must reach Z3 through {LINKS_Z3}", package.name);
        }
    }
}

#[test]
fn every_crate_that_links_z3_says_where_it_is() {
    let packages = workspace();
    for package in packages.values().filter(|package| package.name != LINKS_Z3) {
        if reaches(&packages, package, LINKS_Z3) {
            assert!(
                package.build_script.as_deref().is_some_and(|script| script.ends_with("build/z3_rpath.rs")),
                "{} links Z3: its Cargo.toml needs the line  build = \"../../build/z3_rpath.rs\"",
                package.name
            );
        }
    }
}

struct Package {
    name: String,
    /// Dependencies, and build-dependencies.
    uses: BTreeSet<String>,
    /// Those and the dev-dependencies.
    uses_in_tests: BTreeSet<String>,
    build_script: Option<String>,
}

/// Whether the crate's programs or tests contain `goal`: its own tests count, those of its dependencies do not.
fn reaches(packages: &BTreeMap<String, Package>, from: &Package, goal: &str) -> bool {
    let mut open: Vec<&String> = from.uses_in_tests.iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(package) = packages.get(name).filter(|_| seen.insert(name)) {
            open.extend(&package.uses);
        }
    }
    seen.iter().any(|name| *name == goal)
}

fn workspace() -> BTreeMap<String, Package> {
    // Asked for at run time: the checkout may have moved since this test was compiled.
    let variable = |name| std::env::var_os(name).expect("cargo sets it for tests");
    let output = Command::new(variable("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(variable("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    packages.iter().map(package).map(|package| (package.name.clone(), package)).collect()
}

fn package(json: &Value) -> Package {
    let text = |value: &Value| value.as_str().expect("a name").to_owned();
    let (mut uses, mut uses_in_tests) = (BTreeSet::new(), BTreeSet::new());
    for dependency in json["dependencies"].as_array().expect("a list of dependencies") {
        let name = text(&dependency["name"]);
        if dependency["kind"] != "dev" {
            uses.insert(name.clone());
        }
        uses_in_tests.insert(name);
    }
    let targets = json["targets"].as_array().expect("a list of targets");
    let script = targets.iter().find(|target| target["kind"][0] == "custom-build");
    Package { name: text(&json["name"]), uses, uses_in_tests, build_script: script.map(|s| text(&s["src_path"])) }
}
