//! `#pragma pack`, the one pragma that changes what a program means: it limits the alignment of the fields of the
//! structs that follow.

/// The limits in force along the tokens of a text.
#[derive(Debug, Default)]
pub struct PackLimits {
    current: Option<u32>,
    saved: Vec<Option<u32>>,
    /// From which token on which limit holds, in order.
    changes: Vec<(usize, Option<u32>)>,
}

impl PackLimits {
    /// Follows a directive, if it is a `#pragma pack`, that stands before the token of index `next`. What it does not
    /// understand it leaves alone, as compilers do.
    pub fn follow(&mut self, directive: &[u8], next: usize) {
        let Some(arguments) = pack_arguments(directive) else { return };
        for argument in arguments.split(',').map(str::trim) {
            match argument {
                "push" => self.saved.push(self.current),
                "pop" => self.current = self.saved.pop().unwrap_or(None),
                "" => self.current = None,
                number => match number.parse::<u32>() {
                    Ok(limit) if limit.is_power_of_two() && limit <= 16 => self.current = Some(limit),
                    Ok(0) => self.current = None,
                    // The name of a saved limit.
                    _ => {}
                },
            }
        }
        self.changes.push((next, self.current));
    }

    /// The limit in bytes where the token of index `at` stands.
    pub fn at(&self, at: usize) -> Option<u32> {
        let passed = self.changes.partition_point(|&(from, _)| from <= at);
        self.changes[..passed].last().and_then(|&(_, limit)| limit)
    }
}

/// What stands in the parentheses of `#pragma pack(…)`.
fn pack_arguments(directive: &[u8]) -> Option<&str> {
    let rest = directive.trim_ascii().strip_prefix(b"#")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"pragma")?.trim_ascii_start().strip_prefix(b"pack")?.trim_ascii_start();
    let inner = rest.strip_prefix(b"(")?;
    let end = inner.iter().position(|&byte| byte == b')')?;
    std::str::from_utf8(&inner[..end]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_along_the_text() {
        let mut limits = PackLimits::default();
        let directives = [
            "#pragma pack(push, 1)",
            "# pragma pack (2)",
            "#pragma pack(push, name, 4)",
            "#pragma once",
            "#pragma pack(pop, name)",
            "#pragma pack(3)",
            "#pragma pack(pop)",
            "#pragma pack(8)",
            "#pragma pack()",
            "#pragma pack(pop)",
        ];
        for (at, directive) in directives.iter().enumerate() {
            limits.follow(directive.as_bytes(), 10 * at);
        }
        let found: Vec<Option<u32>> = (0..10).map(|at| limits.at(10 * at + 5)).collect();
        let expected = [Some(1), Some(2), Some(4), Some(4), Some(2), Some(2), None, Some(8), None, None];
        assert_eq!(found, expected);
        assert_eq!(PackLimits::default().at(7), None);
    }
}
