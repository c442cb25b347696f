//! `heureka show --as sil`: the loops of a program as the SIL engine sees them, with what holds behind each.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::engine::Context;
use heureka_engines::sil::explain::{LoopPost, posts};
use heureka_ir::Program;

use crate::arguments::ShowOptions;
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;

pub fn show(options: &ShowOptions, program: &Program, output: &mut Output) -> Exit {
    let cancel = AtomicBool::new(false);
    let mut context = Context::new(&cancel);
    context.deadline = Some(Instant::now() + options.timeout);
    let unfolding = usize::try_from(options.unwind).unwrap_or(1).max(1);
    let found = match posts(program, unfolding, &mut context) {
        Ok(found) => found,
        Err(reason) => {
            output.report(&Report::error(reason.to_string()));
            return Exit::Unknown;
        }
    };
    let mut text = String::new();
    for LoopPost { span, form, posts, size, .. } in &found.loops {
        text.push_str(&format!("loop at {}\n", program.files.place(*span)));
        for line in form {
            text.push_str(&format!("    {line}\n"));
        }
        if let Some((states, counters)) = size {
            text.push_str(&format!("  automaton behind it: {states} control states, {counters} counters\n"));
        }
        for post in posts {
            text.push_str(&format!("  afterwards: {post}\n"));
        }
    }
    for (what, span) in &found.outside {
        text.push_str(&format!("outside of the logic: {what} at {}\n", program.files.place(*span)));
    }
    output.print(&text);
    Exit::Safe
}
