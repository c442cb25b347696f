//! Two texts, line by line. Invariant: applying the printed `-` and `+` lines to the first text gives the second.

use std::fmt::Write;

/// Longest texts that are compared line by line; beyond, only the first difference is shown.
const MOST_LINES: usize = 2_000;
/// Equal lines shown around a difference.
const CONTEXT: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Same,
    Removed,
    Added,
}

/// The differences with a few lines around each; empty if the texts are equal.
pub fn diff(expected: &str, actual: &str) -> String {
    if expected == actual {
        return String::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    if old == new {
        return "the texts differ only in the end of their last line\n".into();
    }
    if old.len() > MOST_LINES || new.len() > MOST_LINES {
        let at = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let show = |lines: &[&str]| lines.get(at).map_or("(end of text)".to_string(), |line| (*line).to_string());
        return format!("first difference in line {}:\n- {}\n+ {}\n", at + 1, show(&old), show(&new));
    }
    render(&edits(&old, &new))
}

/// The shortest edit script, by the lengths of longest common subsequences.
fn edits<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(Mark, &'t str)> {
    let width = new.len() + 1;
    let mut common = vec![0u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = match old[i] == new[j] {
                true => common[(i + 1) * width + j + 1] + 1,
                false => common[(i + 1) * width + j].max(common[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut script = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            script.push((Mark::Same, old[i]));
            i += 1;
            j += 1;
        } else if j == new.len() || i < old.len() && common[(i + 1) * width + j] >= common[i * width + j + 1] {
            script.push((Mark::Removed, old[i]));
            i += 1;
        } else {
            script.push((Mark::Added, new[j]));
            j += 1;
        }
    }
    script
}

fn render(script: &[(Mark, &str)]) -> String {
    let near = |at: usize| {
        let (from, to) = (at.saturating_sub(CONTEXT), (at + CONTEXT + 1).min(script.len()));
        script[from..to].iter().any(|(mark, _)| *mark != Mark::Same)
    };
    let mut out = String::new();
    let mut skipped = false;
    for (at, (mark, line)) in script.iter().enumerate() {
        if !near(at) {
            skipped = true;
            continue;
        }
        if std::mem::take(&mut skipped) {
            out.push_str("  …\n");
        }
        let sign = match mark {
            Mark::Same => ' ',
            Mark::Removed => '-',
            Mark::Added => '+',
        };
        writeln!(out, "{sign} {line}").expect("writing to a string");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_changed() {
        assert_eq!(diff("a\nb\nc\n", "a\nb\nc\n"), "");
        assert_eq!(diff("a\nb\nc\n", "a\nX\nc\n"), "  a\n- b\n+ X\n  c\n");
        assert_eq!(diff("1\n2\n3\n4\n5\n", "1\n2\n3\n4\n"), "  …\n  3\n  4\n- 5\n");
        assert!(diff("a", "a\n").contains("last line"));
    }
}
