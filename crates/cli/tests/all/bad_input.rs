//! Whatever is given as a program, the answer is a diagnostic and the right exit code, never a crash.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder for the files of one test, empty at its start.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-input").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder of a test can be made");
    folder
}

fn check(file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heureka"))
        .args(["check", "--timeout", "60"])
        .arg(file)
        .output()
        .expect("heureka starts")
}

/// Checks a file with this content; its exit code and standard error.
fn check_text(test: &str, name: &str, text: impl AsRef<[u8]>) -> (Option<i32>, String, String) {
    let file = folder(test).join(name);
    fs::write(&file, text).expect("the file of a test can be written");
    let output = check(&file);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The text is refused with this message, and nothing is printed that could be taken for a verdict.
fn refused(test: &str, name: &str, text: impl AsRef<[u8]>, message: &str) {
    let (code, stdout, stderr) = check_text(test, name, text);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains(message), "{message:?} is not in\n{stderr}");
    assert_eq!(stdout, "");
}

#[test]
fn a_missing_file() {
    let output = check(&folder("missing").join("nowhere.c"));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.c"));
}

#[test]
fn a_directory() {
    let output = check(&folder("directory"));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("directory"));
}

#[test]
fn an_empty_file() {
    refused("empty", "empty.c", "", "empty");
    refused("blank", "blank.i", " \n\n", "declares nothing");
}

#[test]
fn binary_garbage() {
    let garbage: Vec<u8> = (0..4096u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    refused("garbage", "garbage.i", &garbage, "error");
    refused("garbage-c", "garbage.c", &garbage, "error");
    refused("zeros", "zeros.i", [0u8; 100], "error");
}

#[test]
fn unterminated_comments_and_strings() {
    refused("comment", "comment.i", "int main(void) { return 0; } /* never closed", "unterminated comment");
    refused("string", "string.i", "int main(void) { char *s = \"open;\n return 0; }", "unterminated string");
    refused("character", "character.i", "int main(void) { return 'a; }\n", "unterminated char");
    refused("brace", "brace.i", "int main(void) { if (1) { return 0; }\n", "error");
}

#[test]
fn no_entry_function() {
    refused("entry", "entry.c", "int helper(void) { return 1; }", "no entry function `main`");
    refused("declared", "declared.c", "int main(void);", "`main` is declared but has no body");
}

#[test]
fn conflicting_declarations() {
    refused("conflict", "conflict.c", "int x; long x; int main(void) { return 0; }", "conflicting");
    refused(
        "conflict-f",
        "f.c",
        "int f(int); int f(char *p) { return 0; } int main(void) { return 0; }",
        "conflicting",
    );
}

#[test]
fn a_wrong_number_of_arguments() {
    let text = "int f(int a, int b) { return a + b; } int main(void) { return f(1); }";
    refused("arguments", "arguments.c", text, "argument");
}

#[test]
fn a_failure_of_the_preprocessor() {
    refused(
        "error",
        "error.c",
        "#error the size must be given\nint main(void) { return 0; }",
        "the size must be given",
    );
    refused("include", "include.c", "#include \"nowhere.h\"\nint main(void) { return 0; }", "nowhere.h");
}

#[test]
fn an_unreadable_task() {
    refused("yml", "task.yml", "format_version: [", "YAML");
    refused("yml-empty", "task.yml", "", "empty");
    refused("yml-version", "task.yml", "format_version: '7.0'\ninput_files: a.c\n", "7.0");
    refused("yml-bytes", "task.yml", [0xff, 0xfe, 0x00], "task.yml");
}

#[test]
fn diagnostics_show_the_line_with_a_caret() {
    let (_, _, stderr) = check_text("caret", "caret.c", "int main(void) {\n    return 1 + missing;\n}\n");
    assert!(stderr.contains("return 1 + missing;"), "{stderr}");
    assert!(stderr.contains("^^^^^^^"), "{stderr}");
    assert!(stderr.contains("caret.c:2:16"), "{stderr}");
}

#[test]
fn a_file_of_five_megabytes() {
    let mut text = String::new();
    let mut count = 0;
    while text.len() < 5_000_000 {
        text.push_str(&format!(
            "int g{count}; static int f{count}(int x) {{ g{count} = x * {count}; return g{count} + 1; }}\n"
        ));
        count += 1;
    }
    text.push_str("int main(void) { return f0(1) - 1; }\n");
    let (code, stdout, stderr) = check_text("large", "large.i", text);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
}

#[test]
fn deep_nesting() {
    let deep = |open: &str, middle: &str, close: &str| open.repeat(20_000) + middle + &close.repeat(20_000);
    let main = |body: &str| format!("int main(void) {{ int x = 0; {body} return x; }}");
    let programs = [
        ("parentheses", main(&format!("x = {};", deep("(", "1", ")")))),
        ("blocks", main(&deep("{", "x = 1;", "}"))),
        ("sums", main(&format!("x = {};", deep("1 - (", "1", ")")))),
        ("negations", main(&format!("x = {}1;", "!".repeat(20_000)))),
        ("long-sum", main(&format!("x = 0{};", " + x".repeat(20_000)))),
        ("ifs", main(&deep("if (x == 0) {", "x = 1;", "}"))),
        ("choices", main(&format!("x = {}1;", "x ? 2 : ".repeat(20_000)))),
    ];
    for (name, text) in programs {
        let (code, stdout, stderr) = check_text(&format!("deep-{name}"), "deep.i", text);
        assert_eq!(code, Some(0), "{name}: {stdout}{stderr}");
    }
    let braces = format!("int x[1] = {}; int main(void) {{ return 0; }}", deep("{", "1", "}"));
    let (code, _, stderr) = check_text("deep-braces", "deep.i", braces);
    assert!(matches!(code, Some(0 | 2)), "{stderr}");
}
