//! Stories of small executions, as users read them.

use heureka_ir::interpret::{InputList, Interpreter, Limits, Options, Recorder, WhenExhausted};
use heureka_ir::story::{Plain, Story, StoryOptions, render, tell};
use heureka_ir::{FileId, Program, text};

/// The story of the execution with these inputs, and its text.
fn story(source: &str, graph: &str, inputs: &[i128], how: StoryOptions) -> (Story, String) {
    let program: Program = text::parse(graph).unwrap_or_else(|error| panic!("{error}"));
    let interpreter = Interpreter::new(&program, Options::default());
    let mut recorder = Recorder::new(InputList::new(inputs.iter().copied(), WhenExhausted::Stop));
    let ending = interpreter.run(&mut recorder, &Limits::default()).ending;
    let story = tell(&program, &recorder.into_choices(), Options::default(), how);
    assert_eq!(story.ending, ending);
    let lines: Vec<&str> = source.lines().collect();
    let line = |_: FileId, line: u32| lines.get(line as usize - 1).map(|line| (*line).to_owned());
    let text = render(&story, &program.files, line, &Plain);
    (story, text)
}

fn told(source: &str, graph: &str, inputs: &[i128]) -> String {
    story(source, graph, inputs, StoryOptions::default()).1
}

fn told_in_full(source: &str, graph: &str, inputs: &[i128]) -> String {
    story(source, graph, inputs, StoryOptions { all: true, ..StoryOptions::default() }).1
}

const SUM: &str = "\
int main() {
    int n = __VERIFIER_nondet_int(), unused = 7;
    int i = 0, s = 0;
    while (i < n) {
        s = s + i;
        unused = s;
        i = i + 1;
    }
    assert(s != 4950);
}
";

const SUM_GRAPH: &str = r#"
file "sum.c"
entry main
proc main() {
  local n: i32
  local unused: i32
  local i: i32
  local s: i32
  entry L0:
    havoc n from input "__VERIFIER_nondet_int" -> L1 @2:13+1
  L1: unused := 7 -> L2 @2:44+1
  L2: i := 0 -> L3 @3:9+1
  L3: s := 0 -> L4 @3:16+1
  L4:
    assume i < n -> L5 @4:12+5
    assume n <= i -> L8 @4:12+5
  L5: s := s + i -> L6 @5:9+5
  L6: unused := s -> L7 @6:9+5
  L7: i := i + 1 -> L4 @7:9+5
  L8:
    assume s != 4950 -> L9 @9:5+6
    assume s == 4950 -> L10 @9:5+6
  L9: skip -> L11
  L10: error assertion "s != 4950" @9:5+6
  exit L11:
}
"#;

