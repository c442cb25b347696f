//! `heureka show`: prints a program as Heureka holds it.

use heureka_ir::{dot, svg, text};

use super::load;
use crate::arguments::{Form, ShowOptions};
use crate::exit::Exit;
use crate::output::Output;

pub fn show(options: &ShowOptions, output: &mut Output) -> Exit {
    let loaded = match load::open(&options.program, output) {
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
