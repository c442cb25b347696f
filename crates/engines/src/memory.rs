//! How much memory the process has in use.

/// Bytes in physical memory, where the system tells.
fn in_use() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Whether more is in use than a limit allows.
pub fn is_beyond(limit: Option<u64>) -> bool {
    limit.is_some_and(|limit| in_use().is_some_and(|bytes| bytes > limit))
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells() {
        assert!(super::in_use().is_some_and(|bytes| bytes > 1 << 20));
    }
}
