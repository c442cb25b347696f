//! `heureka show`: prints a program as Heureka holds it.

use heureka_frontend::LowerOptions;
use heureka_ir::{dot, svg, text};

use super::{input, load};
use crate::arguments::{Form, ShowOptions};
use crate::exit::Exit;
use crate::output::Output;

pub fn show(options: &ShowOptions, output: &mut Output) -> Exit {
    let input = match input::resolve(&options.program) {
        Ok(input) => input,
        Err(report) => {
            output.report(&report);
            return Exit::Input;
        }
    };
    let mut lower = LowerOptions::default();
    if let Some(entry) = &options.program.entry {
        lower.entry.clone_from(entry);
    }
    let loaded = match load::load(&input.file, input.data_model, lower, true, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let printed = match options.form {
        Form::Ir => text::print(&loaded.program),
        Form::Dot => dot::dot(&loaded.program),
        Form::Svg => svg::svg(&loaded.program),
        Form::Smt2 | Form::Horn | Form::Sil => {
            return super::not_built_yet("this form of `heureka show`", output);
        }
    };
    output.print(&printed);
    Exit::Safe
}
