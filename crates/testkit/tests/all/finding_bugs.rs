//! The comparison with compiled C, judged with subjects that have known bugs: each is found and shrunk.

use heureka_testkit::differential::{Outcome, compare, read_damaged, shrink_disagreement, shrink_panic};
use heureka_testkit::shrink::Budget;
use heureka_testkit::{Mode, Shape, Subject, run_program};
use std::time::Duration;

/// Compiled C, but with remainders taken for quotients.
struct WrongRemainder;

impl Subject for WrongRemainder {
    fn run(&self, c_text: &str) -> Result<Vec<i64>, String> {
        run_program(&c_text.replace(" % 10 ", " / 10 "), Mode::Plain).map_err(|error| error.to_string())
    }

    fn read(&self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// Panics at a label.
struct DislikesGoto;

impl Subject for DislikesGoto {
    fn run(&self, c_text: &str) -> Result<Vec<i64>, String> {
        self.read(c_text).map(|()| Vec::new())
    }

    fn read(&self, c_text: &str) -> Result<(), String> {
        assert!(!c_text.contains("goto"), "no support for goto");
        Ok(())
    }
}

#[test]
fn a_wrong_operator_is_found_and_shrunk() {
    let shape = Shape { globals: 3, statements: 3, ..Shape::scalars() };
    let found = compare(&WrongRemainder, &shape, 0..400, |_| {}).unwrap().expect("some program takes a remainder");
    let budget = Budget { attempts: 120, time: Duration::from_secs(15) };
    let small = shrink_disagreement(&WrongRemainder, &found, budget);
    let text = small.program.text();
    assert!(text.contains(" % 10 "), "{text}");
    assert!(text.len() < found.program.text().len() / 2, "{text}");
    assert_ne!(small.actual, Outcome::Printed(small.expected.clone()));
    // What was shrunk is still a valid program with this output.
    assert_eq!(run_program(&text, Mode::Sanitized).unwrap(), small.expected);
}

#[test]
fn a_panic_is_found_and_shrunk() {
    let found = read_damaged(&DislikesGoto, &Shape::default(), 0..2_000, |_| {}).expect("some program jumps");
    let budget = Budget { attempts: 5_000, time: Duration::from_secs(20) };
    let small = shrink_panic(&DislikesGoto, &found, budget);
    assert_eq!(small.text.trim(), "goto");
}
