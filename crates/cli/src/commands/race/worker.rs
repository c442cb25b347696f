//! A worker: a process of this same program in which one engine runs, and which ends with this one, however that ends.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use heureka_frontend::preprocess::Source;
use rustix::process::{Pid, Signal, kill_process};

use super::message::{Message, WorkerAnswer};
use super::source;

/// The longest line that is read. Contents of large arrays are long.
const LONGEST_LINE: u64 = 256 << 20;

/// What is kept of what a worker complains.
const LONGEST_COMPLAINT: u64 = 4096;

/// The processes that must be gone when this one is.
static OPEN: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Something that a worker did, or an engine in this process.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// This engine has looked at the program, without a process of its own; its answer if that is SAFE or UNSAFE.
    Looked(&'static str, Option<Box<WorkerAnswer>>),
    /// This engine, which looks at the program, says whether more of its time would soon lead to an answer.
    Expects(&'static str, bool),
    Said(Message),
    Garbage,
    /// It closed its output; with the first line of what it complained.
    Closed(Option<String>),
}

/// What a worker may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    pub timeout: Option<Duration>,
    /// MiB.
    pub memory: Option<u64>,
}

pub struct Worker {
    child: Child,
    /// Lines for its standard input. A thread writes them: a worker that is paused does not read.
    lines: Sender<String>,
}

impl Worker {
    /// Starts an engine on this text with the arguments of this process. What it does is told under this number.
    pub fn start(
        engine: &str,
        share: Share,
        source: &Source,
        number: usize,
        tell: Sender<(usize, Event)>,
    ) -> io::Result<Worker> {
        let mut command = Command::new(env::current_exe()?);
        command.args(arguments(env::args_os().skip(1), engine, share));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        open().insert(child.id() as i32);
        let (input, output, complaints) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (lines, to_write) = mpsc::channel::<String>();
        let source = source.clone();
        thread::Builder::new().spawn(move || {
            let Some(mut input) = input else { return };
            // Nobody reads any longer: then the worker has ended, or has no use for it.
            if source::send(&source, &mut input).is_ok() {
                while to_write.recv().is_ok_and(|line| writeln!(input, "{line}").is_ok()) {}
            }
        })?;
        let complaint = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&complaint);
        let listener = thread::Builder::new().spawn(move || {
            let Some(mut complaints) = complaints else { return };
            let mut text = Vec::new();
            let _ = (&mut complaints).take(LONGEST_COMPLAINT).read_to_end(&mut text);
            let text = String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_owned();
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = text;
            let _ = io::copy(&mut complaints, &mut io::sink());
        })?;
        thread::Builder::new().spawn(move || {
            if let Some(output) = output {
                listen(output, |event| tell.send((number, event)).is_ok());
            }
            let _ = listener.join();
            let complaint = std::mem::take(&mut *complaint.lock().unwrap_or_else(PoisonError::into_inner));
            let _ = tell.send((number, Event::Closed((!complaint.is_empty()).then_some(complaint))));
        })?;
        Ok(Worker { child, lines })
    }

    /// Tells it something.
    pub fn tell(&self, line: &str) {
        let _ = self.lines.send(line.to_owned());
    }

    /// All its threads run on this processor only, and those that they start.
    #[cfg(target_os = "linux")]
    pub fn keep_to(&self, processor: usize) {
        use rustix::thread::{CpuSet, sched_setaffinity};
        let mut only = CpuSet::new();
        only.set(processor);
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten().flatten();
        for thread in threads {
            let number = thread.file_name().to_str().and_then(|number| number.parse().ok()).and_then(Pid::from_raw);
            if let Some(number) = number {
                // One that has just ended needs no place.
                let _ = sched_setaffinity(Some(number), &only);
            }
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn keep_to(&self, _: usize) {}

    /// It stands still until it is let go on.
    pub fn pause(&self) {
        signal(self.child.id() as i32, Signal::STOP);
    }

    pub fn resume(&self) {
        signal(self.child.id() as i32, Signal::CONT);
    }

    /// The time that it had a processor, where the system tells.
    pub fn on_processor(&self) -> Option<Duration> {
        on_processor(&fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?)
    }

    /// The bytes of memory that it holds, where the system tells.
    pub fn resident(&self) -> u64 {
        resident(&format!("/proc/{}/status", self.child.id()))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One that has ended already is no failure.
        let _ = self.child.kill();
        let _ = self.child.wait();
        open().remove(&(self.child.id() as i32));
    }
}

/// Ends all workers, from whatever thread.
pub fn kill_all() {
    for pid in open().iter() {
        signal(*pid, Signal::KILL);
    }
}

/// The processors that this process may run on, where the system tells.
#[cfg(target_os = "linux")]
pub fn processors() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|number| set.is_set(*number)).collect()
}

