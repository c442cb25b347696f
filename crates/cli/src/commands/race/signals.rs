//! Ctrl-C and its relatives: the workers are ended, the terminal is as it was, and the exit code says which signal it was.

use std::process;
use std::thread;

use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::worker::kill_all;
use crate::output::Output;

/// From now on a signal ends everything properly. Where the system does not allow that, it ends this process only.
pub fn watch(mut output: Output) {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
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

/// For a worker: it ends when its master does, however that ends.
pub fn end_with_master() {
    let master = getppid();
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    // It may have ended in between.
    if getppid() != master {
        process::exit(1);
    }
}
