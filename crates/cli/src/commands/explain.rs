//! `heureka explain`: invariants, procedure summaries and inferred loop post-conditions, in the source.

mod json;
mod notes;
mod page;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heureka_engines::engine::Context;
use heureka_engines::linear::explain::{Explanation, Method, explain as ask};
use heureka_engines::sil::explain::LoopPost;
use heureka_engines::{linear, sil};
use heureka_ir::Program;

use super::load;
use crate::arguments::{ExplainOptions, Numbers};
use crate::exit::Exit;
use crate::output::Output;

pub fn explain(options: &ExplainOptions, output: &mut Output) -> Exit {
    let start = Instant::now();
    let mut loaded = match load::open(&options.program, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let engine =
        linear::Options { accelerate: !options.no_accelerate, widen: !options.no_widen, ..linear::Options::default() };
    let cancel = AtomicBool::new(false);
    let mut context = Context::new(&cancel);
    context.deadline = Some(start + options.timeout);
    let mut show = |line: &str| output.progress(&format!("{line}, {:.0} s", start.elapsed().as_secs_f64()));
    context.progress = Some(&mut show);
    let explanation = ask(&loaded.program, options.numbers.into(), engine, &mut context);
    context.progress = None;
    let posts = array_posts(&loaded.program, options, &mut context);
    output.progress("");
    let mut notes = notes::notes(&loaded.program, &explanation, options.verbose > 0);
    for post in &posts {
        notes.add_post(post);
    }
    if options.json {
        output.print(&json::json(&loaded.program, &explanation, &posts));
    } else {
        let page = page::Page { most: options.most, colours: output.colours() };
        output.print(&page.print(&loaded.program, &mut loaded.sources, &notes));
        output.print(&format!("\n{}\n", summary(&explanation)));
    }
    if explanation.complete { Exit::Safe } else { Exit::Unknown }
}

/// What loops over arrays leave behind, by the SIL engine.
fn array_posts(program: &Program, options: &ExplainOptions, context: &mut Context) -> Vec<LoopPost> {
    if program.arrays.is_empty() || options.numbers != Numbers::Machine {
        return Vec::new();
    }
    let found = sil::explain::posts(program, 1, context).map_or_else(|_| Vec::new(), |found| found.loops);
    found.into_iter().filter(|post| post.speaks_of_arrays).collect()
}

/// What the reader has to know about the whole.
fn summary(explanation: &Explanation) -> String {
    let reached = &explanation.statistics;
    let found = format!("{} path edges, {} summary edges", reached.path_edges, reached.summary_edges);
    let how = match explanation.method {
        _ if !explanation.complete => {
            "NOT COMPLETE: the search was stopped, and more values than these may be possible"
        }
        Method::Widening => "Invariants by widening: no other values are possible, but not all of these may be",
        Method::Paper | Method::ClosedForms(_) if !explanation.approximations.is_empty() => {
            "Not everything is linear: no other values are possible, but not all of these may be"
        }
        Method::Paper | Method::ClosedForms(_) if !explanation.exact => {
            "A constraint became too large: no other values are possible, but not all of these may be"
        }
        Method::Paper => "Exact: every round of every loop was walked",
        Method::ClosedForms(_) => "Exact: rounds of loops were taken in closed form",
    };
    format!("x is a value at the entry of the procedure, x' the value now.\n{how} ({found}).")
}