#[cfg(not(target_os = "linux"))]
pub fn processors() -> Vec<usize> {
    Vec::new()
}

/// The bytes of memory that this process holds, where the system tells.
pub fn own_resident() -> u64 {
    resident("/proc/self/status")
}

/// The time in the program and in the system, of all threads, from what Linux says of a process: numbers behind its name, which
/// stands in parentheses.
fn on_processor(stat: &str) -> Option<Duration> {
    const HUNDREDTHS: Duration = Duration::from_millis(10);
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || numbers.next()?.parse::<u32>().ok();
    Some(HUNDREDTHS * next()?.saturating_add(next()?))
}

fn resident(status: &str) -> u64 {
    let text = fs::read_to_string(status).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: Option<u64> = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    kib.unwrap_or(0) << 10
}

fn open() -> MutexGuard<'static, BTreeSet<i32>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that is gone gets no signal: it is kept until somebody has asked how it ended, so its number is nobody else's.
fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, signal);
    }
}

/// The arguments of this process with those of a worker behind the name of the command.
fn arguments(own: impl Iterator<Item = OsString>, engine: &str, share: Share) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = own.collect();
    let place = arguments.iter().position(|argument| argument == "check").map_or(0, |place| place + 1);
    let mut added: Vec<OsString> = vec!["--worker".into(), engine.into(), "--worker-source".into()];
    if let Some(timeout) = share.timeout {
        added.extend(["--worker-timeout".into(), timeout.as_secs_f64().to_string().into()]);
    }
    if let Some(memory) = share.memory {
        added.extend(["--worker-memory".into(), memory.to_string().into()]);
    }
    arguments.splice(place..place, added);
    arguments
}

/// Reads until the output ends, garbage comes, or nobody wants to know any more.
fn listen(output: impl Read, mut tell: impl FnMut(Event) -> bool) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let event = match (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => match std::str::from_utf8(&line).ok().and_then(Message::parse) {
                Some(message) if line.ends_with(b"\n") => Event::Said(message),
                _ => Event::Garbage,
            },
        };
        let is_last = matches!(event, Event::Garbage | Event::Said(Message::Answer(_)));
        if !tell(event) || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        listen(text, |event| {
            events.push(event);
            true
        });
        events
    }

    #[test]
    fn only_whole_messages_count() {
        let progress = |text: &str| Event::Said(Message::Progress(text.to_owned()));
        assert_eq!(heard(b"{\"progress\":\"a\"}\n{\"progress\":\"b\"}\n"), [progress("a"), progress("b")]);
        assert_eq!(heard(b"{\"progress\":\"a\"}\nSAFE\n{\"progress\":\"b\"}\n"), [progress("a"), Event::Garbage]);
        assert_eq!(heard(b"{\"progress\":\"a\"}"), [Event::Garbage]);
        assert_eq!(heard(b"\xff\xfe\n"), [Event::Garbage]);
        assert_eq!(heard(b""), []);
    }

    #[test]
    fn the_time_on_processors_is_behind_the_name() {
        let stat = "123 (a name) 1) S 1 2 3 4 5 6 7 8 9 10 250 50 7 7 20 0 1 0";
        assert_eq!(on_processor(stat), Some(Duration::from_secs(3)));
        assert_eq!(on_processor("123 (cut off) S 1"), None);
    }

    #[test]
    fn a_worker_has_the_arguments_of_its_master() {
        let own = ["--color", "never", "check", "--timeout", "5", "--", "x.c"].map(OsString::from);
        let share = Share { timeout: Some(Duration::from_millis(1500)), memory: Some(100) };
        let own = arguments(own.into_iter(), "bmc", share);
        let wanted = "--color never check --worker bmc --worker-source --worker-timeout 1.5 --worker-memory 100";
        let wanted = wanted.split(' ').chain(["--timeout", "5", "--", "x.c"]);
        assert_eq!(own, wanted.map(OsString::from).collect::<Vec<_>>());
    }
}
