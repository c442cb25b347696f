//! The race of `--engine auto`: engines that crash, hang, take all memory or talk nonsense cost their seat and nothing else;
//! signals end everything; the same question has the same answer.
//!
//! `HEUREKA_MISBEHAVE=bmc=crash,…` makes workers of a debug build misbehave.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Decided by the engine `predicates` alone, in a moment; `slow` lets others come first.
const LOCKS: &str = "tests/programs/predicates/many_locks_safe.c";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check(misbehave: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heureka"));
    command.arg("check").args(arguments).env("HEUREKA_MISBEHAVE", misbehave).current_dir(root());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(misbehave: &str, arguments: &[&str]) -> (Output, String) {
    let output = check(misbehave, arguments).output().expect("heureka starts");
    let text = String::from_utf8(output.stdout.clone()).expect("the output is UTF-8");
    (output, text)
}

/// The processes that a process has started, by number and command line.
fn children(of: u32) -> Vec<(u32, String)> {
    let processes = std::fs::read_dir("/proc")
        .expect("this is Linux")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |process: &u32| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        status.lines().any(|line| line.split_whitespace().eq(["PPid:", &of.to_string()]))
    };
    let line = |process: u32| {
        let line = std::fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default();
        (process, line.replace('\0', " "))
    };
    processes.filter(is_child).map(line).collect()
}

/// Waits for something to happen.
fn soon<T>(what: &str, mut happens: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end {
        if let Some(seen) = happens() {
            return seen;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("{what}: not in a minute");
}

fn signal(process: u32, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), process.to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()), "kill -{name} {process}");
}

/// A run in which all workers hang, and its workers.
fn hanging() -> (Child, Vec<u32>) {
    let everybody = "simulate=hang,linear=hang,arrays=hang,bmc=hang,predicates=hang,horn=hang,sil=hang";
    let child = check(everybody, &["-j", "2", LOCKS]).spawn().expect("heureka starts");
    let workers = soon("two workers", || {
        let workers = children(child.id());
        let are_up = workers.len() == 2 && workers.iter().all(|(_, line)| line.contains("--worker"));
        are_up.then(|| workers.into_iter().map(|(process, _)| process).collect())
    });
    (child, workers)
}

fn is_gone(process: &u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    // One that has ended and that nobody has asked about yet is gone, too.
    status.is_empty() || status.lines().any(|line| line.starts_with("State:\tZ"))
}

#[test]
fn crashes_and_garbage_cost_a_line() {
    let others = "linear=crash,bmc=garbage,horn=hang,simulate=hang,predicates=slow";
    let (output, text) = run(others, &["--stats", LOCKS]);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("engine: predicates\n"), "{text}");
    assert!(text.contains(" s: crashed"), "{text}");
    assert!(text.contains(" s: ended, because it wrote what makes no sense"), "{text}");
    assert!(text.ends_with("\nSAFE\n"), "{text}");
}

#[test]
fn an_answer_that_is_no_execution_is_not_believed() {
    let (output, text) = run("bmc=lie,predicates=slow", &["--stats", LOCKS]);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains(" s: an execution that does not fail"), "{text}");
}

/// Whoever believes an engine that says that nothing ever happens has a proof that is refuted, and that is all.
#[test]
fn who_misleads_others_misleads_no_user() {
    let others = "linear=mislead,bmc=slow,predicates=hang,horn=hang,simulate=hang";
    let program = "tests/programs/products/unsafe_for_one_number.c";
    let (output, text) = run(others, &["--stats", "-j", "2", "--timeout", "10", program]);
    assert!(text.contains("(told others 199 times what it had learned)"), "{text}");
    assert!(matches!(output.status.code(), Some(5 | 10)), "{text}");
}

/// Whoever comes first to something that others can use tells them.
#[test]
fn what_an_engine_learns_is_told_to_others() {
    let (_, text) = run("predicates=hang,horn=hang,simulate=hang", &["--stats", "-j", "2", "--timeout", "4", LOCKS]);
    assert!(text.contains("what it had learned)"), "{text}");
}

#[test]
fn a_worker_that_takes_all_memory_is_ended() {
    let (output, text) = run("linear=allocate,bmc=hang,predicates=slow", &["--stats", "--memory", "500", LOCKS]);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("ended, because all together used more than 500 MiB"), "{text}");
}

