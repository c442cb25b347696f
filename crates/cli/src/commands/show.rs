//! `heureka show`: prints a program as Heureka holds it.

mod boolean_program;
mod sil;

use std::collections::BTreeSet;

use heureka_engines::Task;
use heureka_engines::bmc::{self, Stage};
use heureka_engines::horn;
use heureka_ir::{Program, Property, dot, svg, text};

use super::load;
use crate::arguments::{Form, ShowOptions};
use crate::diagnostics::Report;
use crate::exit::Exit;
use crate::output::Output;

pub fn show(options: &ShowOptions, output: &mut Output) -> Exit {
    let mut loaded = match load::open(&options.program, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let printed = match options.form {
        Form::Ir => text::print(&loaded.program),
        Form::Dot => dot::dot(&loaded.program),
        Form::Svg => svg::svg(&loaded.program),
        Form::Ssa => return stage(Stage::Ssa, options, &loaded.program, output),
        Form::ConditionalNormal => return stage(Stage::NormalForm, options, &loaded.program, output),
        Form::Smt2 => return stage(Stage::Question, options, &loaded.program, output),
        Form::BooleanProgram => return boolean_program::show(options, &mut loaded, output),
        Form::Horn => {
            let properties = BTreeSet::from([Property::Unreach]);
            match horn::show(&Task::new(&loaded.program, &properties)) {
                Ok(text) => text,
                Err(reason) => {
                    output.report(&Report::error(reason.describe(&loaded.program.files)));
                    return Exit::Unknown;
                }
            }
        }
        Form::Sil => return sil::show(options, &loaded.program, output),
    };
    output.print(&printed);
    Exit::Safe
}

/// Prints a stage of the bounded engine.
fn stage(stage: Stage, options: &ShowOptions, program: &Program, output: &mut Output) -> Exit {
    let properties = BTreeSet::from([Property::Unreach]);
    let task = Task::new(program, &properties);
    let unwind = Some(u64::from(options.unwind));
    let options = bmc::Options { unwind, encoding: options.encoding.into(), ..bmc::Options::default() };
    match bmc::show(&task, options, stage) {
        Ok(text) => {
            output.print(&text);
            Exit::Safe
        }
        Err(reason) => {
            output.report(&Report::error(reason.describe(&program.files)));
            Exit::Unknown
        }
    }
}