#[test]
fn a_loop_is_folded_and_what_does_not_matter_is_left_out() {
    assert_eq!(
        told(SUM, SUM_GRAPH, &[100]),
        "\
sum.c:2  int n = __VERIFIER_nondet_int(), unused = 7;  n = 100 (__VERIFIER_nondet_int())
sum.c:3  int i = 0, s = 0;                             i = 0, s = 0
sum.c:4  while (i < n) {                               true
sum.c:5      s = s + i;                                s = 0
sum.c:7      i = i + 1;                                i = 1
         … iterations 2–99 as iteration 1
sum.c:4  while (i < n) {                               true
sum.c:5      s = s + i;                                s = 4950
sum.c:7      i = i + 1;                                i = 100
sum.c:4  while (i < n) {                               false
sum.c:9  assert(s != 4950);                            assertion failed
"
    );
}

#[test]
fn everything_is_told_if_asked_for() {
    assert_eq!(
        told_in_full(SUM, SUM_GRAPH, &[1]),
        "\
sum.c:2  int n = __VERIFIER_nondet_int(), unused = 7;  n = 1 (__VERIFIER_nondet_int()), unused = 7
sum.c:3  int i = 0, s = 0;                             i = 0, s = 0
sum.c:4  while (i < n) {                               true
sum.c:5      s = s + i;                                s = 0
sum.c:6      unused = s;                               unused = 0
sum.c:7      i = i + 1;                                i = 1
sum.c:4  while (i < n) {                               false
"
    );
}

#[test]
fn a_long_execution_is_told_quickly_and_in_few_lines() {
    let text = SUM_GRAPH.replace("4950", "1").replace("s := s + i", "s := i % 2").replace("unused := s", "unused := i");
    let start = std::time::Instant::now();
    let (story, text) = story(SUM, &text, &[1_000_000], StoryOptions::default());
    assert!(story.fails() && story.executed > 4_000_000);
    assert!(text.lines().count() < 40, "{text}");
    assert!(text.contains("steps are left out"), "{text}");
    assert!(text.contains("i = 1000000"), "{text}");
    assert!(start.elapsed().as_secs() < 20);
}

/// Only the cell that is read in the end matters, and the iteration that wrote it.
#[test]
fn the_iteration_that_matters_is_kept() {
    let source = "\
int a[100];
int main() {
    for (int i = 0; i < 100; i++)
        a[i] = i * 2;
    assert(a[50] != 100);
}
";
    let graph = r#"
file "cell.c"
array a: i32[100] = zero
entry main
proc main() {
  local i: i32
  entry L0: i := 0 -> L1 @3:14+1
  L1:
    assume i < 100 -> L2 @3:21+7
    assume 100 <= i -> L4 @3:21+7
  L2: a[i] := i * 2 -> L3 @4:9+4
  L3: i := i + 1 -> L1 @3:30+3
  L4:
    assume a[50] != 100 -> L5 @5:5+6
    assume a[50] == 100 -> L6 @5:5+6
  L5: skip -> L7
  L6: error assertion "a[50] != 100" @5:5+6
  exit L7:
}
"#;
    assert_eq!(
        told(source, graph, &[]),
        "\
cell.c:3  for (int i = 0; i < 100; i++)  i = 0, true, i = 1
          … iterations 2–49 as iteration 1
cell.c:3  for (int i = 0; i < 100; i++)  true, i = 50, true
cell.c:4      a[i] = i * 2;              a[50] = 100
cell.c:3  for (int i = 0; i < 100; i++)  i = 51, true, i = 52
          … iterations 53–99 as iteration 52
cell.c:3  for (int i = 0; i < 100; i++)  true, i = 100, false
cell.c:5  assert(a[50] != 100);          assertion failed
"
    );
}

#[test]
fn calls_are_indented_and_pointers_are_whole() {
    let source = "\
int a[4];
int get(int *p) {
    return *p;
}
int main() {
    int *q = 0, x;
    q = &a[3];
    *q = 8;
    x = get(q);
    switch (x) {
    case 7: break;
    case 8: reach_error();
    }
}
";
    let graph = r#"
file "calls.c"
object "a" @1:5+1
array a: i32[4] = zero @1:5+1
entry main
proc get(p.obj, p.off) -> (result) @2:5+3 {
  local p.obj: i32 ptr.obj
  local p.off: i64 ptr.off
  local result: i32 hidden
  entry L0: return a[p.off] -> L1 @3:5+6
  exit L1:
}
proc main() @5:5+4 {
  local q.obj: i32 ptr.obj
  local q.off: i64 ptr.off
  local x: i32
  local t: i32 temp
  entry L2: q.obj := 0, q.off := 0 -> L3 @6:10+1
  L3: q.obj := 1, q.off := 3 -> L4 @7:5+1
  L4: a[q.off] := 8 -> L5 @8:5+2
  L5: t := call get(q.obj, q.off) -> L6 @9:9+3
  L6: x := t -> L7 @9:5+1
  L7:
    assume x == 7 -> L9 @10:5+6
    assume x == 8 -> L8 @10:5+6
    assume x != 7 && x != 8 -> L9 @10:5+6
  L8: error error_call "reach_error" @12:13+11
  exit L9:
}
"#;
    assert_eq!(
        told(source, graph, &[]),
        "\
calls.c:7   q = &a[3];              q = &a[3]
calls.c:8   *q = 8;                 a[3] = 8
calls.c:9   x = get(q);             call get(p = &a[3])
calls.c:3     return *p;            return 8
calls.c:9   x = get(q);             x = 8
calls.c:12  case 8: reach_error();  error function called
"
    );
    let full = told_in_full(source, graph, &[]);
    assert!(full.starts_with("calls.c:6   int *q = 0, x;          q = NULL\n"), "{full}");
}

#[test]
fn deep_recursion_keeps_its_start_and_end() {
    let source = "int f(int n) {\n    return n == 0 ? 1 / n : f(n - 1);\n}\nint main() { f(100000); }\n";
    let graph = r#"
file "deep.c"
entry main
proc f(n) -> (result) @1:5+1 {
  local n: i32
  local result: i32 hidden
  local t: i32 temp
  entry L0:
    assume n == 0 -> L1 @2:12+6
    assume n != 0 -> L2 @2:12+6
  L1: return 1 / n -> L4 @2:21+5
  L2: t := call f(n - 1) -> L3 @2:29+8
  L3: return t -> L4 @2:5+6
  exit L4:
}
proc main() @4:5+4 {
  entry L5: call f(100000) -> L6 @4:14+9
  exit L6:
}
"#;
    let (story, text) = story(source, graph, &[], StoryOptions::default());
    assert!(story.fails());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() < 450, "{}", lines.len());
    assert!(lines[0].contains("call f(n = 100000)"), "{}", lines[0]);
    assert!(lines[lines.len() - 1].ends_with("division by zero"), "{}", lines[lines.len() - 1]);
    assert!(text.contains("steps are left out"));
}

/// What is written before the steps that nobody looks at, and not in them, still explains the failure behind them.
#[test]
fn values_from_before_the_gap_matter_behind_it() {
    let source = "\
int key, stale;
int main() {
    key = __VERIFIER_nondet_int();
    stale = 1;
    int i = 0;
    while (i < 5000) {
        stale = i;
        step();
        i = i + 1;
    }
    assert(key != 5 || stale != 4999);
}
";
    let graph = r#"
file "gap.c"
entry main
global key: i32
global stale: i32
proc step() {
  local unused: i32
  entry L20: unused := key -> L21 @8:9+1
  exit L21:
}
proc main() {
  local i: i32
  entry L0: havoc key from input "__VERIFIER_nondet_int" -> L1 @3:5+1
  L1: stale := 1 -> L2 @4:5+1
  L2: i := 0 -> L3 @5:9+1
  L3:
    assume i < 5000 -> L4 @6:12+5
    assume 5000 <= i -> L7 @6:12+5
  L4: stale := i -> L5 @7:9+1
  L5: call step() -> L6 @8:9+1
  L6: i := i + 1 -> L3 @9:9+1
  L7:
    assume key == 5 -> L8 @11:12+1
    assume key != 5 -> L10 @11:12+1
  L8:
    assume stale == 4999 -> L9 @11:24+1
    assume stale != 4999 -> L10 @11:24+1
  L9: error assertion "key != 5 || stale != 4999" @11:5+1
  exit L10:
}
"#;
    let whole = told(source, graph, &[5]);
    assert!(whole.contains("key = 5") && !whole.contains("left out"), "{whole}");
    let how = StoryOptions { most_steps: 320, ..StoryOptions::default() };
    let (_, cut) = story(source, graph, &[5], how);
    assert!(cut.contains("key = 5") && cut.contains("left out"), "{cut}");
    assert!(cut.contains("stale = 4999"), "{cut}");
    assert!(!cut.contains("stale = 1 "), "the gap has overwritten it: {cut}");
}
