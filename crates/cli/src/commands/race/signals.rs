//! Ctrl-C and its relatives: the workers are ended, the terminal is as it was, and the exit code says which signal it was.

use std::fs;
use std::process;
use std::thread;

use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::worker::kill_all;
use crate::output::Output;

/// From now on a signal ends everything properly. Where the system does not allow that, it ends this process only.
pub fn watch(mut output: Output) {
    // Under `nohup` a terminal that is closed ends nothing.
    let watched = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| *signal != SIGHUP || !is_ignored(SIGHUP));
    let Ok(mut signals) = Signals::new(watched) else { return };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            kill_all();
            output.progress("");
            process::exit(128 + signal);
        }
    };
    // Without a thread signals do what they always do.
    let _ = thread::Builder::new().name("signals".into()).spawn(wait);
}

/// Whether this process was started so that a signal does nothing, where the system tells.
fn is_ignored(signal: i32) -> bool {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal - 1)) != 0
}

/// For a worker: it ends when its master does, however that ends.
pub fn end_with_master() {
    let master = getppid();
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    // It may have ended in between.
    if getppid() != master {
        process::exit(1);
    }
}
