//! Files for one test, in a folder of their own that goes when the test ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("heureka-syntax-test-{}-{number}", std::process::id()));
        fs::create_dir(&path).expect("a fresh folder");
        Folder { path }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path.join(name);
        fs::write(&path, content).expect("a file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is only clutter.
        let _ = fs::remove_dir_all(&self.path);
    }
}
