//! From files to preprocessed text, with the compiler of the machine.

use std::ffi::OsString;
use std::path::Path;

use heureka_frontend::ctype::DataModel;
use heureka_frontend::diagnostic::Diagnostics;
use heureka_frontend::preprocess::{PreprocessOptions, Source};
use heureka_frontend::{parse, preprocess};

use super::lines;
use super::temporary::Folder;

fn read(path: &Path) -> Result<Source, Diagnostics> {
    preprocess(path, &PreprocessOptions::default())
}

fn complaint(path: &Path) -> String {
    lines(&read(path).expect_err("the file is bad"))
}

#[test]
fn files_that_cannot_be_programs() {
    let folder = Folder::new();
    let missing = folder.path().join("missing.c");
    assert_eq!(complaint(&missing), format!("cannot read `{}`: no such file", missing.display()));
    assert_eq!(complaint(folder.path()), format!("cannot read `{}`: it is a directory", folder.path().display()));
    for name in ["empty.c", "empty.i"] {
        let empty = folder.file(name, "");
        assert_eq!(complaint(&empty), format!("`{}` is empty", empty.display()));
    }
    for name in ["binary.c", "binary.i"] {
        let binary = folder.file(name, b"\x7fELF\x02\x01\x01\x00\x00");
        assert_eq!(
            complaint(&binary),
            format!("`{}` is not a text file\n  the byte at offset 7 is zero", binary.display())
        );
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.file("secret.c", "int x;");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("own file");
    // The superuser may read everything.
    if std::fs::read(&path).is_err() {
        assert_eq!(complaint(&path), format!("cannot read `{}`: permission denied", path.display()));
    }
}

#[test]
fn the_preprocessor_has_its_say() {
    let folder = Folder::new();
    let path = folder.file("main.c", "int x;\n#include \"absent.h\"\n");
    let message = complaint(&path);
    assert!(message.starts_with(&format!("{}:2:10+0: ", path.display())), "{message}");
    assert!(message.contains("absent.h"), "{message}");
    folder.file("inner.h", "\n#error stop here\n");
    let path = folder.file("main.c", "#include \"inner.h\"\n");
    let message = complaint(&path);
    assert!(message.contains("inner.h:2:2+0: ") && message.contains("stop here"), "{message}");
    assert!(message.contains("In file included from"), "{message}");
}

#[test]
fn a_compiler_that_is_not_there() {
    let folder = Folder::new();
    let path = folder.file("main.c", "int x;\n");
    let options =
        PreprocessOptions { compiler: Some(OsString::from("/no/such/compiler")), ..PreprocessOptions::default() };
    let message = lines(&preprocess(&path, &options).expect_err("no compiler"));
    assert!(message.starts_with("no C compiler was found"), "{message}");
    assert!(message.contains("/no/such/compiler"), "{message}");
}

#[test]
fn options_reach_the_preprocessor() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("include")).expect("a folder");
    folder.file("include/found.h", "int from_header;\n");
    let path = folder.file("main.c", "#include <found.h>\nint VALUE;\n");
    let options = PreprocessOptions {
        include_dirs: vec![folder.path().join("include")],
        defines: vec!["VALUE=renamed".to_owned()],
        ..PreprocessOptions::default()
    };
    let unit = parse(&preprocess(&path, &options).expect("good")).expect("good");
    assert!(unit.symbols.find("from_header").is_some() && unit.symbols.find("renamed").is_some());
}

#[test]
fn data_models_differ() {
    let folder = Folder::new();
    let path = folder.file(
        "main.c",
        "#include <limits.h>\nlong x = LONG_MAX; int y[sizeof(int)];\n#ifdef __LP64__\nint wide;\n#endif\n",
    );
    for (data_model, wide) in [(DataModel::Lp64, true), (DataModel::Ilp32, false)] {
        let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
        let source = preprocess(&path, &options).unwrap_or_else(|diagnostics| panic!("{}", lines(&diagnostics)));
        assert_eq!(parse(&source).expect("good").symbols.find("wide").is_some(), wide);
    }
}

#[test]
fn preprocessed_files_are_read_as_they_are() {
    let folder = Folder::new();
    let path = folder.file("main.i", b"\xef\xbb\xbfint x; /* caf\xe9 */ char *s = \"caf\xe9\";\n#define y 1\n");
    let source = read(&path).expect("good");
    assert!(source.text().starts_with(b"int x;"));
    assert_eq!(source.name(), path.display().to_string());
    parse(&source).expect("good");
}

#[test]
fn comments_in_latin_1() {
    let folder = Folder::new();
    let path = folder.file("main.c", b"int x; /* caf\xe9 */ char *s = \"caf\xe9\"; // \xff\n");
    parse(&read(&path).expect("good")).expect("good");
}

#[test]
fn annotations_survive() {
    let folder = Folder::new();
    let path = folder.file(
        "main.c",
        "#define N 3\n/*@ requires N > 0;\n  @ ensures \\result; @*/\nint f(void) {\n  //@ assert x;\n  return 1; // no\n}\n",
    );
    let unit = parse(&read(&path).expect("good")).expect("good");
    let found: Vec<(u32, u32, &str)> = unit
        .annotations
        .iter()
        .filter(|annotation| unit.files.name(annotation.span.file) == path.display().to_string())
        .map(|annotation| (annotation.span.line, annotation.span.column, annotation.text.as_str()))
        .collect();
    assert_eq!(found, [(2, 1, " requires N > 0;\n  @ ensures \\result; "), (5, 3, " assert x;")]);
}

#[test]
fn the_header_for_sets_is_found_without_options() {
    let folder = Folder::new();
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        for include in ["<heureka_sets.h>", "\"heureka_sets.h\""] {
            let path = folder.file("main.c", format!("#include {include}\nSet s;\n"));
            let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
            let source = preprocess(&path, &options).expect("the header is there");
            let text = String::from_utf8_lossy(source.text()).into_owned();
            assert!(text.contains("Set SetAdd(Set, ...);"), "{text}");
            // Where it was put for the compiler is nobody's business.
            assert!(text.contains("\"heureka_sets.h\"") && !text.contains("heureka-headers"), "{text}");
        }
    }
    // A header of the user goes before ours.
    folder.file("heureka_sets.h", "typedef long Set;\n");
    let path = folder.file("own.c", "#include \"heureka_sets.h\"\nSet s;\n");
    let source = read(&path).expect("the header is there");
    assert!(!String::from_utf8_lossy(source.text()).contains("SetAdd"));
}
