//! What a test program says of itself, in comment lines at its top:
//!
//! ```c
//! // verdict: UNSAFE 12          the truth, written by a human: SAFE, UNSAFE with the line of the error, or UNKNOWN
//! // options: --property bounds  options of `heureka check`; without them the default property
//! // exit: 2                     the exit code instead of a verdict, for input that cannot be read
//! // simulate: unknown           random runs cannot be expected to find the error: UNKNOWN is accepted for UNSAFE
//! // inputs: 3, -1               inputs on which the error happens, where random ones would hardly meet it
//! // undefined: yes              some runs end in undefined behaviour that the property does not ask for
//! // unchecked: why              compiled C cannot confirm the verdict
//! ```
//!
//! Invariant: the truth comes from these lines alone, never from a golden file. `UNKNOWN` is not a fact of C; it says
//! that the program holds something that Heureka does not model and that matters.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Safe,
    /// The line of the error.
    Unsafe(usize),
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Safe => write!(f, "SAFE"),
            Verdict::Unsafe(line) => write!(f, "UNSAFE in line {line}"),
            Verdict::Unknown => write!(f, "UNKNOWN"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Truth {
    pub verdict: Option<Verdict>,
    pub options: Vec<String>,
    pub exit: Option<i32>,
    pub unknown_accepted: bool,
    pub inputs: Vec<i64>,
    pub undefined: bool,
    pub unchecked: Option<String>,
}

impl Truth {
    /// Reads the lines at the top of a program (`//`) or of a task (`#`).
    pub fn parse(text: &str) -> Result<Truth, String> {
        let mut truth = Truth::default();
        let mark = if text.starts_with('#') { "#" } else { "//" };
        for line in text.lines() {
            let Some(comment) = line.strip_prefix(mark) else { break };
            let Some((key, value)) = comment.split_once(':') else { continue };
            let value = value.trim();
            match key.trim() {
                "verdict" => truth.verdict = Some(verdict(value)?),
                "options" => truth.options = value.split_whitespace().map(str::to_string).collect(),
                "exit" => truth.exit = Some(value.parse().map_err(|_| format!("not an exit code: {value}"))?),
                "simulate" if value == "unknown" => truth.unknown_accepted = true,
                "inputs" => {
                    let numbers: Result<Vec<i64>, _> = value.split(',').map(|part| part.trim().parse()).collect();
                    truth.inputs = numbers.map_err(|_| format!("not a list of numbers: {value}"))?;
                }
                "undefined" if value == "yes" => truth.undefined = true,
                "unchecked" => truth.unchecked = Some(value.to_string()),
                key => return Err(format!("not a line that the truth has: {key}: {value}")),
            }
        }
        match (&truth.verdict, truth.exit) {
            (None, None) => Err("no line `// verdict: …` and none `// exit: …` at the top".into()),
            (Some(_), Some(_)) => Err("both a verdict and an exit code".into()),
            _ => Ok(truth),
        }
    }

    /// The property that the options ask for, if it is not the default.
    pub fn property(&self) -> Option<&str> {
        let at = self.options.iter().position(|option| option == "--property")?;
        self.options.get(at + 1).map(String::as_str)
    }
}

fn verdict(text: &str) -> Result<Verdict, String> {
    match text.split_once(' ') {
        None if text == "SAFE" => Ok(Verdict::Safe),
        None if text == "UNKNOWN" => Ok(Verdict::Unknown),
        Some(("UNSAFE", line)) => {
            line.trim().parse().map(Verdict::Unsafe).map_err(|_| format!("not a line number: {line}"))
        }
        _ => Err(format!("not SAFE, UNSAFE LINE or UNKNOWN: {text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_lines_at_the_top() {
        let text =
            "// verdict: UNSAFE 7\n// options: --property bounds\n// inputs: 3, -1\nint main(void) { }\n// exit: 2\n";
        let truth = Truth::parse(text).unwrap();
        assert_eq!(truth.verdict, Some(Verdict::Unsafe(7)));
        assert_eq!(truth.property(), Some("bounds"));
        assert_eq!(truth.inputs, [3, -1]);
        assert_eq!(truth.exit, None);
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        assert!(Truth::parse("int x;").is_err());
        assert!(Truth::parse("// verdict: MAYBE\n").is_err());
        assert!(Truth::parse("// verdict: SAFE\n// exit: 2\n").is_err());
        assert!(Truth::parse("// verdikt: SAFE\n").is_err());
    }
}