#[test]
fn a_worker_that_is_killed_costs_a_line() {
    // Nobody may answer before the victim has started.
    let others = "linear=hang,horn=slow,simulate=slow,bmc=slow,predicates=slow";
    let child = check(others, &["--stats", "-j", "4", LOCKS]).spawn().expect("heureka starts");
    let victim = soon("a worker", || {
        children(child.id()).into_iter().find(|(_, line)| line.contains("--worker linear")).map(|(process, _)| process)
    });
    signal(victim, "KILL");
    let output = child.wait_with_output().expect("heureka ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("crashed") || text.contains("stopped"), "{text}");
}

#[test]
fn time_that_is_up_names_every_engine() {
    let start = Instant::now();
    let (output, text) =
        run("linear=hang,bmc=hang,simulate=hang,predicates=hang,horn=hang", &["--timeout", "2", LOCKS]);
    assert_eq!(output.status.code(), Some(5), "{text}");
    assert!(start.elapsed() < Duration::from_secs(10));
    for name in ["linear", "bmc", "simulate", "predicates"] {
        assert!(
            text.lines().any(|line| line.starts_with(&format!("{name}, ")) && line.contains(" s: time is up")),
            "{text}"
        );
    }
    assert!(text.ends_with("\nUNKNOWN: no engine decides it in time\n"), "{text}");
    assert!(text.contains("to try: --timeout 20"), "{text}");
}

#[test]
fn an_interrupt_ends_everything_with_130() {
    let (mut child, workers) = hanging();
    signal(child.id(), "INT");
    assert_eq!(child.wait().expect("heureka ends").code(), Some(130));
    soon("workers are gone", || workers.iter().all(is_gone).then_some(()));
}

#[test]
fn workers_do_not_outlive_their_master() {
    let (mut child, workers) = hanging();
    signal(child.id(), "KILL");
    child.wait().expect("heureka ends");
    soon("workers are gone", || workers.iter().all(is_gone).then_some(()));
}

#[test]
fn small_programs_start_no_process() {
    // On a busy machine the quick look may be cut short.
    let is_without_race = (0..5).any(|_| {
        let (output, text) = run("", &["--json", "tests/programs/linear/accelerated_million.c"]);
        assert_eq!(output.status.code(), Some(0), "{text}");
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(answer["verdict"].as_str(), Some("SAFE"), "{text}");
        assert_eq!(answer["engine"].as_str(), Some("linear"), "{text}");
        answer["race"].is_null()
    });
    assert!(is_without_race);
}

/// Programs of different kinds, which different engines decide: state machines, linear loops, arrays, inductions, recursion; most are
/// safe.
const OF_ALL_KINDS: [&str; 10] = [
    LOCKS,
    "examples/proved.c",
    "tests/horn/any_length_is_filled.c",
    "tests/horn/any_length_is_copied.c",
    "tests/programs/k_induction/counter_within_bounds.c",
    "tests/horn/mccarthy_91.c",
    "tests/horn/count_up_and_down.c",
    "tests/programs/predicates/many_locks_unsafe.c",
    "tests/horn/mccarthy_91_bug.c",
    "examples/unsafe.c",
];

#[test]
fn a_seed_gives_the_same_answer_whatever_the_load() {
    for program in OF_ALL_KINDS {
        let answer = |run_number: u32| {
            let name = format!("heureka-certificate-{}-{run_number}", std::process::id());
            let file = std::env::temp_dir().join(name);
            let path = file.to_str().expect("the path is UTF-8");
            let (output, text) = run("", &["--json", "--seed", "7", "--certificate", path, program]);
            let mut answer: Value = serde_json::from_str(&text).expect("JSON");
            let fields = answer.as_object_mut().expect("an object");
            let of_time = ["seconds", "evidence_seconds", "race"];
            of_time.iter().for_each(|field| drop(fields.remove(*field)));
            let certificate = std::fs::read_to_string(&file).expect("the certificate was written");
            std::fs::remove_file(&file).expect("it can be removed");
            assert_eq!(certificate.is_empty(), output.status.code() != Some(0), "{program}: {certificate}");
            (output.status.code(), answer, certificate)
        };
        let first = answer(1);
        assert!(matches!(first.0, Some(0 | 10)), "{program}: {first:?}");
        assert_eq!(first, busy(|| answer(2)), "{program}");
    }
}

/// Does something while all processors are busy with other things.
fn busy<T>(work: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    (0..1_000_000).for_each(|number| _ = std::hint::black_box(number));
                }
            });
        }
        let done = work();
        is_over.store(true, Ordering::Relaxed);
        done
    })
}

#[test]
fn a_certificate_that_cannot_be_written_is_told_before_the_search() {
    let (output, text) = run("", &["--certificate", "no/such/folder/file", LOCKS]);
    assert_eq!((output.status.code(), text.as_str()), (Some(1), ""));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("no/such/folder/file"), "{complaint}");
}
