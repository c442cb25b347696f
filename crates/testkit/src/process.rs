//! Runs other programs with a time limit. Invariant: output goes through files, so that no pipe can fill up, and the
//! files and the process are gone when the call returns.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub stdout: String,
    pub stderr: String,
    /// None when a signal or the time limit ended it.
    pub exit: Option<i32>,
}

/// Runs the command without input until it ends or its time is over.
pub fn run_with_limit(command: &mut Command, limit: Duration) -> std::io::Result<Finished> {
    let folder = TemporaryFolder::new()?;
    let (stdout, stderr) = (folder.path.join("stdout"), folder.path.join("stderr"));
    command.stdin(Stdio::null()).stdout(std::fs::File::create(&stdout)?).stderr(std::fs::File::create(&stderr)?);
    let mut child = command.spawn()?;
    let deadline = Instant::now() + limit;
    let exit = loop {
        if let Some(status) = child.try_wait()? {
            break status.code();
        }
        if Instant::now() > deadline {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let read = |path: &Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Finished { stdout: read(&stdout)?, stderr: read(&stderr)?, exit })
}

/// A folder that goes away with its owner.
pub(crate) struct TemporaryFolder {
    pub(crate) path: PathBuf,
}

impl TemporaryFolder {
    pub(crate) fn new() -> std::io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("heureka-testkit-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(TemporaryFolder { path })
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A folder left behind in the system's temporary place harms nobody.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
