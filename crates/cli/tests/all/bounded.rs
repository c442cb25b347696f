//! `heureka check --engine bmc`: its options, the table of all properties, warnings, and bad input.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn write(name: &str, program: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounded");
    fs::create_dir_all(&folder).expect("the folder of a test can be made");
    let file = folder.join(name);
    fs::write(&file, program).expect("the file of a test can be written");
    file
}

struct Said {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Said {
    fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or("")
    }
}

fn check(file: &Path, options: &str) -> Said {
    let output = Command::new(env!("CARGO_BIN_EXE_heureka"))
        .arg("check")
        .args(options.split_whitespace())
        .arg(file.file_name().expect("a file"))
        .current_dir(file.parent().expect("a folder"))
        .output()
        .expect("heureka starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

/// Fails in the round after `rounds`.
fn late(rounds: u32) -> String {
    format!(
        "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {{
  unsigned i = 0, mixed = 7;
  while (__VERIFIER_nondet_int()) {{
    i++;
    mixed = mixed * 5 + i;
    if (i > {rounds}) reach_error();
  }}
  return 0;
}}
"
    )
}

#[test]
fn the_bound_is_where_the_search_ends() {
    let file = write("late.c", &late(5));
    assert_eq!(check(&file, "--engine bmc -q").last_line(), "UNSAFE late.c:8:16");
    assert_eq!(check(&file, "--engine bmc --unwind 6 -q").last_line(), "UNSAFE late.c:8:16");
    for options in ["--unwind 3", "--max-unwind 3", "--unwindset 5:3 --max-unwind 3", "--unwindset main.0:3 --unwind 9"]
    {
        let said = check(&file, &format!("--engine bmc -q {options}"));
        assert_eq!(said.code, Some(5), "{options}: {}", said.stdout);
        assert!(said.last_line().starts_with("UNKNOWN: no error within "), "{options}: {}", said.stdout);
    }
    let said = check(&file, "--engine bmc --unwindset main.0:6 --unwind 1 -q");
    assert_eq!(said.last_line(), "UNSAFE late.c:8:16");
}

#[test]
fn without_induction_a_loop_without_end_is_not_proved() {
    let file = write(
        "toggle.c",
        "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = 0; while (__VERIFIER_nondet_int()) { x = 1 - x; assert(x == 0 || x == 1); } return 0; }
",
    );
    assert_eq!(check(&file, "--engine bmc -q").last_line(), "SAFE");
    let said = check(&file, "--engine bmc --no-induction --max-unwind 8 -q");
    assert_eq!(said.last_line(), "UNKNOWN: no error within 8 rounds of each loop, and there are more");
    let said = check(&file, "--engine bmc --unwind 0 -q");
    assert_eq!(said.last_line(), "UNKNOWN: no error within 0 rounds of each loop, and there are more");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let file = write("loop.c", "int main(void) { for (int i = 0; i < 3; i++) ; return 0; }\n");
    let said = check(&file, "--engine bmc --unwindset 7:2");
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
    assert!(said.stderr.contains("there is no loop line 7; the loops are main.0 (line 1)"), "{}", said.stderr);
    let said = check(&file, "--engine linear --all-properties");
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("by engine bmc only, not by linear"), "{}", said.stderr);
    let said = check(&file, "--engine linear --unwindset 1:2");
    assert!(said.stderr.contains("--unwindset has no effect"), "{}", said.stderr);
}

#[test]
fn loops_without_end_end_with_a_reason() {
    let file = write(
        "for_ever.c",
        "extern int f(int);
int main(void) { unsigned x = 1; for (;;) { x = x * 3 + f(x); if (x * x == 77) return 1; } }
",
    );
    let said = check(&file, "--engine bmc --timeout 2");
    assert!(matches!(said.code, Some(0 | 5)), "{}{}", said.stdout, said.stderr);
    let file = write(
        "deep.c",
        "#include <assert.h>
int down(int n) { return n == 0 ? 0 : down(n - 1) + 1; }
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; assert(down(n) == n); }
",
    );
    let said = check(&file, "--engine bmc --max-unwind 20 --timeout 10");
    assert_eq!(said.last_line(), "UNKNOWN: no error within 20 rounds of each loop, and there are more");
}

