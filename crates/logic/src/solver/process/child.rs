//! The running program: bytes to it and answers from it, always within the limits.
//!
//! Three threads carry its input, output and error output, so that a program that does not read, does not write or
//! writes without end can block none of us. Invariant: when this value is dropped, the program is gone and reaped.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::frame::Frame;
use super::program::{Program, describe};
use crate::solver::{Limits, SolverError};

/// Pieces of output that wait to be looked at; more, and the program has to wait.
const WAITING: usize = 64;
/// An answer that is longer is none.
const LONGEST: usize = 1 << 28;
/// How much of the error output is kept.
const STDERR: usize = 2000;
/// How long a program that closed its output may take to end by itself.
const GRACE: Duration = Duration::from_millis(200);

pub(super) struct Running {
    child: Child,
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_ended: Receiver<()>,
    frame: Frame,
}

/// Why there is no answer.
pub(super) enum Failure {
    Limit(SolverError),
    /// The output ended.
    Died,
    /// The answer has no end; this is how it starts.
    Nonsense(String),
}

impl Running {
    pub fn start(program: &Program) -> Result<Running, SolverError> {
        let cannot = |problem: String| SolverError::CannotStart { program: program.name(), problem };
        let mut child = Command::new(&program.path)
            .args(&program.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| cannot(describe(&error)))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three are asked for");
        };
        let (input, to_write) = mpsc::channel();
        let (read, output) = mpsc::sync_channel(WAITING);
        let (ended, stderr_ended) = mpsc::channel();
        let kept = Arc::new(Mutex::new(Vec::new()));
        let collected = Arc::clone(&kept);
        thread::spawn(move || carry_input(&to_write, stdin));
        thread::spawn(move || carry_output(stdout, &read));
        thread::spawn(move || {
            collect_stderr(stderr, &collected);
            // Nobody may be waiting any more.
            let _ = ended.send(());
        });
        Ok(Running { child, input, output, stderr: kept, stderr_ended, frame: Frame::default() })
    }

    /// Sends text; if the program is gone, the next answer says so.
    pub fn send(&mut self, text: &str) {
        let _ = self.input.send(text.as_bytes().to_vec());
    }

    /// What came without being asked for, if anything.
    pub fn unasked(&mut self) -> Option<String> {
        loop {
            match self.output.try_recv() {
                Ok(bytes) if self.frame.len() < LONGEST => self.frame.extend(&bytes),
                Ok(_) | Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        if self.frame.is_blank() { None } else { Some(self.frame.start()) }
    }

    /// The next answer, one s-expression.
    pub fn answer(&mut self, limits: &Limits<'_>) -> Result<String, Failure> {
        loop {
            if let Some(answer) = self.frame.take() {
                return Ok(String::from_utf8_lossy(&answer).into_owned());
            }
            if self.frame.len() > LONGEST {
                return Err(Failure::Nonsense(self.frame.start()));
            }
            limits.check().map_err(Failure::Limit)?;
            let start = Instant::now();
            let received = match limits.patience() {
                Some(time) => self.output.recv_timeout(time),
                None => self.output.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            // Nobody counts what another program does.
            heureka_clock::worked(start.elapsed());
            match received {
                Ok(bytes) => self.frame.extend(&bytes),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let rest = self.frame.rest().ok_or(Failure::Died)?;
                    return Ok(String::from_utf8_lossy(&rest).into_owned());
                }
            }
        }
    }

    /// Waits for the end of a program that ended its output; its status, and the last of its error output.
    pub fn bury(&mut self) -> (Option<ExitStatus>, String) {
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if start.elapsed() < GRACE => thread::sleep(Duration::from_millis(2)),
                _ => break None,
            }
        };
        self.end();
        let _ = self.stderr_ended.recv_timeout(GRACE);
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        (status, String::from_utf8_lossy(&kept).trim().to_owned())
    }

    /// Ends the program at once and reaps it.
    pub fn end(&mut self) {
        // Both fail only for a program that is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

fn carry_input(from: &Receiver<Vec<u8>>, mut to: impl Write) {
    for bytes in from {
        if to.write_all(&bytes).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

fn carry_output(mut from: impl Read, to: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(count) = from.read(&mut buffer) {
        if count == 0 || to.send(buffer[..count].to_vec()).is_err() {
            return;
        }
    }
}

fn collect_stderr(mut from: impl Read, into: &Mutex<Vec<u8>>) {
    let mut buffer = vec![0; 4096];
    while let Ok(count) = from.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let mut kept = into.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let surplus = kept.len().saturating_sub(STDERR);
        kept.drain(..surplus);
    }
}
