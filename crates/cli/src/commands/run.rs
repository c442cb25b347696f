//! `heureka run`: executes a program with the interpreter.

use heureka_ir::interpret::{Ending, InputList, Interpreter, Limits, Options, WhenExhausted};

use super::load;
use crate::arguments::RunOptions;
use crate::exit::Exit;
use crate::output::Output;

pub fn run(options: &RunOptions, output: &mut Output) -> Exit {
    let loaded = match load::open(&options.program, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let program = &loaded.program;
    let interpreter = Interpreter::new(program, Options::default());
    let mut inputs = InputList::new(options.inputs.clone(), WhenExhausted::Stop);
    let execution = interpreter.run(&mut inputs, &Limits::default());
    let place = |span| program.files.place(span);
    let (text, exit) = match &execution.ending {
        Ending::Finished(_) => ("the program ended".to_owned(), Exit::Safe),
        Ending::Halted(loc) => (format!("the program stopped at {}", place(program.loc(*loc).span)), Exit::Safe),
        Ending::Blocked(loc) => {
            let edge = program.out_edges(*loc).next().map(|edge| program.edge(edge).span);
            let span = edge.unwrap_or(program.loc(*loc).span);
            (format!("an assumption does not hold at {}", place(span)), Exit::Safe)
        }
        Ending::Fault(failure) => {
            let note = if failure.note.is_empty() { String::new() } else { format!(" ({})", failure.note) };
            (format!("{}{note} at {}", failure.fault, place(failure.span)), Exit::Unsafe)
        }
        Ending::Unsupported { what, span, .. } => (format!("not modelled: {what} at {}", place(*span)), Exit::Unknown),
        Ending::InputsExhausted(edge) => {
            let at = edge.map_or_else(String::new, |edge| format!(" at {}", place(program.edge(edge).span)));
            (format!("the program asks for another input{at}: give it with --inputs"), Exit::Unknown)
        }
        Ending::StepLimit | Ending::Interrupted => ("the program was stopped".to_owned(), Exit::Unknown),
        Ending::CallDepth => ("calls are nested too deeply".to_owned(), Exit::Unknown),
        Ending::OutOfMemory => ("the program uses too much memory".to_owned(), Exit::Unknown),
        Ending::NumberTooLarge(_) => ("a number became too large".to_owned(), Exit::Unknown),
    };
    output.print(&format!("{text}, after {} steps\n", execution.steps));
    exit
}