#[test]
fn a_memory_limit_ends_the_unwinding() {
    let body = "x = x * 3 + a[x % 9]; a[x % 7] = x;\n".repeat(200);
    let file = write(
        "large.c",
        &format!(
            "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {{ unsigned a[9], x = __VERIFIER_nondet_uint(); while (__VERIFIER_nondet_uint()) {{ {body} }} assert(x != 5); }}
"
        ),
    );
    let said = check(&file, "--engine bmc --no-induction --memory 40 --unwind 1000 --timeout 60");
    assert_eq!(said.code, Some(5), "{}{}", said.stdout, said.stderr);
    assert!(said.last_line().starts_with("UNKNOWN: the memory limit is reached"), "{}", said.stdout);
}

const PROPERTIES: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = __VERIFIER_nondet_int();
  if (n > 100)
    assert(n + 1 > n);
  if (n < 3 && n > 7)
    assert(i == 0);
  a[i % 10] = 10 / n;
  while (__VERIFIER_nondet_int()) {
    i = i ^ 1;
    assert(i + i != 1);
  }
  return 0;
}
";

#[test]
fn every_property_has_its_verdict() {
    let file = write("properties.c", PROPERTIES);
    let said = check(
        &file,
        "--all-properties --property unreach --property bounds --property overflow --property div-by-zero",
    );
    let table = "\
main.unreach.1      holds        properties.c:8:5    assertion n + 1 > n
main.overflow.1     FAILS        properties.c:8:20   signed integer overflow
main.unreach.2      not reached  properties.c:10:5   assertion i == 0
main.bounds.1       FAILS        properties.c:11:3   array index out of bounds
main.div-by-zero.1  FAILS        properties.c:11:3   division by zero
main.unreach.3      holds        properties.c:14:5   assertion i + i != 1
main.overflow.2     FAILS        properties.c:14:12  signed integer overflow
7 properties: 2 holds, 4 FAILS, 1 not reached
";
    assert!(said.stdout.starts_with(table), "{}", said.stdout);
    assert_eq!((said.code, said.last_line()), (Some(10), "UNSAFE properties.c:8:20"));
    let said = check(&file, "--all-properties --json");
    let answer: serde_json::Value = serde_json::from_str(&said.stdout).expect("JSON");
    let verdicts: Vec<&str> =
        answer["properties"].as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["holds", "not reached", "holds"]);
    assert_eq!(answer["verdict"], "SAFE");
    assert_eq!(answer["certificate_checked"], true);
}

#[test]
fn what_is_not_decided_is_counted() {
    let file = write("late_too.c", &late(50));
    let said = check(&file, "--all-properties --max-unwind 4");
    assert!(said.stdout.contains("1 property: 1 unknown"), "{}", said.stdout);
    assert!(
        said.last_line().starts_with("UNKNOWN: 1 of 1 properties are not decided: no error within 4"),
        "{}",
        said.stdout
    );
}

#[test]
fn vacuous_proofs_are_named() {
    let contradiction = write(
        "contradiction.c",
        "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 10);
  __VERIFIER_assume(n < 5);
  assert(n == 7);
  return 0;
}
",
    );
    let said = check(&contradiction, "--engine bmc");
    assert_eq!(said.last_line(), "SAFE");
    assert!(
        said.stdout.contains("warning: no execution fulfils the assumption at contradiction.c:7:3"),
        "{}",
        said.stdout
    );
    assert!(
        said.stdout.contains("warning: the assertion at contradiction.c:8:3 is avoided only because"),
        "{}",
        said.stdout
    );
    // The same with a function that asserts, and an assertion that is reached.
    let partly = write(
        "partly.c",
        "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
void never(int n) { if (n < 0) reach_error(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assert(n * 0 == 0);
  if (n != n) never(n);
  return 0;
}
",
    );
    let said = check(&partly, "--engine bmc");
    assert_eq!(said.last_line(), "SAFE");
    let warnings: Vec<&str> = said.stdout.lines().filter(|line| line.starts_with("warning")).collect();
    assert_eq!(warnings, ["warning: the error at partly.c:4:32 is avoided only because no execution comes near it"]);
}
