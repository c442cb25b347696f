//! Heureka under test. Invariant: this is the only place that knows how to call it; the rest of the test kit works on C
//! text and numbers.

use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::Program;
use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Options, WhenExhausted};
use heureka_ir::validate::validate;

use crate::differential::Subject;

/// `__heureka_print`, which generated programs report their state with, as C that keeps what it is given.
const RECORDER: &str = "
long long __heureka_printed[65536];
int __heureka_count;
void __heureka_print(long long value) { __heureka_printed[__heureka_count++] = value; }
";

/// Steps after which a generated program is taken to run for ever.
const MOST_STEPS: u64 = 200_000_000;

/// Heureka's own front end and interpreter.
pub struct Heureka;

impl Heureka {
    /// The program graph of a text, which must be valid.
    fn graph(text: String) -> Result<Program, String> {
        let source = Source::from_text("generated.c", text);
        let reading = read_source(&source, &ReadOptions::default()).map_err(|wrong| format!("{:?}", wrong.list))?;
        match validate(&reading.program).first() {
            Some(violation) => panic!("the graph is not valid: {violation:?}"),
            None => Ok(reading.program),
        }
    }
}

impl Subject for Heureka {
    fn run(&self, c_text: &str) -> Result<Vec<i64>, String> {
        let program = Heureka::graph(format!("{c_text}\n{RECORDER}"))?;
        let interpreter = Interpreter::new(&program, Options::default());
        let mut inputs = InputList::new(Vec::new(), WhenExhausted::Zeros);
        let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
        let execution = interpreter.run(&mut inputs, &limits);
        if !matches!(execution.ending, Ending::Finished(_) | Ending::Halted(_)) {
            return Err(format!("the execution ends with {:?}", execution.ending));
        }
        let count = execution.global_scalar("__heureka_count").ok_or("there is no count of printed values")?;
        let printed = execution.global_array("__heureka_printed").ok_or("there are no printed values")?;
        Ok(printed.into_iter().take(count as usize).map(|value| value as i64).collect())
    }

    fn read(&self, c_text: &str) -> Result<(), String> {
        Heureka::graph(c_text.to_owned()).map(drop)
    }
}
