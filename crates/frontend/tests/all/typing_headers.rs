//! The headers of the C library, as the system's compiler preprocesses them, are typed without a complaint.

use heureka_frontend::preprocess::PreprocessOptions;
use heureka_frontend::{TypingOptions, parse, preprocess, type_unit, with_large_stack};

const HEADERS: [&str; 41] = [
    "assert.h",
    "complex.h",
    "ctype.h",
    "errno.h",
    "fenv.h",
    "float.h",
    "inttypes.h",
    "iso646.h",
    "limits.h",
    "locale.h",
    "math.h",
    "setjmp.h",
    "signal.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "uchar.h",
    "wchar.h",
    "wctype.h",
    "pthread.h",
    "unistd.h",
    "fcntl.h",
    "sys/types.h",
    "sys/stat.h",
    "sys/socket.h",
    "netinet/in.h",
    "semaphore.h",
    "sched.h",
    "poll.h",
    "dirent.h",
    "regex.h",
];

#[test]
fn system_headers_are_typed_without_complaint() {
    let folder = std::env::temp_dir().join(format!("heureka-headers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let mut typed = 0;
    for header in HEADERS {
        let path = folder.join("test.c");
        std::fs::write(&path, format!("#include <{header}>\nint main(void) {{ return 0; }}\n")).expect("a file");
        // A header that this system does not have is no failure.
        let Ok(source) = preprocess(&path, &PreprocessOptions::default()) else { continue };
        with_large_stack(|| {
            let unit = parse(&source).unwrap_or_else(|errors| panic!("{header}: {:?}", errors.list));
            match type_unit(unit, &TypingOptions::default()) {
                Ok((_, warnings)) => assert!(warnings.is_empty(), "{header}: {warnings:?}"),
                Err(errors) => panic!("{header}: {:?}", errors.list),
            }
        });
        typed += 1;
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    eprintln!("{typed} of {} headers are here", HEADERS.len());
}

#[test]
fn variables_of_the_library_are_known_as_such() {
    let text = "#include <unistd.h>\nextern int of_the_user;\nint main(void) { return optind + of_the_user; }\n";
    let path = std::env::temp_dir().join(format!("heureka-library-variables-{}.c", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    let source = preprocess(&path, &PreprocessOptions::default());
    std::fs::remove_file(&path).expect("the file is ours");
    // Not every system has this header.
    let Ok(source) = source else { return };
    let unit = parse(&source).expect("the program is C");
    let (unit, _) = type_unit(unit, &TypingOptions::default()).expect("the program has types");
    let of_the_library = |wanted: &str| {
        let found = unit.globals.iter().find(|global| unit.symbols.name(global.name) == wanted);
        found.expect("the variable is declared").in_system_header
    };
    assert!(of_the_library("optind") && !of_the_library("of_the_user"));
}
