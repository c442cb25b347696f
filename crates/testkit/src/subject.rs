//! Heureka as the tests see it: a C program in, the values it prints out.

use heureka_frontend::preprocess::Source;
use heureka_frontend::{ReadOptions, read_source};
use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Options, WhenExhausted};

/// `__heureka_print`, which generated programs report their state with, as C that keeps what it is given.
const RECORDER: &str = "
long long __heureka_printed[65536];
int __heureka_count;
void __heureka_print(long long value) { __heureka_printed[__heureka_count++] = value; }
";

/// Steps after which a generated program is taken to run for ever.
const MOST_STEPS: u64 = 200_000_000;

/// Reads and interprets a program; the values it prints, or what went wrong.
pub fn run(text: &str) -> Result<Vec<i64>, String> {
    let source = Source::from_text("generated.c", format!("{text}\n{RECORDER}"));
    let reading = read_source(&source, &ReadOptions::default()).map_err(|wrong| format!("{:?}", wrong.list))?;
    let violations = heureka_ir::validate::validate(&reading.program);
    if let Some(first) = violations.first() {
        return Err(format!("the graph is not valid: {first:?}"));
    }
    let interpreter = Interpreter::new(&reading.program, Options::default());
    let mut inputs = InputList::new(Vec::new(), WhenExhausted::Zeros);
    let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
    let execution = interpreter.run(&mut inputs, &limits);
    if !matches!(execution.ending, Ending::Finished(_) | Ending::Halted(_)) {
        return Err(format!("the execution ends with {:?}", execution.ending));
    }
    let count = execution.global_scalar("__heureka_count").ok_or("no count of printed values")?;
    let printed = execution.global_array("__heureka_printed").unwrap_or_default();
    Ok(printed.into_iter().take(count as usize).map(|value| value as i64).collect())
}
